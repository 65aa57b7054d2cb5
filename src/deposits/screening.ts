import type { Database, Trx } from '../db/index.ts';
import { createClaimWorker, type Worker } from '../lib/work/claim-worker.ts';
import { WOKEN_PAUSE_MS } from '../lib/work/loop.ts';
import type { Logger } from '../lib/logger.ts';
import { formatStored } from '../lib/money.ts';
import {
  claimScreenings,
  finishScreening,
  type Question,
  type Screened,
  type Screening,
  SCREENING_TIMEOUT_MS,
  type ScreeningRecord,
} from '../screening/index.ts';
import { lockPayment } from './deposit-state.ts';
import { settlePayment } from './settlement.ts';
import { findDeposit, type Deposit } from './repository.ts';
import { payWithAllowed } from './settlement.ts';
import { unmatchPayment, type HoldingParts } from './hold.ts';

const MAX_IN_FLIGHT = 32;
/** Longer than the hook's timeout, so that a claim lapses only if its worker died. */
const LEASE_MS = SCREENING_TIMEOUT_MS + 10_000;

/**
 * Has final deposits screened, and carries out the decisions (D53). Without a screening hook, it only carries out those
 * of operators.
 */
export function createScreeningWorker(options: {
  db: Database;
  parts: HoldingParts;
  screening: Screening | undefined;
  logger: Logger;
}): Worker {
  const { db, parts, screening, logger } = options;
  const asks = screening !== undefined;

  const judge = async (row: ScreeningRecord) => {
    if (row.decision !== 'hold' || !screening) return row.decision;
    const deposit = await findDeposit(db.read, row.accountId, row.subjectId);
    return (await screening.judge(row, () => questionOf(deposit))).decision;
  };

  return createClaimWorker({
    name: 'deposit-screening',
    maxInFlight: MAX_IN_FLIGHT,
    pauseMs: WOKEN_PAUSE_MS,
    logger,
    wokenBy: (wake) => db.onWork('screenings', wake),
    claim: (limit) => db.inOneTrip((trx) => claimScreenings(trx, { limit, leaseMs: LEASE_MS, asks })),
    describe: ({ subjectId }) => ({ deposit_id: subjectId }),
    async work(row) {
      const decision = await judge(row);
      if (decision !== 'hold') await db.transaction((trx) => carryOut(trx, parts, row, decision));
    },
  });
}

/** A payment that was only held continues, or becomes unmatched; an unmatched deposit stays unmatched. */
async function carryOut(
  trx: Trx,
  parts: HoldingParts,
  row: Screened,
  decision: 'allow' | 'refuse',
): Promise<void> {
  const deposit = await findDeposit(trx, row.accountId, row.subjectId);
  if (deposit.status !== 'pending') {
    const mayBeRest = decision === 'allow' && deposit.unmatchedReason === 'UNDERPAID';
    const payment = mayBeRest ? await lockPayment(trx, deposit) : undefined;
    if ((await finishScreening(trx, row)) && payment) await payWithAllowed(trx, parts, payment);
    return;
  }
  const payment = await lockPayment(trx, deposit);
  // Another process may have carried it out before this one acquired the lock.
  if (!(await finishScreening(trx, row))) return;
  if (decision === 'allow') await settlePayment(trx, parts, payment);
  else await unmatchPayment(trx, parts, { ...payment, deposits: [payment.deposit] }, 'SCREENING_REFUSED');
}

function questionOf(deposit: Deposit): Question {
  return {
    id: deposit.id,
    type: 'deposit',
    account_id: deposit.accountId,
    asset: deposit.asset,
    amount: deposit.exactAmount ?? formatStored(deposit.amount),
    method: deposit.method,
    network: deposit.network,
    destination: deposit.destination,
    payer: deposit.payer,
    payment_link_code: deposit.paymentLinkCode,
  };
}
