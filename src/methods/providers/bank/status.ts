import type { Database } from '../../../db/index.ts';
import { formatAmount, money } from '../../../lib/money.ts';
import type { BankAccountConfig } from './accounts/account.ts';
import { findState, listUnknown, listWaiting } from './books/repository.ts';
import { wordsOf } from './books/reasons.ts';
import { fromJson } from './books/entry-json.ts';
import { listRemarked, listUnwritten, listWaitingOrders } from './payouts/repository.ts';

const MOST_PAYMENTS = 1_000;

/** What is proven of an account, what waits, and what nothing explains. */
export interface AccountReport {
  account: string;
  asset: string;
  /** The last closing balance that the statements prove; null before the first. */
  closing: string | null;
  closed_on: string | null;
  statements: string;
  waiting: { statement: string | null; opening: string | null; closing: string | null }[];
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
  /** What the bank told of payments within a month, besides what became of them: that one comes back, or was corrected. */
  told_of_payments: { payment: string; words: string }[];
  /** Payment files that were released and are not in their folder. */
  unwritten: string[];
}

export async function reportAccount(db: Database, { id, asset }: BankAccountConfig): Promise<AccountReport> {
  const [state, waiting, unknown, orders, remarked, unwritten] = await Promise.all([
    findState(db.read, { account: id }),
    listWaiting(db.read, { account: id }),
    listUnknown(db.read, { account: id }),
    listWaitingOrders(db.read, { account: id, limit: MOST_PAYMENTS }),
    listRemarked(db.read, { account: id }),
    listUnwritten(db.read),
  ]);
  const sum = orders.reduce((total, { amount }) => total.plus(money(amount)), money('0'));
  return {
    account: id,
    asset,
    closing: state?.closing ?? null,
    closed_on: state?.closedOn ?? null,
    statements: state?.statements ?? '0',
    waiting: waiting.map(({ bankId, opening, closing }) => ({ statement: bankId, opening, closing })),
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
