import { findAccount } from '../accounts/index.ts';
import type { Database, Trx } from '../db/index.ts';
import type { Logger } from '../lib/logger.ts';
import { createClaimWorker, type Worker } from '../lib/work/claim-worker.ts';
import type { Providers } from '../methods/index.ts';
import { lockPayment, type PaymentKey } from './deposit-state.ts';
import { refundIfWanted } from './refunds.ts';
import { claimAutoRefunds, setAutoRefundDue } from './repository.ts';

const MAX_IN_FLIGHT = 8;
const PAUSE_MS = 5_000;
/** How soon a deposit is returned once its rest can no longer be paid. */
const WAIT_MS = 60_000;

/** Refunds parts of a payment automatically once the rest can no longer be paid (D7). */
export function createPartRefundWorker({
  db,
  providers,
  logger,
}: {
  db: Database;
  providers: Pick<Providers, 'find'>;
  logger: Logger;
}): Worker {
  return createClaimWorker<PaymentKey>({
    name: 'part-refunds',
    maxInFlight: MAX_IN_FLIGHT,
    pauseMs: PAUSE_MS,
    logger,
    claim: (limit) => db.transaction((trx) => claimAutoRefunds(trx, { limit, waitMs: WAIT_MS })),
    describe: ({ id }) => ({ deposit_id: id }),
    work: (key) => db.transaction((trx) => refundUnlessPayable(trx, providers, key)),
  });
}

async function refundUnlessPayable(
  trx: Trx,
  providers: Pick<Providers, 'find'>,
  key: PaymentKey,
): Promise<void> {
  const { deposit, link } = await lockPayment(trx, key);
  const account = await findAccount(trx, { id: key.accountId });
  // It may still be completed; the claim has postponed the next check.
  if (deposit.status === 'unmatched' && link.status === 'active' && account?.payTheRest) return;
  trx.defer(setAutoRefundDue(trx, { accountId: key.accountId, id: key.id, dueAt: null }));
  if (deposit.status === 'unmatched') await refundIfWanted(trx, providers, deposit);
}
