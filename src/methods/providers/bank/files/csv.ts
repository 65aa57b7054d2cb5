import { ZERO, type Money } from '../../../../lib/money.ts';
import { inferMapping } from './csv-inference.ts';
import { couldBeTorn, forgeableOf, type Forgeable } from './csv-doubt.ts';
import type { CsvMapping } from './csv-mapping.ts';
import { parseDate, parseLines, parseNumber } from './csv-values.ts';
import { amountIn, chainOf, type OrderedRow } from './csv-order.ts';
import { bareEntry, createCounter } from './entry.ts';
import { prove } from './prove.ts';
import {
  FileRefused,
  type Balance,
  type FileEntry,
  type FileStatement,
  type StatementFile,
} from './statement-file.ts';
import { accountOf, cleanTexts, quoted, referenceOrNull, textOrNull } from './texts.ts';

/** A row, with the fields found by the mapping. */
interface Row extends OrderedRow {
  account: string;
  currency: string;
}

/** Reads a bank's CSV export. Only a running balance proves it; without one it is an early report. */
export function readCsv(text: string, given: CsvMapping | undefined): StatementFile {
  const mapping = given ?? inferMapping(text);
  const skipLines = mapping.skipLines ?? 0;
  const bare = new Set<number>();
  const lines = parseLines(text, mapping, (field, { line, column, isQuoted }) => {
    if (line >= skipLines && !isQuoted && /\p{L}/u.test(field)) bare.add(column);
  });
  const header = mapping.header === false ? undefined : lines[skipLines];
  if (mapping.header !== false && !header)
    throw new FileRefused('The CSV file has no header row where the mapping says.');
  const find = columnFinder(header, mapping);
  const count = createCounter();
  const rows: Row[] = [];
  const beneath = lines.slice(skipLines + (header ? 1 : 0)).map((fields) => ({
    fields,
    isRow: !isFooter(fields, find(mapping.bookingDate.column), mapping),
  }));
  for (const { fields } of beneath.filter(({ isRow }) => isRow)) {
    count();
    rows.push(readRow((column) => (fields[find(column)] ?? '').trim(), mapping));
  }
  const forgeable = forgeableOf(header, beneath, { mapping, find, bare });
  noteTexts(rows, forgeable);
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = `${row.account} ${row.currency}`;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  // A row of another account may be made up alone, and so may one in place of the payer's own.
  const isDoubtful =
    forgeable !== 'none' && (groups.size > 1 || couldBeTorn(header, beneath) || rows.some(isLeftOpen));
  const statements = [...groups.values()].map((group) =>
    toStatement(group, finalBalanceOf(lines, mapping), mapping),
  );
  return { format: 'CSV', statements: statements.map((one) => ({ ...one, isDoubtful })) };
}

function noteTexts(rows: readonly Row[], forgeable: Forgeable): void {
  if (forgeable === 'none') return;
  const sure = { all: undefined, all_but_first: rows[0], all_but_last: rows.at(-1) }[forgeable];
  for (const row of rows) row.entry.couldBeText = row !== sure;
}

/** Not booked, but with a balance as if it were. */
function isLeftOpen({ entry, balance }: Row): boolean {
  return entry.status !== 'booked' && balance !== undefined;
}

function columnFinder(
  header: readonly string[] | undefined,
  { header: has }: CsvMapping,
): (column: string) => number {
  const names = header?.map((name) => name.trim());
  return (column) => {
    const index = names ? names.indexOf(column) : Number(column) - 1;
    if (has === false && !/^[1-9]\d{0,2}$/.test(column))
      throw new FileRefused(
        `The mapping names the column ${quoted(column)}, but without a header row columns have numbers.`,
      );
    if (index < 0)
      throw new FileRefused(
        `The CSV file has no column ${quoted(column)}. Its header must be as in the mapping.`,
      );
    if (names && names.lastIndexOf(column) !== index)
      throw new FileRefused(`The CSV file has two columns ${quoted(column)}.`);
    return index;
  };
}

/** Sums and balances beneath the rows have no date; nor have empty lines. */
function isFooter(fields: readonly string[], dateColumn: number, { finalBalance }: CsvMapping): boolean {
  if (fields.every((field) => field.trim() === '')) return true;
  const date = (fields[dateColumn] ?? '').trim();
  return date === '' || (finalBalance !== undefined && !/\d/.test(date)) || /^[^\d]*$/.test(date);
}

