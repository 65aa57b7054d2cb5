import type { Trx } from '../db/index.ts';
import type { DepositService, Inbox } from '../deposits/index.ts';
import { bookOwnMovement } from '../ledger/index.ts';
import { inTrace, type Within } from '../lib/telemetry/tracing.ts';
import type { Report } from '../methods/index.ts';
import { bookProviderCost, hastenTransfer, returnTransfer, type TransferKinds } from '../transfers/index.ts';

/** A provider's report. */
export interface ProviderReport {
  provider: string;
  report: Report;
  /** The trace in which it arrived; undefined for the current one. */
  within?: Within;
}

/**
 * Processes reports of providers, from notices or their statements, in this order (D27). A repeated report changes
 * nothing. Throws if one cannot be processed; it may only have come too early, so it can be retried.
 */
export type TakeIn = (trx: Trx, reports: readonly ProviderReport[]) => Promise<void>;

export function createTakeIn({
  deposits,
  transferKinds,
  inbox,
}: {
  deposits: DepositService;
  transferKinds: TransferKinds;
  inbox: Pick<Inbox, 'takeBack'>;
}): TakeIn {
  const takeIn = async (trx: Trx, provider: string, report: Report): Promise<void> => {
    switch (report.type) {
      case 'deposit':
        await deposits.receive(trx, { ...report.deposit, provider });
        return;
      case 'return':
        return returnTransfer(trx, transferKinds, provider, report.returned);
      case 'taken_back':
        return inbox.takeBack(trx, provider, report.takenBack);
      case 'transfer':
        await hastenTransfer(trx, { provider, reference: report.providerReference });
        return;
      case 'cost':
        return bookProviderCost(trx, provider, report.cost);
      case 'other':
        return bookOwnMovement(trx, provider, report.movement);
      case 'nothing':
        return;
    }
  };
  return async (trx, reports) => {
    const notifications = reports.flatMap(({ provider, report }) =>
      report.type === 'deposit' ? [{ ...report.deposit, provider }] : [],
    );
    if (notifications.length > 1) await deposits.prepareToReceive(trx, notifications);
    for (const { provider, report, within = here } of reports) {
      const attributes = { 'payments.provider': provider };
      // A report from a statement or a chain came without a request, so a trace starts here.
      await within(() =>
        inTrace(`take in ${report.type}`, { attributes }, () => takeIn(trx, provider, report)),
      );
    }
  };
}

/** In the current trace. */
const here: Within = (work) => work();

/** Returned money must have been sent before; if we do not know that yet, the provider is polled now. */
export async function hastenReturned(trx: Trx, provider: string, report: Report | undefined): Promise<void> {
  if (report?.type === 'return')
    await hastenTransfer(trx, { provider, reference: report.returned.providerReference });
}
