import { ZERO, type Money } from '../../../../lib/money.ts';
import { formatIn } from './amounts.ts';
import type { FileEntry, FileStatement, StatementFile } from './statement-file.ts';
import { quoted } from './texts.ts';

/** What the booked entries add up to. */
export function sumOfBooked(entries: readonly FileEntry[]): Money {
  return entries.reduce((sum, { status, amount }) => (status === 'booked' ? sum.plus(amount) : sum), ZERO);
}

/** Completes a statement with whether its balances and entries agree. */
export function prove(statement: Omit<FileStatement, 'ties'>): FileStatement {
  const { opening, closing, entries, faults } = statement;
  const ties =
    opening && closing
      ? faults.length === 0 && opening.amount.plus(sumOfBooked(entries)).eq(closing.amount)
      : null;
  return { ...statement, ties };
}

/**
 * Why a file that can be read must not be believed, as one line; undefined for one that may. Only the books must tie;
 * a single page of a statement is proven with the others.
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
  const [from, booked, result, told] = [opening.amount, sum, opening.amount.plus(sum), closing.amount].map(
    (amount) => formatIn(currency, amount),
  );
  return [`does not tie: opening ${from} + booked entries ${booked} = ${result}, but closing is ${told}`];
}

function nameOf({ id, account, currency }: FileStatement): string {
  const which = id === null ? 'The statement' : `Statement ${quoted(id)}`;
  return `${which} of account ${quoted(account)} in ${currency}`;
}
