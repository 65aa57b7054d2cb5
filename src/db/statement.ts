import knex, { type Knex } from 'knex';
import type { Queryable, Trx } from './connect.ts';
import { inSnakeCase, toSnakeCase } from '../lib/case.ts';

/** Stands for a value that is known only when the statement runs. */
class Parameter<P> {
  readonly name: string;
  readonly value: (params: P) => unknown;
  constructor(name: string, value: (params: P) => unknown) {
    this.name = name;
    this.value = value;
  }
}

/** In a statement's builder, `p.accountId` is the placeholder of the parameter `accountId`. */
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
  return JSON.stringify(rows.map(inSnakeCase));
}

export interface Statement<P, R> {
  all(on: Queryable, params: P): Promise<R[]>;
  first(on: Queryable, params: P): Promise<R | undefined>;
  /** For statements that return no rows; resolves to the number of affected rows. */
  run(on: Queryable, params: P): Promise<number>;
}

export interface Declaration {
  name: string;
  /** Its SQL when these optional parameters are given. */
  readonly text: (given: ReadonlySet<string>) => string;
  /** The parameters that it always needs. */
  readonly parameters: () => string[];
}

/** All statements of the loaded modules, so that tests can check the plan and the parameters of each. */
export const declarations: Declaration[] = [];

/**
 * A SQL statement, built by Knex and compiled once, at its first use, then run as a prepared statement of this name,
 * because building it for each call would cost more than the query itself. Names are unique per text.
 */
export function statement<P, R = Record<string, never>>(name: string, build: Build<P>): Statement<P, R> {
  declarations.push({ name, text: () => compile(build).text, parameters: () => compile(build).parameters });
  return prepared(name, build);
}

type Build<P> = (p: Placeholders<P>) => Knex.QueryBuilder | Knex.Raw;

/** The parameters after the connection; none for a statement that has none. */
type Given<P> = P extends Record<string, never> ? [] : [params: P];

/** Declares a statement as the function that runs it. */
interface Declare<On> {
  /** All rows. */
  all<P, R>(name: string, build: Build<P>): (on: On, ...given: Given<P>) => Promise<R[]>;
  /** The first row, or undefined if there is none. */
  first<P, R>(name: string, build: Build<P>): (on: On, ...given: Given<P>) => Promise<R | undefined>;
  /** The number of affected rows. */
  run<P>(name: string, build: Build<P>): (on: On, ...given: Given<P>) => Promise<number>;
}

/** The Postgres type of each property of the rows that are passed to a statement. */
export type ColumnTypes<W> = { readonly [K in keyof W & string]: string };

/** The sets of rows that are passed to a statement, by their names. */
type RowSets<S> = { readonly [K in keyof S]: readonly S[K][] };

/**
 * Declares a statement that takes sets of any number of rows. In its SQL, each set is a table `g`: the columns have the
 * names of the rows' properties, and `place` numbers the rows from 1. A single row is passed as plain values, because
 * unpacking arrays would take longer than many a statement; for that the statement has a second text and name.
 */
