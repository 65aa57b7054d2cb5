import { CHARSETS, type Charset } from './decode.ts';
import { FileRefused } from './statement-file.ts';

/** The format of one bank's CSV export. Columns are named as in the header row or, without one, numbered from 1. */
export interface CsvMapping {
  charset?: Charset;
  separator: ',' | ';' | '\t' | '|';
  quote?: '"' | "'";
  /** Lines before the header row, or before the first row if there is none. */
  skipLines?: number;
  /** Whether there is a header row; by default there is. */
  header?: boolean;
  /** The account that the file belongs to, or the column that names it. */
  account: { value: string } | { column: string };
  /** ISO 4217. */
  currency: { value: string } | { column: string };
  bookingDate: { column: string; format: DateFormat };
  valueDate?: { column: string; format: DateFormat };
  /**
   * One column with a sign or, with `side`, with words for the side; or two columns, in which debits may have a sign or
   * not.
   */
  amount:
    | { column: string; side?: { column: string; credit: string; debit: string } }
    | { credit: string; debit: string };
  decimal: '.' | ',';
  thousands?: '.' | ',' | ' ' | "'";
  /** The balance after each row, which proves the file. Rows without one are not booked yet. */
  balance?: string;
  /** Needed only if rows of one day prove two balances, each in one direction. */
  order?: 'oldest_first' | 'newest_first';
  /**
   * The position of a closing balance outside the rows, which is a line of the file, counted from its end if negative,
   * and a field.
   */
  finalBalance?: { line: number; field: number };
  reference?: string;
  /** Joined to one text, in this order. */
  texts?: string[];
  payer?: { name?: string; account?: string };
  /** The words for a booked row; others are pending. */
  status?: { column: string; booked: string[] };
}

export const DATE_FORMATS = [
  'YYYY-MM-DD',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD/MM/YY',
  'MM/DD/YY',
  'YYYYMMDD',
] as const;
/** Separators other than `/` are accepted in its place. */
export type DateFormat = (typeof DATE_FORMATS)[number];

type Check = (value: unknown, at: string) => void;

const oneOf =
  (...values: readonly unknown[]): Check =>
  (value, at) => {
    if (!values.includes(value))
      throw new FileRefused(
        `In the mapping, ${at} must be one of ${values.map((one) => JSON.stringify(one)).join(', ')}.`,
      );
  };
const text: Check = (value, at) => {
  if (typeof value !== 'string' || value === '' || value.length > 200)
    throw new FileRefused(`In the mapping, ${at} must be a text of 1 to 200 characters.`);
};
const whole =
  (min: number, max: number): Check =>
  (value, at) => {
    if (!Number.isInteger(value) || Number(value) < min || Number(value) > max)
      throw new FileRefused(`In the mapping, ${at} must be a whole number from ${min} to ${max}.`);
  };
const list: Check = (value, at) => {
  if (!Array.isArray(value) || value.length === 0 || value.length > 20)
    throw new FileRefused(`In the mapping, ${at} must be a list of 1 to 20 texts.`);
  value.forEach((one, index) => text(one, `${at}[${index}]`));
};
/** Fields that end with `?` may be missing. */
const record =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new FileRefused(`In the mapping, ${at} must be an object.`);
    const known = new Set(Object.keys(fields).map((name) => name.replace('?', '')));
    for (const name of Object.keys(value))
      if (!known.has(name))
        throw new FileRefused(`In the mapping, ${at} has an unknown field ${JSON.stringify(name)}.`);
    for (const [field, check] of Object.entries(fields)) {
      const name = field.replace('?', '');
      const given = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
      if (given !== undefined) check(given, at === 'the file' ? name : `${at}.${name}`);
      else if (!field.endsWith('?')) throw new FileRefused(`In the mapping, ${at} lacks the field ${name}.`);
    }
  };
/** The first form whose main field is present. */
const either =
  (forms: Readonly<Record<string, Check>>): Check =>
  (value, at) => {
    const found = Object.entries(forms).find(
      ([field]) => typeof value === 'object' && value !== null && Object.hasOwn(value, field),
    );
    if (!found)
      throw new FileRefused(
        `In the mapping, ${at} must have one of the fields ${Object.keys(forms).join(', ')}.`,
      );
    found[1](value, at);
  };

const currency: Check = (value, at) => {
  if (typeof value !== 'string' || !/^[A-Z]{3}$/.test(value))
    throw new FileRefused(`In the mapping, ${at} must be a currency code like MXN.`);
};
const date = record({ column: text, format: oneOf(...DATE_FORMATS) });
const MAPPING = record({
  'charset?': oneOf(...CHARSETS),
  separator: oneOf(',', ';', '\t', '|'),
  'quote?': oneOf('"', "'"),
  'skipLines?': whole(0, 100),
  'header?': oneOf(true, false),
  account: either({ value: record({ value: text }), column: record({ column: text }) }),
  currency: either({ value: record({ value: currency }), column: record({ column: text }) }),
  bookingDate: date,
  'valueDate?': date,
  amount: either({
    column: record({ column: text, 'side?': record({ column: text, credit: text, debit: text }) }),
    credit: record({ credit: text, debit: text }),
  }),
  decimal: oneOf('.', ','),
  'thousands?': oneOf('.', ',', ' ', "'"),
  'balance?': text,
  'order?': oneOf('oldest_first', 'newest_first'),
  'finalBalance?': record({ line: whole(-100_000, 100_000), field: whole(1, 1_000) }),
  'reference?': text,
  'texts?': list,
  'payer?': record({ 'name?': text, 'account?': text }),
  'status?': record({ column: text, booked: list }),
});

/** Checks a mapping that was read from JSON. Throws FileRefused with the fault. */
export function parseCsvMapping(value: unknown): CsvMapping {
  MAPPING(value, 'the file');
  const mapping = value as CsvMapping;
  if (mapping.thousands === mapping.decimal)
    throw new FileRefused('In the mapping, decimal and thousands must differ.');
  return mapping;
}
