import type { Database } from '../../../../db/index.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { createClaimWorker, type Worker } from '../../../../lib/work/claim-worker.ts';
import { PROVIDER_TIMEOUTS_MS, ProviderFailure, type Report, type TakeInReports } from '../../../index.ts';
import type { BitsoClient } from '../client/client.ts';
import { isNotThere } from '../client/errors.ts';
import { optionalText, textOf, type Fields } from '../client/fields.ts';
import type { Fundings } from './fundings.ts';
import { getPayment } from './payments.ts';
import { askLater, claimPayments, markDone, type OpenPayment } from './repository.ts';

/** With the pause: at most 48 payments a minute, far below what Bitso allows. */
const AT_ONCE = 4;
const PAUSE_MS = 5_000;
const LEASE_MS = 2 * PROVIDER_TIMEOUTS_MS.money + 10_000;
const FIRST_WAIT_MS = 10 * 60_000;
const LONGEST_WAIT_MS = 6 * 3_600_000;

/**
 * Polls open payments at Bitso by id, with increasing delays, until two days after they expired: for payments that no
 * notice reported and the statement does not show.
 */
export function createPaymentPoller(options: {
  db: Database;
  logger: Logger;
  client: BitsoClient;
  fundings: Fundings;
  takeIn: TakeInReports;
}): Worker {
  const { db, logger, client, fundings, takeIn } = options;

  /** Undefined while it is open. */
  const outcomeOf = async (payment: Fields, signal: AbortSignal): Promise<Report | undefined> => {
    switch (textOf(payment, 'status').toUpperCase()) {
      case 'COMPLETED': {
        const { details } = payment;
        const fid = optionalText(Object(details) as Fields, 'fid');
        // Paid, but the deposit is not known yet.
        return fid === undefined ? undefined : fundings.report(fid, signal, { isBackground: true });
      }
      case 'EXPIRED':
        return { type: 'nothing' };
      default:
        return undefined;
    }
  };

  const work = async (claim: OpenPayment): Promise<void> => {
    const signal = AbortSignal.timeout(PROVIDER_TIMEOUTS_MS.money);
    let report: Report | undefined;
    try {
      report = await outcomeOf(await getPayment(client, claim.id, signal, { isBackground: true }), signal);
    } catch (error) {
      if (isNotThere(error)) report = claim.isOpen ? undefined : { type: 'nothing' };
      else if (!(error instanceof ProviderFailure)) throw error;
    }
    // A deposit that is only seen is followed by its confirmation.
    const outcome = report ?? (claim.isOpen ? undefined : ({ type: 'nothing' } as const));
    await db.transaction(async (trx) => {
      if (outcome === undefined) {
        const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (claim.asked - 1), LONGEST_WAIT_MS);
        return askLater(trx, claim, waitMs);
      }
      await markDone(trx, { id: claim.id });
      await takeIn(trx, [outcome]);
    });
  };

  return createClaimWorker<OpenPayment>({
    name: 'bitso-payments',
    maxInFlight: AT_ONCE,
    pauseMs: PAUSE_MS,
    logger,
    claim: (limit) => db.transaction((trx) => claimPayments(trx, { limit, leaseMs: LEASE_MS })),
    describe: ({ id }) => ({ payment: id }),
    work,
  });
}
