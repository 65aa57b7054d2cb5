import { parse, type CastingContext } from 'csv-parse/sync';
import type { Money } from '../../../../lib/money.ts';
import { plain } from './amounts.ts';
import type { CsvMapping, DateFormat } from './csv-mapping.ts';
import { isDay } from './dates.ts';
import { MAX_ENTRIES } from './entry.ts';
import { FileRefused } from './statement-file.ts';
import { MAX_TEXT, quoted } from './texts.ts';

/**
 * The fields of each line, including title lines and empty ones. `see` is called for each field, with whether it is
 * quoted.
 */
export function parseLines(
  text: string,
  { separator, quote }: Pick<CsvMapping, 'separator' | 'quote'>,
  see?: (field: string, place: { line: number; column: number; isQuoted: boolean }) => void,
): string[][] {
  requireLines(text);
  try {
    return parse(text, {
      delimiter: separator,
      quote: quote ?? '"',
      bom: true,
      // Banks write title lines above the table and sums beneath it.
      relax_column_count: true,
      skip_empty_lines: false,
      max_record_size: 100 * MAX_TEXT,
      to: MAX_ENTRIES + 1_000,
      ...(see && {
        cast: (field: string, { records, index, quoting }: CastingContext) => {
          see(field, { line: records, column: Number(index), isQuoted: quoting });
          return field;
        },
      }),
    });
  } catch (error) {
    throw new FileRefused(
      `The CSV file cannot be read: ${quoted(error instanceof Error ? error.message : '')}`,
    );
  }
}

const MAX_LINES = 200_000;
const MAX_LINE_LENGTH = 100_000;

/** Before the parser counts anything, which also takes its time. */
function requireLines(text: string): void {
  let start = 0;
  for (let lines = 1; start < text.length; lines++) {
    const end = text.indexOf('\n', start);
    const next = end < 0 ? text.length : end;
    if (lines > MAX_LINES || next - start > MAX_LINE_LENGTH)
      throw new FileRefused(
        `The CSV file has more than ${MAX_LINES.toLocaleString('en')} lines, or a line that is too long.`,
      );
    start = next + 1;
  }
}

/** The maximum length of an amount, with all decoration around it. */
const MAX_LENGTH = 50;

/** `-1,525.00`, `+31070,11`, `1 234,50-` or `(12.00)`. */
export function parseNumber(
  text: string,
  { decimal, thousands }: Pick<CsvMapping, 'decimal' | 'thousands'>,
): Money {
  if (text.length > MAX_LENGTH) throw new FileRefused(`${quoted(text)} is not an amount.`);
  const compact = text
    .replace(/^[A-Z]{0,3}\s?[$€£¥]?\s?(?=[-+(\d])/, '')
    .replace(/[\u00a0\u202f]/g, ' ')
    .trim();
  const [, open = '', sign = '', digits = '', after = ''] =
    /^(\(?)([-+]?)\s?\$?(\d[\d.,' ]*?)(-|\))?$/.exec(compact) ?? [];
  const [whole = '', fraction = '', more] = digits.split(decimal);
  const grouped = thousands === undefined ? /^\d+$/ : GROUPED[thousands];
  const isOdd = (open === '(') !== (after === ')') || (after !== '' && sign !== '');
  if (more !== undefined || isOdd || !grouped.test(whole) || !/^\d*$/.test(fraction))
    throw new FileRefused(`${quoted(text)} is not an amount as the mapping describes it.`);
  const value = plain(whole.replace(/\D/g, ''), fraction, text);
  return sign === '-' || after === '-' || after === ')' ? value.negated() : value;
}

const GROUPED = {
  '.': /^(\d+|\d{1,3}(\.\d{3})+)$/,
  ',': /^(\d+|\d{1,3}(,\d{2,3})*,\d{3})$/,
  ' ': /^(\d+|\d{1,3}( \d{3})+)$/,
  "'": /^(\d+|\d{1,3}('\d{3})+)$/,
};

const DATE_PARTS: Record<DateFormat, readonly [pattern: RegExp, year: number, month: number, day: number]> = {
  'YYYY-MM-DD': [/^(\d{4})[-/.](\d\d?)[-/.](\d\d?)/, 1, 2, 3],
  'DD/MM/YYYY': [/^(\d\d?)[-/.](\d\d?)[-/.](\d{4})/, 3, 2, 1],
  'MM/DD/YYYY': [/^(\d\d?)[-/.](\d\d?)[-/.](\d{4})/, 3, 1, 2],
  'DD/MM/YY': [/^(\d\d?)[-/.](\d\d?)[-/.](\d\d)/, 3, 2, 1],
  'MM/DD/YY': [/^(\d\d?)[-/.](\d\d?)[-/.](\d\d)/, 3, 1, 2],
  YYYYMMDD: [/^(\d{4})(\d\d)(\d\d)/, 1, 2, 3],
};

/** The date, which a time may follow. */
export function parseDate(text: string, format: DateFormat): string {
  const [pattern, ...order] = DATE_PARTS[format];
  const match = pattern.exec(text);
  const [year = 0, month = 0, day = 0] = order.map((index) => Number(match?.[index]));
  const full = year < 100 ? 2000 + year : year;
  const isWhole =
    match !== null && /^([ T]\d\d?:\d\d(:\d\d(\.\d+)?)?.{0,6})?$/.test(text.slice(match[0].length));
  if (!isWhole || !isDay(full, month, day))
    throw new FileRefused(`${quoted(text)} is not a date in the form ${format}.`);
  return [String(full), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-');
}
