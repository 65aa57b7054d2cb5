import pg from 'pg';

/** A table with rows of accounts. */
export interface AccountTable {
  name: string;
  /** The column with the account. */
  account: string;
  /** All its columns, in their order. */
  columns: readonly string[];
  /** The columns that identify a row; all of them where rows are only ever added. */
  key: readonly string[];
  /** Whether rows are identified by a key, and so may change. */
  isKeyed: boolean;
  /** Columns with a user's id. */
  users: readonly string[];
  /** Columns that refer to rows that stay in the cell, which are operators and their requests. */
  ofOperators: readonly string[];
}

/**
 * Tables without an account's own data, such as deliveries in progress, replicas' positions and the moves themselves.
 */
const LEFT_BEHIND = [
  'account_move_changes',
  'account_moves',
  'account_stays',
  'account_versions',
  'handed_on_deposits',
  'webhook_leases',
];

/** Rows in memory at once; few, because a call in the log can be large. */
const PART = 500;

/** All tables of the schema that hold data of accounts. */
export async function listTables(client: pg.ClientBase): Promise<AccountTable[]> {
  const { rows } = await client.query<AccountTable>(
    `select c.relname as name, own.attname as account, columns.names as columns,
            coalesce(key.names, columns.names) as key, key.names is not null as "isKeyed",
            coalesce(users.names, '{}') as users, coalesce(operators.names, '{}') as "ofOperators"
       from pg_class c
       join pg_attribute own on own.attrelid = c.oid
        and own.attname = case c.relname when 'accounts' then 'id' else 'account_id' end
      cross join lateral (
        select array_agg(attname::text order by attnum) as names from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped) columns
       left join lateral (
        select array_agg(a.attname::text order by array_position(k.conkey, a.attnum)) as names
          from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
         where k.conrelid = c.oid and k.contype = 'p') key on key.names is not null
       left join lateral (
        select array_agg(attname::text) as names from pg_attribute
         where attrelid = c.oid and (attname = 'user_id' or attnum in (
           select unnest(conkey) from pg_constraint
            where conrelid = c.oid and contype = 'f' and confrelid = 'users'::regclass))) users on true
       left join lateral (
        select array_agg(attname::text) as names from pg_attribute
         where attrelid = c.oid and attnum in (
           select unnest(conkey) from pg_constraint where conrelid = c.oid and contype = 'f'
              and confrelid in ('operators'::regclass, 'operator_requests'::regclass))) operators on true
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> all ($1)
      order by c.relname`,
    [LEFT_BEHIND],
  );
  return rows;
}

/**
 * Makes two sessions write values alike, so that hashes of rows can be compared, and lets them read whole tables
 * efficiently.
 */
export async function prepareSession(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select set_config('timezone', 'UTC', false), set_config('datestyle', 'ISO, MDY', false),
            set_config('intervalstyle', 'postgres', false), set_config('bytea_output', 'hex', false),
            set_config('extra_float_digits', '1', false), set_config('search_path', 'public', false)`,
  );
}

/**
 * From now on, the session's writes fire no triggers and check no foreign keys, because a copy includes the rows that
 * triggers write. Throws the database's error if its user lacks the right.
 */
export async function writeAsReplica(client: pg.ClientBase): Promise<void> {
  await client.query('set session_replication_role = replica');
}

/** Sets or removes the triggers that record and refuse changes of an account. Waits only briefly for locks. */
export async function setFence(
  client: pg.ClientBase,
  accountId: string,
  { name, account, key }: AccountTable,
): Promise<void> {
  const table = pg.escapeIdentifier(name);
  const column = pg.escapeIdentifier(account);
  const id = pg.escapeLiteral(accountId);
  const words = [accountId, name, ...key].map((word) => pg.escapeLiteral(word)).join(', ');
  const [written, removed] = fencesOf(accountId);
  await client.query(
    `create trigger ${written} after insert or update on ${table} for each row
       when (new.${column} = ${id}) execute function keep_account_move(${words});
     create trigger ${removed} after delete on ${table} for each row
       when (old.${column} = ${id}) execute function keep_account_move(${words})`,
  );
}

export async function removeFence(
  client: pg.ClientBase,
  accountId: string,
  { name }: Pick<AccountTable, 'name'>,
): Promise<void> {
  const table = pg.escapeIdentifier(name);
  const [written, removed] = fencesOf(accountId);
  await client.query(
    `drop trigger if exists ${written} on ${table}; drop trigger if exists ${removed} on ${table}`,
  );
}

/** The tables that have an account's triggers. */
export async function listFenced(client: pg.ClientBase, accountId: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger
      where tgname = any ($1) and tgparentid = 0 order by 1`,
    [fencesOf(accountId)],
  );
  return rows.map(({ name }) => name);
}

