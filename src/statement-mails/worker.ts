import type { Database, Trx } from '../db/index.ts';
import { findHeld, periodOf, readStatement, type MonthlyStatement } from '../ledger/index.ts';
import type { Logger } from '../lib/logger.ts';
import { plusMonths, type TimeZone } from '../lib/time-zone.ts';
import { createClaimWorker, type Worker } from '../lib/work/claim-worker.ts';
import { MAX_ATTACHMENT_BYTES, recordMessage } from '../outbox/index.ts';
import { findProfile } from '../month-profiles/index.ts';
import { TREASURERS, type UserLanguage } from '../people/index.ts';
import {
  claimDue,
  deleteNext,
  findAddressee,
  insertNext,
  lockUnsent,
  markSent,
  postpone,
} from './repository.ts';
import { dueAfter } from './schedule.ts';
import { writeMail } from './write.ts';

const MAX_IN_FLIGHT = 4;
const PAUSE_MS = 60_000;
/** Longer than it takes to read a few statements; also the pause before a failed one is retried. */
const LEASE_MS = 10 * 60_000;

/** The workbook of a month with all assets; undefined if the account has none for it. */
type WriteWorkbook = (
  account: { accountId: string; accountName: string; timeZone: TimeZone },
  month: string,
  language: UserLanguage,
) => Promise<{ name: string; file: AsyncIterable<Buffer> } | undefined>;

/** A file that goes with the mail; `too_large` if it does not fit. */
type Attached = { name: string; bytes: Buffer } | 'too_large' | undefined;

interface Due {
  accountId: string;
  userId: string;
  month: string;
}

/**
 * Sends each month's statements once to every subscriber, however late. Message and mark are written in one
 * transaction, so a crash leaves both or neither. A user who may no longer see the account's money gets no more.
 */
export function createStatementMailer(options: {
  db: Database;
  /** The panel's URL, with `/panel`. */
  panelUrl: string;
  writeWorkbook: WriteWorkbook;
  logger: Logger;
}): Worker {
  const { db, panelUrl, writeWorkbook, logger } = options;
  return createClaimWorker({
    name: 'statement mails',
    maxInFlight: MAX_IN_FLIGHT,
    pauseMs: PAUSE_MS,
    logger,
    claim: (limit) => db.inOneTrip((trx) => claimDue(trx, { limit, leaseMs: LEASE_MS })),
    describe: ({ accountId, month }) => ({ account_id: accountId, month }),
    async work(mail) {
      // Before the transaction, because it reads all of the month in transactions of its own.
      const attached = await attach(db, mail, writeWorkbook);
      await db.transaction((trx) => send(trx, mail, { panelUrl, attached }));
    },
  });
}

/** The workbook, if the account's owner has chosen that its mails carry it. */
async function attach(db: Database, mail: Due, writeWorkbook: WriteWorkbook): Promise<Attached> {
  const { accountId, month } = mail;
  const [{ isMailed }, addressee] = await Promise.all([
    findProfile(db.read, accountId),
    findAddressee(db.read, mail),
  ]);
  if (!isMailed || !addressee) return undefined;
  const { accountName, timeZone, language } = addressee;
  const workbook = await writeWorkbook({ accountId, accountName, timeZone }, month, language ?? 'en');
  if (!workbook) return undefined;
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of workbook.file) {
    size += part.length;
    if (size > MAX_ATTACHMENT_BYTES) return 'too_large';
    parts.push(part);
  }
  return { name: workbook.name, bytes: Buffer.concat(parts) };
}

async function send(
  trx: Trx,
  mail: Due,
  { panelUrl, attached }: { panelUrl: string; attached: Attached },
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
  const message = writeMail(language ?? 'en', {
    ...{ accountName, month, statements, url },
    file: typeof attached === 'object' ? 'attached' : attached,
  });
  const attachment = typeof attached === 'object' ? { attachment: attached } : {};
  await recordMessage(trx, { accountId, recipient: email, ...message, ...attachment });
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
