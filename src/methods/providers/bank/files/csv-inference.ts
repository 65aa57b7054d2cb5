import { DATE_FORMATS, type CsvMapping, type DateFormat } from './csv-mapping.ts';
import { parseDate, parseLines, parseNumber } from './csv-values.ts';
import { FileRefused } from './statement-file.ts';
import { withoutAccents } from '../../../../lib/text/without-accents.ts';

/** Names of columns in exports of banks, in lower case and without accents. */
const NAMES = {
  date: [
    'date',
    'booking date',
    'posting date',
    'post date',
    'transaction date',
    'fecha',
    'fecha de operacion',
    'fecha operacion',
    'buchungstag',
    'buchungsdatum',
    'datum',
    'boekdatum',
    'date operation',
    'data',
  ],
  valueDate: ['value date', 'fecha valor', 'valuta', 'wertstellung', 'valutadatum', 'date valeur'],
  amount: ['amount', 'importe', 'monto', 'betrag', 'bedrag', 'montant', 'importo'],
  debit: [
    'debit',
    'debits',
    'withdrawal',
    'withdrawals',
    'cargo',
    'cargos',
    'retiro',
    'retiros',
    'debito',
    'soll',
  ],
  credit: [
    'credit',
    'credits',
    'deposit',
    'deposits',
    'abono',
    'abonos',
    'deposito',
    'depositos',
    'credito',
    'haben',
  ],
  side: ['d/c', 'dc', 'debit/credit', 'credit/debit', 'soll/haben', 'cargo/abono', 'tipo'],
  balance: ['balance', 'running balance', 'saldo', 'solde', 'kontostand'],
  currency: ['currency', 'moneda', 'divisa', 'waehrung', 'wahrung', 'munt', 'devise'],
  account: ['account', 'account number', 'cuenta', 'konto', 'iban', 'rekening'],
  text: [
    'description',
    'label',
    'details',
    'memo',
    'concepto',
    'descripcion',
    'verwendungszweck',
    'libelle',
    'omschrijving',
    'detail',
  ],
  reference: ['reference', 'referencia', 'operation number', 'transaction id', 'id'],
  name: [
    'partner name',
    'name',
    'payer',
    'counterparty',
    'nombre',
    'ordenante',
    'empfanger',
    'beguenstigter/zahlungspflichtiger',
  ],
} as const;
type Role = keyof typeof NAMES;

const NEEDS_MAPPING = 'Pass a mapping of its columns.';
/** The lines searched for the header, and the rows tried. */
const MAX_TITLE_LINES = 30;
const MAX_TRIED = 2_000;

/** A mapping for a file whose header and rows are unambiguous; refuses any other. */
export function inferMapping(text: string): CsvMapping {
  for (const separator of [',', ';', '\t', '|'] as const) {
    const lines = tryLines(text, separator);
    const skipLines = lines.slice(0, MAX_TITLE_LINES).findIndex((fields) => isHeader(rolesOf(fields)));
    if (skipLines >= 0) return mappingOf(separator, skipLines, lines);
  }
  throw new FileRefused(
    `The file is in none of the known formats or, if it is CSV, its header is not known. ${NEEDS_MAPPING}`,
  );
}

function tryLines(text: string, separator: CsvMapping['separator']): string[][] {
  try {
    return parseLines(text, { separator });
  } catch (error) {
    if (error instanceof FileRefused) return [];
    throw error;
  }
}

function rolesOf(fields: readonly string[]): Map<Role, string> {
  const roles = new Map<Role, string>();
  for (const field of fields) {
    const name = withoutAccents(field.trim().toLowerCase());
    const role = (Object.keys(NAMES) as Role[]).find((key) =>
      (NAMES[key] as readonly string[]).includes(name),
    );
    if (role !== undefined && !roles.has(role)) roles.set(role, field.trim());
  }
  return roles;
}

function isHeader(roles: ReadonlyMap<Role, string>): boolean {
  return roles.has('date') && (roles.has('amount') || (roles.has('debit') && roles.has('credit')));
}