function readRow(at: (column: string) => string, mapping: CsvMapping): Row {
  const { account, currency, reference, texts = [], payer, status, valueDate, balance } = mapping;
  const bare = bareEntry(amountOf(at, mapping));
  const code = 'column' in currency ? at(currency.column) : currency.value;
  if (!/^[A-Z]{3}$/.test(code))
    throw new FileRefused(`The CSV file has a row with the currency ${quoted(code)}.`);
  const when = at(mapping.bookingDate.column);
  const text = balance === undefined ? '' : at(balance);
  const isLeftOut = balance !== undefined && text === '';
  const entry: FileEntry = {
    ...bare,
    // A row without a running balance is not booked yet, unless the bank states that it is.
    status: (status ? status.booked.includes(at(status.column)) : !isLeftOut) ? 'booked' : 'pending',
    bookingDate: parseDate(when, mapping.bookingDate.format),
    valueDate: valueDate && at(valueDate.column) ? parseDate(at(valueDate.column), valueDate.format) : null,
    references: {
      ...bare.references,
      servicer: reference === undefined ? null : referenceOrNull(at(reference)),
    },
    texts: cleanTexts([texts.map(at).join(' ')]),
    party: {
      ...bare.party,
      name: payer?.name === undefined ? null : textOrNull(at(payer.name)),
      account: (payer?.account !== undefined && accountOf(at(payer.account))) || null,
    },
  };
  return {
    account: accountOf('column' in account ? at(account.column) : account.value),
    currency: code,
    entry,
    balance: text === '' ? undefined : parseNumber(text, mapping),
    time: /\b\d\d?:\d\d(:\d\d)?/.exec(when)?.[0].padStart(5, '0') ?? '',
  };
}

function amountOf(at: (column: string) => string, mapping: CsvMapping): Money {
  const { amount } = mapping;
  if ('credit' in amount) {
    const [credit = ZERO, debit = ZERO] = [amount.credit, amount.debit].map((column) => {
      const text = at(column);
      return text === '' ? ZERO : parseNumber(text, mapping);
    });
    if (!credit.isZero() && !debit.isZero())
      throw new FileRefused('The CSV file has a row with both a credit and a debit.');
    return credit.minus(debit.abs());
  }
  const value = parseNumber(at(amount.column), mapping);
  if (!amount.side) return value;
  const side = at(amount.side.column);
  if (side !== amount.side.credit && side !== amount.side.debit)
    throw new FileRefused(
      `The CSV file has a row with the side ${quoted(side)}, which the mapping does not name.`,
    );
  return side === amount.side.credit ? value.abs() : value.abs().negated();
}

function finalBalanceOf(lines: readonly (readonly string[])[], mapping: CsvMapping): Money | undefined {
  const { finalBalance } = mapping;
  if (!finalBalance) return undefined;
  const line = finalBalance.line < 0 ? lines.at(finalBalance.line) : lines[finalBalance.line - 1];
  return parseNumber((line?.[finalBalance.field - 1] ?? '').trim(), mapping);
}

function toStatement(rows: readonly Row[], final: Money | undefined, mapping: CsvMapping): FileStatement {
  const hasBalance = rows.some(({ balance }) => balance !== undefined);
  const { ordered, faults } = hasBalance ? chainOf(rows, mapping) : { ordered: rows, faults: [] };
  const counted = hasBalance ? ordered.filter(({ balance }) => balance !== undefined) : ordered;
  const [first, last] = [counted[0], counted.at(-1)];
  const closing = last?.balance ?? final;
  if (hasBalance && final && closing && !final.eq(closing))
    faults.push('has a closing balance other than its last row');
  const entries = ordered.map(({ entry }) => entry).filter(({ amount }) => !amount.isZero());
  return prove({
    role: hasBalance ? 'books' : 'early',
    account: rows[0]?.account ?? '',
    currency: rows[0]?.currency ?? 'XXX',
    id: null,
    page: null,
    from: first?.entry.bookingDate ?? null,
    to: last?.entry.bookingDate ?? null,
    opening: first?.balance
      ? { amount: first.balance.minus(amountIn(first)), date: first.entry.bookingDate }
      : null,
    closing: toBalance(closing, last),
    entries,
    entryCount: entries.length,
    faults,
    warnings: [],
  });
}

function toBalance(amount: Money | undefined, row: Row | undefined): Balance | null {
  return amount ? { amount, date: row?.entry.bookingDate ?? null } : null;
}
