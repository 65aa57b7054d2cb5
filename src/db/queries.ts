import knex, { type Knex } from 'knex';
import type { Queryable, Trx } from './connect.ts';
import type { Rows } from './pg-batch.ts';
import { createLookup, type Lookup } from './lookup.ts';
import { toSnakeCase } from '../lib/case.ts';

/** Stands for a value that is known only when the query or command runs. */
class Parameter<P> {
  readonly name: string;
  readonly value: (params: P) => unknown;
  constructor(name: string, value: (params: P) => unknown) {
    this.name = name;
    this.value = value;
  }
}

/** In the builder of a query or command, `p.accountId` is the placeholder of the parameter `accountId`. */
export type Placeholders<P> = { readonly [K in keyof P]-?: Knex.Value };

/**
 * Builds SQL; holds no connection. Raw fragments come from its `raw`. Its methods take columns by their names or by those of
 * their properties; rows have properties.
 */
export const sql = knex({
  client: 'pg',
  wrapIdentifier: (name, quote) => quote(name === '*' ? name : toSnakeCase(name)),
});

/** Raw SQL in which `:accountId` is the placeholder of the parameter `accountId`; `::text` is a cast. */
export function named<P>(text: string, p: Placeholders<P>): Knex.Raw {
  const values: Knex.Value[] = [];
  const positional = text.replaceAll(/(?<!:):([a-z]\w*)/gi, (_, name: keyof P) => {
    values.push(p[name]);
    return '?';
  });
  return sql.raw(positional, values);
}

/** The columns named like their parameters, each with its placeholder. */
export function columns<P, K extends keyof P>(
  p: Placeholders<P>,
  names: readonly K[],
): Pick<Placeholders<P>, K> {
  return Object.fromEntries(names.map((name) => [name, p[name]])) as Pick<Placeholders<P>, K>;
}

/** Rows as the JSON that `json_populate_recordset` reads. */
export function asRecordset(rows: readonly object[]): string {
  return `[${rows.map(asRecord).join()}]`;
}

// Written field by field, because V8 takes longer to make and to write an object with as many renamed properties.
function asRecord(row: object): string {
  const fields = Object.entries(row).map(
    ([name, value]) => `"${toSnakeCase(name)}":${JSON.stringify(value ?? null)}`,
  );
  return `{${fields.join()}}`;
}

export interface Declaration {
  name: string;
  declaredAs: 'query' | 'command';
  /** Its SQL when these optional parameters are given; `one of rows` for a set of rows that has one. */
  readonly text: (shape: ReadonlySet<string>) => string;
  /** The parameters that it always needs. */
  readonly parameters: () => string[];
}

/** All queries and commands of the loaded modules, so that tests can check the plan and the parameters of each. */
export const declarations: Declaration[] = [];

type Build<P> = (p: Placeholders<P>) => Knex.QueryBuilder | Knex.Raw;

/** The parameters after the connection, if there are any. */
type Given<P> = P extends Record<string, never> ? [] : [params: P];

/** The Postgres type of each property of the rows that are passed to a query or command. */
export type ColumnTypes<W> = { readonly [K in keyof W & string]: string };

/** The columns of the parameters that are sets of rows. */
type RowSets<P> = {
  readonly [K in keyof P]?: P[K] extends readonly (infer W)[] ? ColumnTypes<W> : never;
};

/**
 * Declares a query or command as the function that runs it. Knex builds it once, at its first use, and it runs as a prepared
 * statement of its name, because building it for each call would cost more than the query itself. Names are unique per
 * text.
 *
 * A parameter with column types in `sets` is any number of rows. In the SQL it is a table `g`, whose columns have the
 * names of the rows' properties, and in which `place` numbers the rows from 1. A single row is passed as plain values,
 * because unpacking arrays would take longer than many a query. The query has a second text for that.
 */
interface Declare<On extends Queryable> {
  /** All rows. */
  all<P, R>(name: string, build: Build<P>, sets?: RowSets<P>): (on: On, ...given: Given<P>) => Promise<R[]>;
  /** The first row, or undefined if there is none. */
  first<P, R>(
    name: string,
    build: Build<P>,
    sets?: RowSets<P>,
  ): (on: On, ...given: Given<P>) => Promise<R | undefined>;
  /**
   * The rows of a key, read by one query for many keys. `build` selects the rows of one key, whose columns are those
   * of `g`. The rows have the key's columns too, by which they are assigned when they are read ahead. Keys are looked
   * up in their order, so that transactions that lock the rows of the same ones cannot deadlock.
   */
  lookup<K extends object, R extends K>(
    name: string,
    types: ColumnTypes<K>,
    build: () => Knex.QueryBuilder,
  ): Lookup<K, R, On>;
}

interface DeclareQuery extends Declare<Queryable> {
  /**
   * All rows of a list whose filters are optional parameters. It has a text for each combination of those that are given;
   * one that is undefined is not.
   */
  filtered<P extends object, R>(
    name: string,
    build: (p: Placeholders<P>, given: ReadonlySet<keyof P>) => Knex.QueryBuilder | Knex.Raw,
  ): (on: Queryable, params: P) => Promise<R[]>;
}