/** The tables on which both triggers exist and fire. */
export async function listStanding(client: pg.ClientBase, accountId: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tgrelid::regclass::text as name from pg_trigger
      where tgname = any ($1) and tgparentid = 0 and tgenabled = 'O' group by 1 having count(*) = 2`,
    [fencesOf(accountId)],
  );
  return rows.map(({ name }) => name);
}

function fencesOf(accountId: string): [written: string, removed: string] {
  const id = accountId.replaceAll('-', '');
  return [`move_${id}`, `move_${id}_away`];
}

/** Some rows of a table, as JSON, with the sum of their hashes. */
export interface Rows {
  rows: string[];
  hash: bigint;
}

/**
 * The differences of a copy from its original. A person whom the other cell knows under another id has that id in the
 * copy.
 */
export type Renamed = ReadonlyMap<string, string>;

/** All rows of an account in a table, a part at a time, within the transaction of the session. */
export async function* readAll(
  client: pg.ClientBase,
  accountId: string,
  table: AccountTable,
  renamed: Renamed,
  since?: string,
): AsyncGenerator<Rows> {
  await client.query(
    `declare part no scroll cursor for ${selecting(table, renamed, pg.escapeIdentifier(table.name))}
      where t.${pg.escapeIdentifier(table.account)} = ${pg.escapeLiteral(accountId)} ${createdSince(since)}`,
  );
  for (;;) {
    const { rows } = await client.query<{ row: string; hash: string }>(`fetch ${PART} from part`);
    if (rows.length > 0) yield summed(rows);
    if (rows.length < PART) break;
  }
  await client.query('close part');
}

/** The current rows with these keys; where rows have no key, the recorded rows themselves. */
export async function readChanged(
  client: pg.ClientBase,
  accountId: string,
  table: AccountTable,
  keys: readonly string[],
  renamed: Renamed,
): Promise<Rows> {
  const { name, account, isKeyed } = table;
  const noted = `jsonb_populate_recordset(null::${pg.escapeIdentifier(name)}, $1)`;
  const source = isKeyed
    ? `${pg.escapeIdentifier(name)} t join ${noted} k on ${sameKey(table)}`
    : `${noted} t`;
  const { rows } = await client.query<{ row: string; hash: string }>(
    `${selecting(table, renamed, source)} where t.${pg.escapeIdentifier(account)} = $2`,
    [`[${keys.join()}]`, accountId],
  );
  return summed(rows);
}

/** Writes rows, and returns the sum of the hashes of the written rows. */
export async function writeRows(
  client: pg.ClientBase,
  table: AccountTable,
  rows: readonly string[],
): Promise<bigint> {
  const name = pg.escapeIdentifier(table.name);
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join();
  const { rows: written } = await client.query<{ hash: string }>(
    `with written as (
       insert into ${name} (${columns})
       select ${table.columns.map((column) => `r.${pg.escapeIdentifier(column)}`).join()}
         from unnest($1::text[]) as given (row), json_populate_record(null::${name}, given.row::json) r
       returning ${columns})
     select coalesce(sum(hashtextextended(t::text, 0)), 0)::text as hash from written t`,
    [rows],
  );
  return BigInt(written[0]?.hash ?? 0);
}

/** Removes the rows with these keys, in the copy's form. */
export async function removeChanged(
  client: pg.ClientBase,
  accountId: string,
  table: AccountTable,
  keys: readonly string[],
  renamed: Renamed,
): Promise<void> {
  const name = pg.escapeIdentifier(table.name);
  const given = keys.map((key) => renameKey(key, table, renamed));
  await client.query(
    `delete from ${name} t using jsonb_populate_recordset(null::${name}, $1) k
      where ${sameKey(table)} and t.${pg.escapeIdentifier(table.account)} = $2`,
    [`[${given.join()}]`, accountId],
  );
}

/** Removes all rows of an account from a table. */
export async function removeAll(
  client: pg.ClientBase,
  accountId: string,
  { name, account }: AccountTable,
): Promise<void> {
  await client.query(`delete from ${pg.escapeIdentifier(name)} where ${pg.escapeIdentifier(account)} = $1`, [
    accountId,
  ]);
}

/** The number of an account's rows in a table, and the sum of their hashes. */
export async function sumUp(
  client: pg.ClientBase,
  accountId: string,
  table: AccountTable,
  renamed: Renamed,
  since?: string,
): Promise<{ count: string; hash: string }> {
  const { rows } = await client.query<{ count: string; hash: string }>(
    `select count(*)::text as count, coalesce(sum(hash), 0)::text as hash from (
       ${selecting(table, renamed, pg.escapeIdentifier(table.name))}
        where t.${pg.escapeIdentifier(table.account)} = $1 ${createdSince(since)}) summed`,
    [accountId],
  );
  const [sum] = rows;
  if (!sum) throw new Error('the sum has no row');
  return sum;
}

/** Selects the rows of a source `t` in the copy's form, which is the whole row as JSON and a hash of it. */
function selecting(table: AccountTable, renamed: Renamed, source: string): string {
  const columns = table.columns.map((column) => {
    const name = pg.escapeIdentifier(column);
    if (table.ofOperators.includes(column)) return `null::uuid as ${name}`;
    if (!table.users.includes(column) || renamed.size === 0) return `t.${name}`;
    const cases = [...renamed].map(
      ([from, to]) => `when ${pg.escapeLiteral(from)} then ${pg.escapeLiteral(to)}::uuid`,
    );
    return `case t.${name} ${cases.join(' ')} else t.${name} end as ${name}`;
  });
  const named = /^\S+$/.test(source) ? `${source} t` : source;
  return `select row_to_json(r)::text as row, hashtextextended(r::text, 0) as hash
            from ${named} cross join lateral (select ${columns.join()}) r`;
}

/** From a day on, by UTC. */
function createdSince(day: string | undefined): string {
  return day === undefined ? '' : `and t.created_at >= ${pg.escapeLiteral(`${day} 00:00Z`)}`;
}

function sameKey({ key }: AccountTable): string {
  return key
    .map((column) => pg.escapeIdentifier(column))
    .map((name) => `t.${name} = k.${name}`)
    .join(' and ');
}

function renameKey(key: string, { users }: AccountTable, renamed: Renamed): string {
  if (users.length === 0 || renamed.size === 0) return key;
  const values = JSON.parse(key) as Record<string, unknown>;
  for (const column of users) {
    const other = renamed.get(String(values[column]));
    if (other !== undefined) values[column] = other;
  }
  return JSON.stringify(values);
}

function summed(rows: readonly { row: string; hash: string }[]): Rows {
  return {
    rows: rows.map(({ row }) => row),
    hash: rows.reduce((sum, { hash }) => sum + BigInt(hash), 0n),
  };
}
