import { parse } from 'csv-parse/sync';
import { type DomainError, invalidParam } from '../lib/errors/errors.ts';
import type { DestinationParts } from '../treasury/index.ts';

/** In one batch. */
export const MAX_LINES = 500;
/** Of a file. */
export const MAX_FILE_BYTES = 200_000;

/** The columns that say where a line goes when it names no saved destination, and the part that each is. */
const PART_COLUMNS = {
  clabe: 'clabe',
  beneficiary: 'beneficiary',
  address: 'address',
  network: 'network',
  bank_account_number: 'bankAccountNumber',
  bank_routing_number: 'bankRoutingNumber',
  bank_account_type: 'bankAccountType',
  iban: 'iban',
  bic: 'bic',
  bank_name: 'bankName',
  bank_account_name: 'bankAccountName',
  holder_type: 'holderType',
  holder_street: 'holderStreet',
  holder_city: 'holderCity',
  holder_state: 'holderState',
  holder_postal_code: 'holderPostalCode',
  holder_country: 'holderCountry',
  breb_key: 'brebKey',
  holder_document_type: 'holderDocumentType',
  holder_document_number: 'holderDocumentNumber',
} as const satisfies Record<string, keyof DestinationParts>;

/** All columns of a file, in the order of the template. Only `amount` is required. */
export const COLUMNS = [
  'reference',
  'amount',
  'destination',
  'note',
  'method',
  ...(Object.keys(PART_COLUMNS) as (keyof typeof PART_COLUMNS)[]),
] as const;
type Column = (typeof COLUMNS)[number];

/** A line as it was written. */
export interface WrittenLine {
  /** Its place in the file, in which the header is the first. */
  line: number;
  amount: string;
  /** The name of a saved destination. */
  destination: string | undefined;
  method: string | undefined;
  parts: DestinationParts;
  reference: string | undefined;
  note: string | undefined;
}

/**
 * The text of a file. Throws `invalid_request` for `file.encoding` unless it is in UTF-8, because a guess at another encoding
 * would write names wrongly, and a bank refuses such a payment or delays it; and for `file.size`.
 */
export function decodeFile(bytes: Buffer): string {
  if (bytes.length > MAX_FILE_BYTES) throw tooLarge();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidParam('file.encoding', 'The file must be in UTF-8. Save it as "CSV UTF-8".');
  }
}

function tooLarge(): DomainError {
  return invalidParam('file.size', `The lines may have at most ${MAX_FILE_BYTES} bytes.`);
}

/**
 * Reads CSV with a header. Cells are separated by commas, semicolons or tabs, and quoted as spreadsheets do. Throws
 * `invalid_request` for `file.size`, `file.empty`, `file.header` and
 * `file.unreadable`. What a line says is not judged here.
 */
export function readText(text: string): WrittenLine[] {
  if (Buffer.byteLength(text) > MAX_FILE_BYTES) throw tooLarge();
  const clean = text.replace(/^\uFEFF/, '');
  const header = clean.split(/\r?\n/, 1)[0] ?? '';
  const delimiter = [',', ';', '\t'].find((one) => isHeader(header, one));
  if (delimiter === undefined) {
    throw invalidParam(
      'file.header',
      `The first line must name the columns: amount, and others of ${COLUMNS.join(', ')}; each once.`,
    );
  }
  const names = namesIn(header, delimiter);
  const rows = rowsOf(clean, delimiter);
  if (rows.length > MAX_ROWS) throw tooMany();
  const lines = rows.flatMap((cells, at) =>
    cells.every((cell) => cell.trim() === '') ? [] : [toLine(names, cells, at + 1)],
  );
  if (lines.length === 0) throw invalidParam('file.empty', 'The file has no lines below its header.');
  if (lines.length > MAX_LINES) throw tooMany();
  return lines;
}

/** With the header and the empty lines between them, which are left out. */
const MAX_ROWS = 2_000;

function tooMany(): DomainError {
  return invalidParam('file.size', `The file may have at most ${MAX_LINES} lines.`);
}

function namesIn(header: string, delimiter: string): string[] {
  return header.split(delimiter).map((name) =>
    name
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .toLowerCase(),
  );
}

function isHeader(header: string, delimiter: string): boolean {
  const names = namesIn(header, delimiter);
  return (
    names.includes('amount') &&
    new Set(names).size === names.length &&
    names.every((name) => COLUMNS.some((column) => column === name))
  );
}

/** The first row is that of the header, so the rows below it are read one by one. */
function rowsOf(text: string, delimiter: string): string[][] {
  try {
    const rows: string[][] = parse(text, {
      delimiter,
      relax_column_count_less: true,
      skip_empty_lines: false,
      max_record_size: 5_000,
      to: MAX_ROWS + 1,
    });
    return rows.map((cells, at) => (at === 0 ? [] : cells));
  } catch {
    throw invalidParam(
      'file.unreadable',
      'The file cannot be read: a line has more cells than the header, or a quotation mark is not closed.',
    );
  }
}

function toLine(names: readonly string[], cells: readonly string[], line: number): WrittenLine {
  const cell = (column: Column): string | undefined => {
    const text = textOf(cells[names.indexOf(column)] ?? '');
    return text === '' ? undefined : text;
  };
  const parts = Object.entries(PART_COLUMNS).flatMap(([column, part]) => {
    const text = cell(column as Column);
    return text === undefined ? [] : [[part, text] as const];
  });
  return {
    line,
    amount: cell('amount') ?? '',
    destination: cell('destination'),
    method: cell('method'),
    parts: Object.fromEntries(parts),
    reference: cell('reference'),
    note: cell('note'),
  };
}

/** Spreadsheets and our own files mark digits as text with an apostrophe. */
function textOf(cell: string): string {
  return cell.trim().replace(/^'(?=[\d=+\-@])/, '');
}