interface DeclareCommand extends Declare<Trx> {
  /** The number of affected rows. */
  run<P>(name: string, build: Build<P>, sets?: RowSets<P>): (on: Trx, ...given: Given<P>) => Promise<number>;
  /** Writes the rows that it is passed, see `Trx.gather`; the number of affected rows. */
  rows<W>(
    name: string,
    types: ColumnTypes<W>,
    build: (rows: Knex.Raw) => Knex.QueryBuilder | Knex.Raw,
  ): (on: Trx, rows: readonly W[]) => Promise<number>;
}

/** Declares queries, which only read. */
export const query: DeclareQuery = {
  ...formsFor<Queryable>('query'),
  filtered: <P extends object, R>(
    name: string,
    build: (p: Placeholders<P>, given: ReadonlySet<keyof P>) => Knex.QueryBuilder | Knex.Raw,
  ) => {
    const run = declared<P, R>(
      { name, declaredAs: 'query' },
      (given) => compile<P>((p) => build(p, given as ReadonlySet<keyof P>)),
      (params) =>
        Object.keys(params)
          .filter((key) => params[key as keyof P] !== undefined)
          .sort(),
    );
    return async (on: Queryable, params: P) => (await run(on, params)).rows;
  },
};

/** Declares commands, which change or lock something and so need a transaction. */
export const command: DeclareCommand = {
  ...formsFor<Trx>('command'),
  run: <P>(name: string, build: Build<P>, sets?: RowSets<P>) => {
    const run = withSets<P, never>({ name, declaredAs: 'command' }, build, sets);
    return async (on: Trx, ...given: Given<P>) => (await run(on, paramsOf(given))).rowCount ?? 0;
  },
  rows: <W>(name: string, types: ColumnTypes<W>, build: (rows: Knex.Raw) => Knex.QueryBuilder | Knex.Raw) => {
    const run = withSets<{ rows: readonly W[] }, never>(
      { name, declaredAs: 'command' },
      (p) => build(p.rows as Knex.Raw),
      { rows: types },
    );
    return async (on: Trx, rows: readonly W[]) => (await run(on, { rows })).rowCount ?? 0;
  },
};

function formsFor<On extends Queryable>(declaredAs: Declaration['declaredAs']): Declare<On> {
  return {
    all: <P, R>(name: string, build: Build<P>, sets?: RowSets<P>) => {
      const run = withSets<P, R>({ name, declaredAs }, build, sets);
      return async (on: On, ...given: Given<P>) => (await run(on, paramsOf(given))).rows;
    },
    first: <P, R>(name: string, build: Build<P>, sets?: RowSets<P>) => {
      const run = withSets<P, R>({ name, declaredAs }, build, sets);
      return async (on: On, ...given: Given<P>) => (await run(on, paramsOf(given))).rows[0];
    },
    lookup: <K extends object, R extends K>(
      name: string,
      types: ColumnTypes<K>,
      build: () => Knex.QueryBuilder,
    ) => {
      const columns = Object.keys(types) as (keyof K & string)[];
      const run = withSets<{ keys: readonly K[] }, R>(
        { name, declaredAs },
        (p) => {
          const inOrder = sql
            .from(p.keys as Knex.Raw)
            .orderBy(columns)
            .select('*');
          // Key by key, because Postgres does not know how few keys there are, and would read whole tables for a join.
          return sql
            .from(sql.raw('(?) as g cross join lateral (? offset 0) as found', [inOrder, build()]))
            .select('found.*');
        },
        { keys: types },
      );
      return createLookup<K, R, On>(columns, async (on, keys) => (await run(on, { keys })).rows);
    },
  };
}

function paramsOf<P>(given: Given<P>): P {
  return (given as [P?])[0] ?? ({} as P);
}

type Run<P, R> = (on: Queryable, params: P) => Promise<Rows<R>>;

/** Its shape is which of its sets have one row. */
function withSets<P, R>(
  declaration: Pick<Declaration, 'name' | 'declaredAs'>,
  build: Build<P>,
  sets: RowSets<P> = {},
): Run<P, R> {
  const names = Object.keys(sets) as (keyof P & string)[];
  const oneOf = (set: string): string => `one of ${set}`;
  return declared(
    declaration,
    (alone) => {
      const tables = names.map((set) => [
        set,
        passed(set, sets[set] as ColumnTypes<object>, alone.has(oneOf(set))),
      ]);
      return compile(build, Object.fromEntries(tables) as Record<string, Knex.Raw>);
    },
    (params) => names.filter((set) => (params[set] as readonly object[]).length === 1).map(oneOf),
  );
}

