import type { Queryable } from './connect.ts';

/** Reads or locks the rows of a key; with one query for many keys. */
export interface Lookup<K, R, On extends Queryable> {
  all(on: On, key: K): Promise<R[]>;
  first(on: On, key: K): Promise<R | undefined>;
  /**
   * Reads the rows of these keys for the next call with each of them. A second call with a key reads again, because the
   * transaction may have changed the rows since.
   */
  ahead(on: On, keys: readonly K[]): Promise<void>;
  /** The rows that were read ahead; they remain for the next call. */
  peek(on: On, key: K): readonly R[];
}

/** A look-up by these columns; `read` reads the rows of several keys. */
export function createLookup<K extends object, R extends K, On extends Queryable>(
  columns: readonly (keyof K)[],
  read: (on: On, keys: readonly K[]) => Promise<R[]>,
): Lookup<K, R, On> {
  const textOf = (key: K): string => JSON.stringify(columns.map((column) => key[column]));
  const readAhead = new WeakMap<On, Map<string, R[]>>();

  const all = (on: On, key: K): Promise<R[]> => {
    const ahead = readAhead.get(on);
    const text = ahead && textOf(key);
    const rows = text === undefined ? undefined : ahead?.get(text);
    if (text === undefined || !rows) return read(on, [key]);
    ahead?.delete(text);
    return Promise.resolve(rows);
  };

  return {
    all,
    first: async (on, key) => (await all(on, key))[0],
    peek: (on, key) => readAhead.get(on)?.get(textOf(key)) ?? [],
    async ahead(on, keys) {
      const wanted = new Map(keys.map((key) => [textOf(key), key]));
      if (wanted.size === 0) return;
      const rows = await read(on, [...wanted.values()]);
      const ahead = readAhead.get(on) ?? new Map<string, R[]>();
      readAhead.set(on, ahead);
      for (const text of wanted.keys()) ahead.set(text, []);
      for (const row of rows) ahead.get(textOf(row))?.push(row);
    },
  };
}
