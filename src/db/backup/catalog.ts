import type pg from 'pg';

/** A table and its columns to copy. */
export interface Table {
  name: string;
  columns: string[];
}

export interface Sequence {
  name: string;
  last_value: string;
  is_called: boolean;
}

/** The schema's own bookkeeping; a restore writes it by migrating. */
const MIGRATIONS = `('knex_migrations', 'knex_migrations_lock')`;

interface Reference {
  from: string;
  to: string;
}

/**
 * The service's tables (those that its role may read), each after the ones it references. A partitioned table counts as
 * one; generated columns are omitted.
 */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname not in ${MIGRATIONS} and has_table_privilege('payments_app', c.oid, 'select')
      group by c.relname order by c.relname`,
  );
  const { rows: references } = await client.query<Reference>(
    `select f.relname as from, t.relname as to
       from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace and f.oid <> t.oid`,
  );
  return inOrder(tables, references);
}

function inOrder(tables: readonly Table[], references: readonly Reference[]): Table[] {
  const ordered = new Set<Table>();
  const place = (table: Table, path: readonly Table[]): void => {
    if (ordered.has(table)) return;
    if (path.includes(table))
      throw new Error(`the tables around ${table.name} reference each other in a circle`);
    const needed = references.filter(({ from }) => from === table.name).map(({ to }) => to);
    for (const other of tables) if (needed.includes(other.name)) place(other, [...path, table]);
    ordered.add(table);
  };
  for (const table of tables) place(table, []);
  return [...ordered];
}

/** The sequences with their current values, which are not transactional. */
export async function readSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select sequencename as name from pg_sequences
      where schemaname = 'public' and sequencename not like 'knex\\_%' order by sequencename`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<Omit<Sequence, 'name'>>(
      `select last_value::text, is_called from ${quoted(name)}`,
    );
    sequences.push(...values.map((value) => ({ name, ...value })));
  }
  return sequences;
}

/** The days (UTC, like 2026-11-22) that the call log has a partition for. */
export async function listLogDays(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ day: string }>(
    `select to_char(to_date(right(c.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day
       from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = to_regclass('public.request_logs') order by 1`,
  );
  return rows.map(({ day }) => day);
}

/** The environment that the database belongs to; undefined before the service's first start. */
export async function readEnvironment(client: pg.ClientBase): Promise<string | undefined> {
  const { rows: found } = await client.query<{ deployment: boolean }>(
    `select to_regclass('public.deployment') is not null as deployment`,
  );
  if (found[0]?.deployment !== true) return undefined;
  const { rows } = await client.query<{ environment: string }>('select environment from deployment');
  return rows[0]?.environment;
}

/** Whether the database has neither tables, views nor sequences, except those of extensions. */
export async function isEmpty(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      limit 1`,
  );
  return rows.length === 0;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The names as a list in a statement. */
export function namesIn(names: readonly string[]): string {
  return names.map(quoted).join(', ');
}

export interface ForeignKey {
  /** The table's name in SQL. */
  table: string;
  name: string;
  definition: string;
}

/** Lists the foreign keys, of which those of partitions belong to their table. */
export async function listForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
      order by conrelid::regclass::text, conname`,
  );
  return rows;
}

/**
 * Whether an account is being copied to this cell, in which case rows may refer to others that are not copied yet
 * (D74).
 */
export async function hasUnfinishedCopy(client: pg.Client, tables: readonly string[]): Promise<boolean> {
  if (!tables.includes('account_moves')) return false;
  const { rows } = await client.query<{ found: boolean }>(
    // The column is younger than the table.
    `select exists (select from account_moves m
                     where state = 'arriving' and to_jsonb(m) ->> 'copied_at' is null) as found`,
  );
  return rows[0]?.found === true;
}
