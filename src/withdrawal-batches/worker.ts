import { findAccount } from '../accounts/index.ts';
import { type Actor, OPERATOR } from '../audit-log/index.ts';
import type { Database, Trx } from '../db/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { wordsOf } from '../lib/errors/words.ts';
import type { ErrorCode } from '../lib/errors/table.ts';
import type { Logger } from '../lib/logger.ts';
import { money } from '../lib/money.ts';
import { plusDays, UTC } from '../lib/time-zone.ts';
import type { Worker } from '../lib/work/claim-worker.ts';
import { startLoop } from '../lib/work/loop.ts';
import { TREASURERS } from '../people/index.ts';
import { tellMembers, type BatchObstacle } from '../treasury/index.ts';
import { type BatchParts, scheduleNext, startBatch, startOf } from './batches.ts';
import { findBatch, lockBatch, lockDue, updateBatch, type StoredBatch } from './repository.ts';

const PAUSE_MS = 10_000;
/** How long a batch whose balance is too low waits before it is tried again, up to the end of its day. */
const RETRY_MS = 3600_000;
/** The same for an error of ours, so that one batch does not hold up the others. */
const POSTPONE_MS = 5 * 60_000;

/** Why a batch was not started, by the error of the attempt. Any other error is a fault of ours. */
const OBSTACLES: Readonly<Partial<Record<ErrorCode, BatchObstacle>>> = {
  insufficient_funds: 'insufficient_funds',
  destination_not_found: 'destination_removed',
  forbidden: 'requester_lost_role',
  account_suspended: 'account_inactive',
  account_blocked: 'account_inactive',
  account_owes_money: 'account_owes_money',
  invalid_request: 'method_unavailable',
};

/** No later run could do better, so the series ends. */
const ENDS_SERIES: ReadonlySet<BatchObstacle> = new Set(['destination_removed', 'requester_lost_role']);

interface WorkerParts extends Pick<BatchParts, 'withdrawals'> {
  panelUrl: string;
  db: Database;
  logger: Logger;
}

/**
 * Starts scheduled batches on their day, each in a transaction of its own, as the person who requested them. A run that was
 * missed is made up for once. One that cannot start is told to the people who may move money. While only the balance is too
 * low, it is tried again every hour until its day is over.
 */
export function createBatchStarter(parts: WorkerParts): Worker {
  const { db, logger } = parts;
  /** Whether there was one to start. */
  const startOne = async (): Promise<boolean> => {
    let due: StoredBatch | undefined;
    try {
      await db.transaction(async (trx) => {
        due = await lockDue(trx);
        if (due) await startBatch(parts, trx, due, await requesterOf(trx, due));
      });
    } catch (error) {
      if (!due) throw error;
      const failed = due;
      // Nothing is left of the attempt, so that what is recorded of it needs a transaction of its own.
      await db.transaction((trx) => recordFailure(parts, trx, failed, error));
    }
    return due !== undefined;
  };
  return {
    async runOnce() {
      let started = 0;
      while (await startOne()) started++;
      return started;
    },
    start: () => startLoop({ name: 'withdrawal-batches', pauseMs: PAUSE_MS, logger, round: startOne }),
  };
}

async function requesterOf(trx: Trx, { accountId, id, requestedBy }: StoredBatch): Promise<Actor> {
  if (requestedBy === null) return OPERATOR;
  const email = (await findBatch(trx, { accountId, id }))?.requestedByEmail ?? null;
  return { ...OPERATOR, userId: requestedBy, email };
}

async function recordFailure(
  { panelUrl, logger }: WorkerParts,
  trx: Trx,
  { accountId, id, dueAt }: StoredBatch,
  error: unknown,
): Promise<void> {
  const batch = await lockBatch(trx, { accountId, id });
  // A person has cancelled it since, or another worker has tried it.
  if (batch?.dueAt?.getTime() !== dueAt?.getTime() || !batch) return;
  const now = await trx.now;
  const why = error instanceof DomainError ? OBSTACLES[error.code] : undefined;
  if (!why) {
    trx.defer(updateBatch(trx, { ...batch, dueAt: new Date(now.getTime() + POSTPONE_MS) }));
    logger.error('batch of withdrawals not started', { batch_id: id, error: wordsOf(error) });
    return;
  }
  const { timeZone = UTC } = (await findAccount(trx, { id: accountId })) ?? {};
  const dayEndsAt = startOf(timeZone, plusDays(batch.executeOn, 1));
  const retryAt = new Date(now.getTime() + RETRY_MS);
  const waits = why === 'insufficient_funds' && retryAt < dayEndsAt;
  const isTold = waits && batch.failureReason !== null;
  trx.defer(
    updateBatch(trx, {
      ...batch,
      failureReason: why,
      ...(waits ? { dueAt: retryAt } : { status: 'failed', dueAt: null, endedAt: now }),
    }),
  );
  const isSeriesOver = batch.repeats !== null && ENDS_SERIES.has(why);
  if (!waits && !isSeriesOver) await scheduleNext(trx, batch);
  if (isTold) return;
  const progress = await findBatch(trx, { accountId, id });
  const what = `${money(progress?.total ?? '0').toFixed()} ${batch.asset}`;
  const panel = `${panelUrl}/accounts/${accountId}/withdrawals/batches/${id}`;
  await tellMembers(trx, accountId, TREASURERS, (words, timeOf) =>
    words.batchNotStarted({
      title: batch.title,
      what,
      why,
      until: waits ? timeOf(dayEndsAt) : null,
      isSeriesOver,
      panel,
    }),
  );
}
