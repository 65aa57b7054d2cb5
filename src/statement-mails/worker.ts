import type { Database, Trx } from '../db/index.ts';
import { findHeld, periodOf, readStatement, type MonthlyStatement } from '../ledger/index.ts';
import type { Logger } from '../lib/logger.ts';
import { plusMonths, type TimeZone } from '../lib/time-zone.ts';
import { createClaimWorker, type Worker } from '../lib/work/claim-worker.ts';
import { recordMessage } from '../outbox/index.ts';
import { TREASURERS } from '../people/index.ts';
import { claimDue, deleteNext, insertNext, lockUnsent, markSent, postpone } from './repository.ts';
import { dueAfter } from './schedule.ts';
import { writeMail } from './write.ts';

const MAX_IN_FLIGHT = 4;
const PAUSE_MS = 60_000;
/** Longer than it takes to read a few statements; also the pause before a failed one is retried. */
const LEASE_MS = 10 * 60_000;

/**
 * Sends each month's statements once to every subscriber, however late. Message and mark are written in one
 * transaction, so a crash leaves both or neither. A user who may no longer see the account's money gets no more.
 */
export function createStatementMailer(options: {
  db: Database;
  /** The panel's URL, with `/panel`. */
  panelUrl: string;
  logger: Logger;
}): Worker {
  const { db, panelUrl, logger } = options;
  return createClaimWorker({
    name: 'statement mails',
    maxInFlight: MAX_IN_FLIGHT,
    pauseMs: PAUSE_MS,
    logger,
    claim: (limit) => db.transaction((trx) => claimDue(trx, { limit, leaseMs: LEASE_MS })),
    describe: ({ accountId, month }) => ({ account_id: accountId, month }),
    work: (mail) => db.transaction((trx) => send(trx, mail, panelUrl)),
  });
}

async function send(
  trx: Trx,
  mail: { accountId: string; userId: string; month: string },
  panelUrl: string,
): Promise<void> {
  const { accountId, month } = mail;
  const addressee = await lockUnsent(trx, mail);
  if (!addressee) return;
  const { email, language, role, disabledAt, accountName, timeZone } = addressee;
  if (disabledAt !== null || !TREASURERS.includes(role)) {
    await deleteNext(trx, mail);
    return;
  }
  const dueAt = dueAfter(timeZone, month);
  // The account has since moved to a time zone in which the month ends later.
  if (dueAt > (await trx.now)) {
    await postpone(trx, { ...mail, dueAt });
    return;
  }
  const statements = await readStatements(trx, { accountId, timeZone }, month);
  const url = `${panelUrl}/accounts/${accountId}/statements`;
  const message = writeMail(language ?? 'en', { accountName, month, statements, url });
  await recordMessage(trx, { accountId, recipient: email, ...message });
  await markSent(trx, { ...mail, sentAt: await trx.now });
  const next = plusMonths(month, 1);
  await insertNext(trx, { ...mail, month: next, dueAt: dueAfter(timeZone, next) });
}

async function readStatements(
  trx: Trx,
  account: { accountId: string; timeZone: TimeZone },
  month: string,
): Promise<MonthlyStatement[]> {
  const { stated } = await findHeld(trx, account.accountId);
  const statements: MonthlyStatement[] = [];
  for (const asset of stated) {
    const period = periodOf(account, asset, month);
    if (!period) throw new Error(`not a month: ${month}`);
    statements.push(await readStatement(trx, period));
  }
  return statements;
}