function mappingOf(
  separator: CsvMapping['separator'],
  skipLines: number,
  lines: readonly string[][],
): CsvMapping {
  const header = (lines[skipLines] ?? []).map((name) => name.trim());
  const roles = rolesOf(header);
  const rows = lines.slice(skipLines + 1, skipLines + 1 + MAX_TRIED);
  const valuesOf = (role: Role) => {
    const column = roles.get(role);
    const index = column === undefined ? -1 : header.indexOf(column);
    return rows.map((fields) => (fields[index] ?? '').trim());
  };
  const dated = valuesOf('date').map((value) => /\d/.test(value));
  const inRows = (role: Role) => valuesOf(role).filter((value, index) => dated[index] && value !== '');
  const column = <R extends Role>(role: R) => {
    const name = roles.get(role);
    return name === undefined ? undefined : name;
  };
  const marks = numberMarks((['amount', 'debit', 'credit', 'balance'] as const).flatMap(inRows));
  const balance = column('balance');
  const reference = column('reference');
  const texts = column('text');
  const name = column('name');
  const valueDate = column('valueDate');
  return {
    separator,
    skipLines,
    account: sourceOf(column('account'), inRows('account'), ''),
    // ISO 4217 for none, because the file does not state it.
    currency: sourceOf(column('currency'), inRows('currency'), 'XXX'),
    bookingDate: { column: column('date') ?? '', format: dateFormatOf(inRows('date')) },
    ...(valueDate !== undefined && inRows('valueDate').length > 0
      ? { valueDate: { column: valueDate, format: dateFormatOf(inRows('valueDate')) } }
      : {}),
    amount: amountOf(column, inRows),
    ...marks,
    ...(balance === undefined ? {} : { balance }),
    ...(reference === undefined ? {} : { reference }),
    ...(texts === undefined ? {} : { texts: [texts] }),
    ...(name === undefined ? {} : { payer: { name } }),
  };
}

function sourceOf(
  column: string | undefined,
  values: readonly string[],
  none: string,
): CsvMapping['account'] {
  return column === undefined || values.length === 0 ? { value: none } : { column };
}

function amountOf(
  column: (role: Role) => string | undefined,
  inRows: (role: Role) => string[],
): CsvMapping['amount'] {
  const [amount, side, credit, debit] = (['amount', 'side', 'credit', 'debit'] as const).map(column);
  if (amount === undefined) return { credit: credit ?? '', debit: debit ?? '' };
  if (side === undefined) return { column: amount };
  const words = [...new Set(inRows('side'))];
  const found = SIDES.find(([creditWord, debitWord]) =>
    words.every((word) => [creditWord, debitWord].includes(word)),
  );
  if (!found)
    throw new FileRefused(`The words for credit and debit in the CSV file are not known. ${NEEDS_MAPPING}`);
  return { column: amount, side: { column: side, credit: found[0], debit: found[1] } };
}

const SIDES: readonly (readonly [credit: string, debit: string])[] = [
  ['C', 'D'],
  ['CR', 'DR'],
  ['Credit', 'Debit'],
  ['CREDIT', 'DEBIT'],
  ['CRDT', 'DBIT'],
  ['H', 'S'],
  ['Abono', 'Cargo'],
  ['Bij', 'Af'],
];

/** The single form of all dates; refuses dates with two readings. */
function dateFormatOf(values: readonly string[]): DateFormat {
  const fitting = DATE_FORMATS.filter((format) =>
    values.every((value) => succeeds(() => parseDate(value, format))),
  );
  const [format, other] = fitting;
  // Without rows, nothing can be misread.
  if (values.length === 0) return 'YYYY-MM-DD';
  if (format === undefined || other !== undefined)
    throw new FileRefused(
      `The dates of the CSV file ${format ? 'can be read in two ways' : 'cannot be read'}. ${NEEDS_MAPPING}`,
    );
  return format;
}

/** The one format of numbers that all amounts fit. */
function numberMarks(values: readonly string[]): Pick<CsvMapping, 'decimal' | 'thousands'> {
  const formats = [
    { decimal: '.' },
    { decimal: '.', thousands: ',' },
    { decimal: ',' },
    { decimal: ',', thousands: '.' },
    { decimal: ',', thousands: ' ' },
    { decimal: '.', thousands: "'" },
  ] as const;
  const fitting = formats.filter((format) =>
    values.every((value) => succeeds(() => parseNumber(value, format))),
  );
  const [format] = fitting;
  if (!format) throw new FileRefused(`The amounts of the CSV file cannot be read. ${NEEDS_MAPPING}`);
  const isPlain = values.every((value) => succeeds(() => parseNumber(value, { decimal: ',' })));
  const isPoint = fitting.some(({ decimal }) => decimal === '.');
  const isComma = fitting.some(({ decimal }) => decimal === ',');
  // 1,525 may be one and a half, or more than a thousand; whole numbers are the same in both.
  if (isPoint && isComma && !(isPlain && values.every((value) => /^\D*\d+\D*$/.test(value))))
    throw new FileRefused(`The amounts of the CSV file can be read in two ways. ${NEEDS_MAPPING}`);
  return format;
}

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch (error) {
    if (error instanceof FileRefused) return false;
    throw error;
  }
}
