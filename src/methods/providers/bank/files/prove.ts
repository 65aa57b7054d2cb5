import { ZERO, type Money } from '../../../../lib/money.ts';
import { formatIn } from './amounts.ts';
import type { FileEntry, FileStatement, Moved, StatementFile, Total } from './statement-file.ts';
import { quoted } from './texts.ts';

/** The sum of the booked entries. */
export function sumOfBooked(entries: readonly FileEntry[]): Money {
  return entries.reduce((sum, { status, amount }) => (status === 'booked' ? sum.plus(amount) : sum), ZERO);
}

/** The credits and debits among signed amounts. */
export function movedBy(amounts: readonly Money[]): Moved {
  const total = (own: readonly Money[]): Total => ({
    count: own.length,
    sum: own.reduce((sum, amount) => sum.plus(amount.abs()), ZERO),
  });
  return {
    credits: total(amounts.filter((amount) => amount.gt(0))),
    debits: total(amounts.filter((amount) => amount.lt(0))),
  };
}

/** A statement as a reader returns it. `moved` is given where the bank's entries are not `entries`. */
export type ReadStatement = Omit<FileStatement, 'ties' | 'moved' | 'isDoubtful'> &
  Partial<Pick<FileStatement, 'moved' | 'isDoubtful'>>;

/** Adds whether balances and entries of a statement agree, and its credits and debits. */
export function prove(statement: ReadStatement): FileStatement {
  const { opening, closing, entries, faults } = statement;
  const booked = entries.filter(({ status }) => status === 'booked');
  const ties =
    opening && closing
      ? faults.length === 0 && opening.amount.plus(sumOfBooked(entries)).eq(closing.amount)
      : null;
  return { moved: movedBy(booked.map(({ amount }) => amount)), isDoubtful: false, ...statement, ties };
}

/**
 * The reason why a readable file must not be believed, as one line; undefined for a credible one. Only the books must
 * tie; a single page of a statement is proven with the others.
 */
export function refusalOf({ statements }: StatementFile): string | undefined {
  if (statements.length === 0) return 'The file has no statement.';
  for (const statement of statements) {
    const reasons = [...statement.faults, ...untied(statement)];
    if (reasons.length > 0) return `${nameOf(statement)} ${reasons.join(', and ')}.`;
  }
  return undefined;
}

function untied({ role, currency, opening, closing, entries, ties, page }: FileStatement): string[] {
  if (role !== 'books') return [];
  if (!opening || !closing) {
    if (page) return [];
    return [opening ? 'has no closing balance' : 'has no opening balance'];
  }
  if (ties !== false) return [];
  const sum = sumOfBooked(entries);
  const [from, booked, result, stated] = [opening.amount, sum, opening.amount.plus(sum), closing.amount].map(
    (amount) => formatIn(currency, amount),
  );
  return [`does not tie: opening ${from} + booked entries ${booked} = ${result}, but closing is ${stated}`];
}

function nameOf({ id, account, currency }: FileStatement): string {
  const which = id === null ? 'The statement' : `Statement ${quoted(id)}`;
  return `${which} of account ${quoted(account)} in ${currency}`;
}
