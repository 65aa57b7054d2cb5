import type { Queryable } from '../../../../db/index.ts';
import { formatAmount, type Money, ZERO } from '../../../../lib/money.ts';
import type { BankAccountConfig } from '../accounts/account.ts';
import type { FileEntry, FileStatement } from '../files/index.ts';
import { classify } from './classify.ts';
import type { ForeseenAccount, ForeseenStatement } from '../intake/handed-in.ts';

/** A statement of a file, and the account of the configuration that it is of. */
export interface KnownStatement {
  statement: FileStatement;
  account: BankAccountConfig;
}

/** What a statement says, without what becomes of it. */
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
    ...{ account: account.id, bankId, from, to, ties, matched },
    opening: opening && formatAmount(opening.amount),
    closing: closing && formatAmount(closing.amount),
    entries: entries.length,
    credits: formatAmount(sumOf(credits)),
  };
}

/** The accounts of a file, each with what a person compares with the bank's portal. */
export function describeAccounts(known: readonly KnownStatement[]): ForeseenAccount[] {
  const accounts = new Map(known.map(({ account }) => [account.id, account]));
  return [...accounts.values()].map(({ id, asset: currency }) => {
    const own = known.flatMap(({ account, statement }) => (account.id === id ? [statement] : []));
    return {
      ...{ account: id, currency, closing: lastClosingOf(own) },
      credits: formatAmount(sumOf(own.flatMap(({ entries }) => creditsOf(entries)))),
    };
  });
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
