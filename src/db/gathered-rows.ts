/** Writes rows with one statement. */
export type WriteWith<On, W> = (on: On, rows: readonly W[]) => Promise<unknown>;

/** The rows that a transaction has yet to write, by the statement that writes them. */
export class GatheredRows<On> {
  #rows = new Map<WriteWith<On, never>, unknown[]>();
  /** The last write of each record, by its number among the writes. */
  #lastWrites = new Map<string, number>();

  /**
   * Adds a row. Calls `writeOut` first if the record's earlier row would otherwise be written later, or by the same
   * statement, which can change a record only once.
   */
  add<W>(write: WriteWith<On, W>, row: W, key: string, writeOut: () => void): void {
    const last = this.#lastWrites.get(key);
    if (last !== undefined && this.#numberOf(write) <= last) writeOut();
    const rows = this.#rows.get(write);
    if (rows) rows.push(row);
    else this.#rows.set(write, [row]);
    this.#lastWrites.set(key, this.#numberOf(write));
  }

  /** Issues one statement per write, in the order in which they were first gathered. */
  write(on: On, defer: (written: Promise<unknown>) => void): void {
    if (this.#rows.size === 0) return;
    const writes = this.#rows;
    this.#rows = new Map();
    this.#lastWrites = new Map();
    for (const [write, rows] of writes) defer(write(on, rows as never[]));
  }

  #numberOf<W>(write: WriteWith<On, W>): number {
    const at = [...this.#rows.keys()].indexOf(write);
    return at === -1 ? this.#rows.size : at;
  }
}
