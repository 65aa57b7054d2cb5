import type { Trx } from '../db/index.ts';
import type { DepositService } from '../deposits/index.ts';
import { bookCost } from '../ledger/index.ts';
import { inTrace } from '../lib/telemetry/tracing.ts';
import type { Report } from '../methods/index.ts';
import { hastenTransfer, returnTransfer, type TransferKinds } from '../transfers/index.ts';

/**
 * Processes a provider's report, from a notice or its statement (D27). A repeated report changes nothing. Throws if it
 * cannot be processed; it may only have come too early, so it can be retried.
 */
export type TakeIn = (trx: Trx, provider: string, report: Report) => Promise<void>;

export function createTakeIn({
  deposits,
  transferKinds,
}: {
  deposits: DepositService;
  transferKinds: TransferKinds;
}): TakeIn {
  const takeIn: TakeIn = async (trx, provider, report) => {
    switch (report.type) {
      case 'deposit':
        await deposits.receive(trx, { ...report.deposit, provider });
        return;
      case 'return':
        return returnTransfer(trx, transferKinds, provider, report.returned);
      case 'transfer':
        await hastenTransfer(trx, { provider, reference: report.providerReference });
        return;
      case 'cost':
        return bookCost(trx, provider, report.cost);
      case 'nothing':
        return;
    }
  };
  // A report from a statement or a chain came without a request, so a trace starts here.
  return (trx, provider, report) =>
    inTrace(`take in ${report.type}`, { attributes: { 'payments.provider': provider } }, () =>
      takeIn(trx, provider, report),
    );
}

/** Returned money was sent before: if we do not know that yet, the provider is polled now. */
export async function hastenReturned(trx: Trx, provider: string, report: Report | undefined): Promise<void> {
  if (report?.type === 'return')
    await hastenTransfer(trx, { provider, reference: report.returned.providerReference });
}
