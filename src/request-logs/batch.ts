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
  error_param: 'text',
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
  details: 'bytea',
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

/** Space for about thirty typical rows; it grows as needed. */
const FIRST_BYTES = 64 * 1024;
/** UTF-8 takes at most three bytes for each UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;

/**
 * Rows that are written together, encoded as bytes outside of V8's heap. As strings, they would wait long enough to
 * reach the heap's old generation, where collecting them costs much more.
 */
export class LogBatch {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;
  #rows = 0;
  readonly #accountIds = new Set<string>();

  get rows(): number {
    return this.#rows;
  }

  /** The accounts of its rows. */
  get accountIds(): Iterable<string> {
    return this.#accountIds;
  }

  add(row: NewLog): void {
    this.#accountIds.add(String(row.account_id));
    const line = (this.#rows === 0 ? '' : ROW_END) + encode(row);
    this.#ensure(line.length * MAX_BYTES_PER_UNIT);
    this.#length += this.#bytes.write(line, this.#length);
    this.#rows += 1;
  }

  /** All rows as one text; valid until the batch changes. */
  text(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Makes it empty, to be used again. */
  clear(): void {
    this.#length = 0;
    this.#rows = 0;
    this.#accountIds.clear();
  }

  #ensure(bytes: number): void {
    if (this.#bytes.length - this.#length >= bytes) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#length + bytes));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

function encode(row: NewLog): string {
  const values = COLUMN_NAMES.map((name) => {
    const value = row[name];
    if (value === null) return NOTHING;
    // JSON has none of these characters, because it escapes them.
    return typeof value !== 'string' || COLUMNS[name] === 'json' ? value : value.replace(UNFIT, '\ufffd');
  });
  return values.join(VALUE_END);
}
