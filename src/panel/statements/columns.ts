import type { MonthlyStatement } from '../../ledger/index.ts';
import { columnFormat, type Language } from '../../pages/index.ts';

type Format = (amount: string) => string;

/** So many decimals that the figures align, except for movements that cancel each other's last digits. */
export function formatOfFigures(language: Language, statement: MonthlyStatement): Format {
  const { period, opening, closing, totals } = statement;
  return columnFormat(language, period.asset, [opening, closing, ...totals.map(({ amount }) => amount)]);
}

/** The same for the books outside the balance. */
export function formatOfBooks(language: Language, { period, outside }: MonthlyStatement): Format {
  const amounts = outside.books.flatMap(({ opening, closing }) => [opening, closing]);
  return columnFormat(language, period.asset, amounts);
}
