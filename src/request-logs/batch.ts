/** The columns of the table, each with its type. */
export const COLUMNS = {
  account_id: 'uuid',
  created_at: 'timestamptz',
  id: 'uuid',
  method: 'text',
  path: 'text',
  query: 'json',
  headers: 'json',
  operation: 'text',
  status: 'smallint',
  error_code: 'text',
  duration_ms: 'integer',
  ip: 'text',
  credential_id: 'uuid',
  credential_name: 'text',
  credential_last_four: 'text',
  idempotency_key: 'text',
  api_version: 'text',
  request_body: 'json',
  response_body: 'json',
  replayed: 'boolean',
};
export type Column = keyof typeof COLUMNS;
export const COLUMN_NAMES = Object.keys(COLUMNS) as Column[];

/** A new row, each value in Postgres's text format. */
export type NewLog = Record<Column, string | number | boolean | null>;

// Control characters that separate a batch's values; no value may contain them, nor NUL, which Postgres cannot store.
export const NOTHING = '\x1d';
export const ROW_END = '\x1e';
export const VALUE_END = '\x1f';
const UNFIT = /[\0\x1d-\x1f]/g;

/** Rows that are written together, each as its line of text. */
export class LogBatch {
  #lines: string[] = [];

  get rows(): number {
    return this.#lines.length;
  }

  add(row: NewLog): void {
    this.#lines.push(encode(row));
  }

  /** All rows as one text. */
  text(): string {
    return this.#lines.join(ROW_END);
  }
}

function encode(row: NewLog): string {
  const values = COLUMN_NAMES.map((name) => {
    const value = row[name];
    if (value === null) return NOTHING;
    // JSON has none of these characters: it escapes them.
    return typeof value !== 'string' || COLUMNS[name] === 'json' ? value : value.replace(UNFIT, '\ufffd');
  });
  return values.join(VALUE_END);
}