/** A query or command that has a text for each shape of its parameters; most have one. */
function declared<P, R>(
  { name, declaredAs }: Pick<Declaration, 'name' | 'declaredAs'>,
  compileFor: (shape: ReadonlySet<string>) => Compiled<P>,
  shapeOf: (params: P) => string[],
): Run<P, R> {
  declarations.push({
    name,
    declaredAs,
    text: (shape) => compileFor(shape).text,
    parameters: () => compileFor(new Set()).parameters,
  });
  const texts = new Map<string, Compiled<P> & { name: string }>();
  return (on, params) => {
    const shape = shapeOf(params);
    const key = shape.join();
    let found = texts.get(key);
    if (!found) {
      // Postgres truncates names to 63 bytes, so the shapes are numbered rather than spelled out.
      found = { ...compileFor(new Set(shape)), name: texts.size === 0 ? name : `${name}#${texts.size}` };
      texts.set(key, found);
    }
    return on.query<R>({ name: found.name, text: found.text, values: found.values(params), camelCase: true });
  };
}

function passed<W>(set: string, types: ColumnTypes<W>, isAlone: boolean): Knex.Raw {
  type Params = Record<string, readonly W[]>;
  const names = Object.keys(types) as (keyof W & string)[];
  const valueOf = (row: W | undefined, name: keyof W & string): unknown => required(row?.[name], name);
  const values = names.map(
    (name) =>
      new Parameter<Params>(
        name,
        isAlone
          ? (params) => valueOf(params[set]?.[0], name)
          : (params) => params[set]?.map((row) => valueOf(row, name)),
      ),
  );
  const columns = names.map((name) => `"${toSnakeCase(name)}"`);
  const text = isAlone
    ? `(select ${names.map((name, at) => `?::${types[name]} as ${columns[at]}`).join()}, 1::bigint as place) as g`
    : `unnest(${names.map((name) => `?::${types[name]}[]`).join()}) with ordinality as g (${columns.join()}, place)`;
  return sql.raw(text, values as never[]);
}

/** The condition of a filter. Its value equals a column, or compares to it, or the filter has SQL of its own. */
type Filter = string | readonly [column: string, operator: '<' | '<=' | '>='] | Knex.Raw;

/** Narrows a list by those of its filters that are given. */
export function narrow<P>(
  builder: Knex.QueryBuilder,
  p: Placeholders<P>,
  given: { has(name: keyof P): boolean },
  filters: Partial<Record<keyof P, Filter>>,
): void {
  for (const name of Object.keys(filters) as (keyof P)[]) {
    if (!given.has(name)) continue;
    const filter = filters[name] as Filter;
    if (typeof filter === 'string') builder.where(filter, p[name]);
    else if (Array.isArray(filter)) builder.where(filter[0] as string, filter[1] as string, p[name]);
    else builder.whereRaw(filter as Knex.Raw);
  }
}

/** `select … limit <parameter>`, because Knex itself takes only literal limits. */
export function limited(builder: Knex.QueryBuilder, limit: Knex.Value): Knex.Raw {
  return sql.raw('? limit ?', [builder as unknown as Knex.Value, limit]);
}

/**
 * Sums and counts the rows of a list's query by some of its columns, so that the sums have the list's own filters. Its limit
 * bounds what is read.
 */
export function summed(list: Knex.Raw, by: readonly string[], amounts: readonly string[]): Knex.QueryBuilder {
  return sql
    .from(sql.raw('(?) as listed', [list]))
    .groupBy(by)
    .orderBy(by.map((column) => ({ column })))
    .select(by)
    .select(amounts.map((amount) => sql.raw('sum(??)::text as ??', [amount, amount])))
    .select(sql.raw('count(*)::integer as count'));
}

/** The order of a list, by a time and then by an id for rows with the same time. */
export interface PageOrder {
  time: string;
  id: string;
  idType: 'uuid' | 'text' | 'bigint';
}

/** One page of a list, newest first. It is the first page, or the one after a position (D22). */
export function newestFirst(
  builder: Knex.QueryBuilder,
  { time, id, idType }: PageOrder,
  after: readonly [time: Knex.Value, id: Knex.Value] | undefined,
  limit: Knex.Value,
): Knex.Raw {
  if (after) builder.whereRaw(`(${time}, ${id}) < (?, ?::${idType})`, after);
  builder.orderBy([
    { column: time, order: 'desc' },
    { column: id, order: 'desc' },
  ]);
  return limited(builder, limit);
}

interface Compiled<P> {
  text: string;
  /** The names of its parameters. */
  parameters: string[];
  values: (params: P) => unknown[];
}

/** `tables`: those of its parameters that are sets of rows. */
function compile<P>(build: Build<P>, tables: Readonly<Record<string, Knex.Raw>> = {}): Compiled<P> {
  const placeholders = new Proxy({} as Placeholders<P>, {
    get: (_target, name: string) =>
      tables[name] ?? new Parameter<P>(name, (params) => required(params[name as keyof P], name)),
  });
  const native = build(placeholders).toSQL().toNative();
  const bindings = native.bindings as unknown[];
  const isParameter = (binding: unknown): binding is Parameter<P> => binding instanceof Parameter;
  const values = (params: P): unknown[] =>
    bindings.map((binding) => (isParameter(binding) ? binding.value(params) : binding));
  return { text: native.sql, parameters: bindings.filter(isParameter).map(({ name }) => name), values };
}

/** A forgotten parameter would silently become NULL. */
function required(value: unknown, name: string): unknown {
  if (value === undefined) throw new Error(`statement parameter ${name} is missing`);
  return value;
}
