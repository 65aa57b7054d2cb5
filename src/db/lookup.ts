import type { Knex } from 'knex';
import type { Queryable } from './connect.ts';
import { sql, statementOfRows, type ColumnTypes } from './statement.ts';

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

/**
 * Declares a look-up: `build` selects the rows of one key, whose columns are those of `g`. The rows have the key's
 * columns too, by which `ahead` assigns them. Keys are looked up in their order, so that transactions that lock the
 * rows of the same ones cannot deadlock.
 */
export function lookup<K extends object, R extends K, On extends Queryable = Queryable>(
  name: string,
  types: ColumnTypes<K>,
  build: () => Knex.QueryBuilder,
): Lookup<K, R, On> {
  const names = Object.keys(types) as (keyof K & string)[];
  const declared = statementOfRows<{ keys: K }, R>(name, { keys: types }, ({ keys }) => {
    const inOrder = sql.from(keys).orderBy(names).select('*');
    // Key by key, because Postgres does not know how few keys there are, and would read whole tables for a join.
    return sql
      .from(sql.raw('(?) as g cross join lateral (? offset 0) as found', [inOrder, build()]))
      .select('found.*');
  });
  const textOf = (key: K): string => JSON.stringify(names.map((column) => key[column]));
  const readAhead = new WeakMap<On, Map<string, R[]>>();

  const all = (on: On, key: K): Promise<R[]> => {
    const ahead = readAhead.get(on);
    const text = ahead && textOf(key);
    const rows = text === undefined ? undefined : ahead?.get(text);
    if (text === undefined || !rows) return declared.all(on, { keys: [key] });
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
      const rows = await declared.all(on, { keys: [...wanted.values()] });
      const ahead = readAhead.get(on) ?? new Map<string, R[]>();
      readAhead.set(on, ahead);
      for (const text of wanted.keys()) ahead.set(text, []);
      for (const row of rows) ahead.get(textOf(row))?.push(row);
    },
  };
}
