import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../../db/index.ts';
import { formatAmount, money } from '../../../lib/money.ts';
import type { BankAccountConfig } from './accounts/account.ts';
import { distrustOf, isComplete } from './folder/folder.ts';
import { listRefused } from './intake/repository.ts';
import { findState, listUnknown, listWaiting } from './books/repository.ts';
import { wordsOf } from './books/reasons.ts';
import { whyWaiting } from './books/waits.ts';
import { fromJson } from './books/entry-json.ts';
import { listRemarked, listUnwritten, listWaitingOrders } from './payouts/repository.ts';

const MOST_PAYMENTS = 1_000;
const MOST_WAITING = 1_000;
const MOST_REFUSED = 1_000;
const REFUSED_DAYS = 30;

/** The proven balance of an account, and its waiting and unexplained items. */
export interface AccountReport {
  account: string;
  asset: string;
  /** The last closing balance that the statements prove; null before the first. */
  closing: string | null;
  closed_on: string | null;
  statements: string;
  /** The oldest first. */
  waiting: {
    /** For payments bank accept, or discard. */
    id: string;
    statement: string | null;
    file: string;
    first_day: string | null;
    last_day: string | null;
    opening: string | null;
    closing: string | null;
    reason: string;
  }[];
  /** Files in the account's folder that are not imported, with the reasons. */
  folder: { file: string; reason: string }[];
  unexplained: {
    entry: string;
    amount: string;
    booked_on: string | null;
    texts: string;
    reason: string | null;
  }[];
  /** Payments that wait for `payments bank export`. */
  payments: number;
  payments_sum: string;
  /** The bank's remarks on payments within a month, besides their outcome, such as returned or corrected. */
  told_of_payments: { payment: string; words: string }[];
  /** Payment files that were released and are not in their folder. */
  unwritten: string[];
}

/** A file that was refused within the last 30 days, and not imported since. */
export interface RefusedFile {
  file: string;
  source: string;
  received_at: string;
  reason: string;
}

/** The newest first. */
export async function listRefusedFiles(db: Database): Promise<RefusedFile[]> {
  const rows = await listRefused(db.read, { days: REFUSED_DAYS, limit: MOST_REFUSED });
  return rows.map(({ name, source, receivedAt, refused }) => ({
    file: name,
    source,
    received_at: receivedAt.toISOString(),
    reason: refused ?? '',
  }));
}

/** `refused` are the refused files. */
export async function reportAccount(
  db: Database,
  { id, asset, inFolder }: BankAccountConfig,
  refused: readonly RefusedFile[],
): Promise<AccountReport> {
  const [state, waiting, unknown, orders, remarked, unwritten, folder] = await Promise.all([
    findState(db.read, { account: id }),
    listWaiting(db.read, { account: id, limit: MOST_WAITING }),
    listUnknown(db.read, { account: id }),
    listWaitingOrders(db.read, { account: id, limit: MOST_PAYMENTS }),
    listRemarked(db.read, { account: id }),
    listUnwritten(db.read),
    inFolder === undefined ? [] : lookInto(inFolder, refused),
  ]);
  const sum = orders.reduce((total, { amount }) => total.plus(money(amount)), money('0'));
  return {
    account: id,
    asset,
    closing: state?.closing ?? null,
    closed_on: state?.closedOn ?? null,
    statements: state?.statements ?? '0',
    waiting: waiting.map((one) => ({
      id: one.id,
      statement: one.bankId,
      file: one.name,
      first_day: one.firstDay,
      last_day: one.lastDay,
      opening: one.opening,
      closing: one.closing,
      reason: whyWaiting(one, state),
    })),
    folder,
    unexplained: unknown.map((row) => {
      const { texts, reason } = fromJson(row.entry);
      return {
        entry: row.identity,
        amount: row.amount,
        booked_on: row.bookingDate,
        texts: texts.join(' ').slice(0, 200),
        reason: reason && wordsOf(reason),
      };
    }),
    payments: orders.length,
    payments_sum: formatAmount(sum),
    told_of_payments: remarked.map((order) => ({ payment: order.id, words: order.remark ?? '' })),
    unwritten: unwritten.filter(({ account }) => account === id).map((batch) => batch.id),
  };
}

/** The files in a folder that cannot be imported, because they are not trusted or were refused. */
async function lookInto(
  folder: string,
  refused: readonly RefusedFile[],
): Promise<{ file: string; reason: string }[]> {
  const distrust = distrustOf(folder, 'folder');
  if (distrust !== undefined) return [{ file: folder, reason: distrust }];
  const reasons = new Map(
    refused.filter(({ source }) => source === 'folder').map(({ file, reason }) => [file, reason]),
  );
  return (await readdir(folder)).filter(isComplete).flatMap((file) => {
    const reason = distrustOf(join(folder, file), 'file') ?? reasons.get(file.slice(-255));
    return reason === undefined ? [] : [{ file, reason }];
  });
}