export function statementOfRows<S extends object, R, P = unknown>(
  name: string,
  types: { readonly [K in keyof S]: ColumnTypes<S[K]> },
  build: (sets: { readonly [K in keyof S]: Knex.Raw }, p: Placeholders<P>) => Knex.QueryBuilder | Knex.Raw,
): Statement<RowSets<S> & P, R> {
  type Params = RowSets<S> & P;
  const names = Object.keys(types) as (keyof S & string)[];
  const buildFor =
    (isAlone: (set: keyof S & string) => boolean): Build<Params> =>
    (p) => {
      const sets = Object.fromEntries(names.map((set) => [set, passed(set, types[set], isAlone(set))]));
      return build(sets as { [K in keyof S]: Knex.Raw }, p);
    };
  declarations.push({
    name,
    text: (given) => compile(buildFor((set) => given.has(`one of ${set}`))).text,
    parameters: () => compile(buildFor(() => false)).parameters,
  });
  const shapes = new Map<number, Statement<Params, R>>();
  const shaped = (params: Params): Statement<Params, R> => {
    let shape = 0;
    for (const [at, set] of names.entries()) if (params[set].length === 1) shape |= 1 << at;
    let found = shapes.get(shape);
    if (!found) {
      found = prepared(
        shape === 0 ? name : `${name}#${shape}`,
        buildFor((set) => params[set].length === 1),
      );
      shapes.set(shape, found);
    }
    return found;
  };
  return {
    all: (on, params) => shaped(params).all(on, params),
    first: (on, params) => shaped(params).first(on, params),
    run: (on, params) => shaped(params).run(on, params),
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

/**
 * Declares a statement that writes rows as the function that runs it; see `Trx.gather`. It resolves to the number of
 * affected rows.
 */
export function writeRows<W>(
  name: string,
  types: ColumnTypes<W>,
  build: (rows: Knex.Raw) => Knex.QueryBuilder | Knex.Raw,
): (on: Trx, rows: readonly W[]) => Promise<number> {
  const declared = statementOfRows<{ rows: W }, never>(name, { rows: types }, ({ rows }) => build(rows));
  return (on, rows) => declared.run(on, { rows });
}

const declare: Declare<Queryable> = {
  all: <P, R>(name: string, build: Build<P>) => {
    const declared = statement<P, R>(name, build);
    return (on: Queryable, ...given: Given<P>) => declared.all(on, paramsOf(given));
  },
  first: <P, R>(name: string, build: Build<P>) => {
    const declared = statement<P, R>(name, build);
    return (on: Queryable, ...given: Given<P>) => declared.first(on, paramsOf(given));
  },
  run: <P>(name: string, build: Build<P>) => {
    const declared = statement<P>(name, build);
    return (on: Queryable, ...given: Given<P>) => declared.run(on, paramsOf(given));
  },
};

function paramsOf<P>(given: Given<P>): P {
  return (given as [P?])[0] ?? ({} as P);
}

/** Declares statements that only read. */
export const query: Declare<Queryable> = declare;
/** Declares statements that change or lock something, and so need a transaction. */
export const command: Declare<Trx> = declare;

function prepared<P, R>(name: string, build: Build<P>): Statement<P, R> {
  let compiled: { text: string; values: (params: P) => unknown[] } | undefined;

  const run = (on: Queryable, params: P) => {
    compiled ??= compile(build);
    return on.query<R>({ name, text: compiled.text, values: compiled.values(params), camelCase: true });
  };
  return {
    all: async (on, params) => (await run(on, params)).rows,
    first: async (on, params) => (await run(on, params)).rows[0],
    run: async (on, params) => (await run(on, params)).rowCount ?? 0,
  };
}

/**
 * A family of statements that differ in which optional parameters are given, such as a list and its filters. One
 * statement is compiled per shape; a parameter that is undefined is absent from the shape.
 */
export function statementByShape<P extends object, R>(
  name: string,
  build: (p: Placeholders<P>, given: ReadonlySet<keyof P>) => Knex.QueryBuilder | Knex.Raw,
): (params: P) => Statement<P, R> {
  declarations.push({
    name,
    text: (given) => compile<P>((p) => build(p, given as ReadonlySet<keyof P>)).text,
    parameters: () => compile<P>((p) => build(p, new Set())).parameters,
  });
  const shapes = new Map<string, Statement<P, R>>();
  return (params) => {
    const given = (Object.keys(params) as (keyof P & string)[])
      .filter((key) => params[key] !== undefined)
      .sort();
    const shape = `${name}(${given.join(',')})`;
    let found = shapes.get(shape);
    if (!found) {
      // Postgres truncates names to 63 bytes, so the shapes are numbered rather than spelled out.
      found = prepared<P, R>(`${name}#${shapes.size}`, (p) => build(p, new Set(given)));
      shapes.set(shape, found);
    }
    return found;
  };
}

/** The condition of a filter: its value equals a column, or compares to it, or it has SQL of its own. */
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

/** The order of a list: by a time, then by an id for rows with the same time. */
export interface PageOrder {
  time: string;
  id: string;
  idType: 'uuid' | 'text' | 'bigint';
}

/** One page of a list, newest first: its first page, or the one after a position (D22). */
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

function compile<P>(build: (p: Placeholders<P>) => Knex.QueryBuilder | Knex.Raw) {
  const placeholders = new Proxy({} as Placeholders<P>, {
    get: (_target, name) =>
      new Parameter<P>(String(name), (params) => required(params[name as keyof P], String(name))),
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
