import type { Queryable } from '../../../../db/index.ts';
import { formatAmount, type Money, ZERO } from '../../../../lib/money.ts';
import type { BankAccountConfig } from '../accounts/account.ts';
import type { FileEntry, FileStatement } from '../files/index.ts';
import { findCancelled } from './cancelled.ts';
import { classify } from './classify.ts';
import type { ForeseenAccount, ForeseenStatement, ForeseenTotal } from '../../../index.ts';

/** A statement of a file, and its account in the configuration. */
export interface KnownStatement {
  statement: FileStatement;
  account: BankAccountConfig;
}

/** A statement's content, without the outcome of its import. */
export async function describeStatement(
  on: Queryable,
  { statement, account }: KnownStatement,
): Promise<Omit<ForeseenStatement, 'outcome' | 'waits' | 'last'>> {
  const { id: bankId, from, to, opening, closing, entries, ties } = statement;
  const credits = creditsOf(entries);
  let matched = 0;
  for (const entry of credits) {
    const { kind, reference } = await classify(on, account, entry);
    if (kind === 'deposit' && reference !== null) matched++;
  }
  return {
    account: account.id,
    bankId,
    from,
    to,
    ties,
    matched,
    opening: opening && formatAmount(opening.amount),
    closing: closing && formatAmount(closing.amount),
    entries: entries.length,
    credits: formatAmount(sumOf(credits)),
  };
}

/** The accounts of a file, each with the figures that a person compares with the bank's portal. */
export async function describeAccounts(
  on: Queryable,
  known: readonly KnownStatement[],
): Promise<ForeseenAccount[]> {
  const accounts = new Map(known.map(({ account }) => [account.id, account]));
  const described: ForeseenAccount[] = [];
  for (const account of accounts.values()) {
    const own = known.flatMap(({ account: { id }, statement }) => (id === account.id ? [statement] : []));
    const books = own.filter(({ role }) => role === 'books');
    described.push({
      account: account.id,
      currency: account.asset,
      closing: lastClosingOf(own),
      credits: formatAmount(sumOf(own.flatMap(({ entries }) => creditsOf(entries)))),
      moved: { credits: totalOf(books, 'credits'), debits: totalOf(books, 'debits') },
      couldBeMadeUp: hasCancelled(books) || (await hasUnexplained(on, account, books)),
    });
  }
  return described;
}

function totalOf(statements: readonly FileStatement[], side: 'credits' | 'debits'): ForeseenTotal {
  const totals = statements.map(({ moved }) => moved[side]);
  return {
    count: totals.reduce((count, one) => count + one.count, 0),
    sum: formatAmount(totals.reduce((sum, one) => sum.plus(one.sum), ZERO)),
  };
}

/**
 * Whether a statement with movements closes where it opened, or all of them together do, or a credit is cancelled;
 * payments of ours count as cancelling, because their real debits may come later.
 */
function hasCancelled(statements: readonly FileStatement[]): boolean {
  const booked = statements.flatMap(({ entries }) => entries.filter(({ status }) => status === 'booked'));
  const movements = booked.map(({ amount }, index) => ({ id: String(index), amount, isLarge: true }));
  if (findCancelled(movements).size > 0) return true;
  const sums = statements.map(({ moved: { credits, debits } }) => ({ in: credits.sum, out: debits.sum }));
  const all = sums.reduce((sum, one) => ({ in: sum.in.plus(one.in), out: sum.out.plus(one.out) }), {
    in: ZERO,
    out: ZERO,
  });
  return [...sums, all].some((one) => one.in.gt(0) && one.in.eq(one.out));
}

/** Whether there are debits other than payments of ours, each once, and small movements by the operator's codes. */
async function hasUnexplained(
  on: Queryable,
  account: BankAccountConfig,
  statements: readonly FileStatement[],
): Promise<boolean> {
  const paid = new Set<string>();
  for (const entry of statements.flatMap(({ entries }) => entries)) {
    if (entry.status !== 'booked' || !entry.amount.lt(0)) continue;
    const { kind, subject } = await classify(on, account, entry);
    const isSmall = entry.amount.abs().lte(account.codeLimit);
    const isOurs = kind === 'pay_out' && subject !== null && !paid.has(subject);
    if (!isOurs && !(isSmall && (kind === 'cost' || kind === 'other'))) return true;
    if (subject !== null) paid.add(subject);
  }
  return false;
}

/** By its day, because some banks write the newest statement first. */
function lastClosingOf(statements: readonly FileStatement[]): string | null {
  const closings = statements.flatMap(({ role, closing }) => (role === 'books' && closing ? [closing] : []));
  const [first, ...others] = closings;
  if (!first) return null;
  const last = others.reduce(
    (latest, one) => ((one.date ?? '') >= (latest.date ?? '') ? one : latest),
    first,
  );
  return formatAmount(last.amount);
}

function creditsOf(entries: readonly FileEntry[]): FileEntry[] {
  return entries.filter(({ status, amount }) => status !== 'information' && amount.gt(0));
}

function sumOf(entries: readonly FileEntry[]): Money {
  return entries.reduce((sum, { amount }) => sum.plus(amount), ZERO);
}
