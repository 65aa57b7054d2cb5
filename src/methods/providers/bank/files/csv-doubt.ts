import type { CsvMapping } from './csv-mapping.ts';

/** A line of a CSV file beneath the header. */
export interface CsvLine {
  fields: readonly string[];
  /** Sums and balances beneath the rows are no rows. */
  isRow: boolean;
}

/** Finds the position of a column in each line. */
type Find = (column: string) => number;

/** The rows that a payer could have written into the text of another, where the bank does not quote its texts. */
export type Forgeable = 'none' | 'all' | 'all_but_first' | 'all_but_last';

/**
 * A text that the bank does not quote, and that has a line break, continues as rows. Around those, the row of its payer
 * is torn. Its amount is in the last piece if the text precedes it, and in the first if the text follows it. So only
 * the last row of the file, or the first, surely has an amount of the bank. Texts are known to be quoted if the
 * operator sets `quote` in the mapping, or if the bank also quotes their names in the header.
 */
export function forgeableOf(
  header: readonly string[] | undefined,
  lines: readonly CsvLine[],
  { mapping, find, bare }: { mapping: CsvMapping; find: Find; bare: ReadonlySet<number> },
): Forgeable {
  const [first] = lines;
  const own = new Set(ownColumnsOf(mapping).map(find));
  const texts = (header ?? first?.fields ?? []).map((_, at) => at).filter((at) => !own.has(at));
  const isQuoted = header !== undefined && texts.every((at) => !bare.has(at));
  if (texts.length === 0 || isQuoted || mapping.quote !== undefined) return 'none';
  const amounts = amountColumnsOf(mapping).map(find);
  if (Math.max(...texts) < Math.min(...amounts)) return 'all_but_last';
  return Math.min(...texts) > Math.max(...amounts) ? 'all_but_first' : 'all';
}

/**
 * Whether the payer's own row could be missing, because its last piece is no row, or one whose fields have moved. In
 * that case a made-up replacement need not add up to zero.
 */
export function couldBeTorn(header: readonly string[] | undefined, lines: readonly CsvLine[]): boolean {
  const length = (header ?? lines[0]?.fields ?? []).length;
  const isEmpty = ({ fields }: CsvLine): boolean => fields.every((field) => field.trim() === '');
  return lines.some((line) => !isEmpty(line) && (!line.isRow || line.fields.length !== length));
}

/** The columns that only the bank writes. */
function ownColumnsOf(mapping: CsvMapping): string[] {
  const { account, currency, bookingDate, valueDate, status } = mapping;
  return [
    ...amountColumnsOf(mapping),
    bookingDate.column,
    ...('column' in account ? [account.column] : []),
    ...('column' in currency ? [currency.column] : []),
    ...[valueDate?.column, status?.column].filter((column) => column !== undefined),
  ];
}

function amountColumnsOf({ amount, balance }: CsvMapping): string[] {
  const columns = 'credit' in amount ? [amount.credit, amount.debit] : [amount.column];
  const side = 'side' in amount && amount.side ? [amount.side.column] : [];
  return [...columns, ...side, ...(balance === undefined ? [] : [balance])];
}
