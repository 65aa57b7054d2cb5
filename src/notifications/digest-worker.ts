import type { Database, Queryable, Trx } from '../db/index.ts';
import type { Logger } from '../lib/logger.ts';
import { createClaimWorker, type Worker } from '../lib/work/claim-worker.ts';
import { recordMessage } from '../outbox/index.ts';
import { readFigures, type Waiting, writeDigest } from './digest.ts';
import { claimDigests, lockDigest, scheduleDigest } from './repository.ts';
import { dueAfter, lastHour, MARGIN_MS } from './schedule.ts';

const MAX_IN_FLIGHT = 4;
const PAUSE_MS = 30_000;
/** Longer than it takes to read an account's figures; also the pause before a failed digest is retried. */
const LEASE_MS = 10 * 60_000;

type CountWaiting = (on: Queryable, member: { accountId: string; userId: string }) => Promise<Waiting>;

/**
 * Sends the daily digests. Each covers the time since the one before, so a fact is in exactly one, also when clocks change
 * or no worker ran for days. Message and period are written in one transaction, so a crash leaves both or neither.
 */
export function createDigestMailer(options: {
  db: Database;
  /** The panel's URL, with `/panel`. */
  panelUrl: string;
  countWaiting: CountWaiting;
  logger: Logger;
}): Worker {
  const { db, panelUrl, countWaiting, logger } = options;
  return createClaimWorker({
    name: 'digests',
    maxInFlight: MAX_IN_FLIGHT,
    pauseMs: PAUSE_MS,
    logger,
    claim: (limit) => db.inOneTrip((trx) => claimDigests(trx, { limit, leaseMs: LEASE_MS })),
    describe: ({ accountId }) => ({ account_id: accountId }),
    work: (member) => db.transaction((trx) => send(trx, member, { panelUrl, countWaiting })),
  });
}

async function send(
  trx: Trx,
  member: { accountId: string; userId: string },
  { panelUrl, countWaiting }: { panelUrl: string; countWaiting: CountWaiting },
): Promise<void> {
  const { accountId } = member;
  const reader = await lockDigest(trx, member);
  if (!reader) return;
  const { digestHour: hour, digestFrom: from, email, language, role, accountName, timeZone } = reader;
  if (hour === null || from === null) return;
  const now = await trx.now;
  const until = lastHour(timeZone, hour, new Date(now.getTime() - MARGIN_MS));
  // Another worker has sent it, or the account has since moved to a time zone in which the day ends later.
  if (until <= from) {
    await scheduleDigest(trx, { ...member, from, dueAt: dueAfter(timeZone, hour, from) });
    return;
  }
  const period = { accountId, timeZone, from, until };
  const [statements, waiting] = [await readFigures(trx, period), await countWaiting(trx, member)];
  const accountUrl = `${panelUrl}/accounts/${accountId}`;
  const written = writeDigest(language ?? 'en', {
    accountName,
    role,
    period,
    statements,
    waiting,
    accountUrl,
  });
  if (written) await recordMessage(trx, { accountId, recipient: email, ...written, confidential: true });
  await scheduleDigest(trx, { ...member, from: until, dueAt: dueAfter(timeZone, hour, until) });
}
