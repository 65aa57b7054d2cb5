import pg from 'pg';
import type { AccountTable, Renamed } from './table-repository.ts';

/** What a person signs in with, and who they are; in the order in which it is written. */
const TABLES_OF_PEOPLE = [
  ['users', 'id'],
  ['passwords', 'user_id'],
  ['recovery_codes', 'user_id'],
  ['passkeys', 'user_id'],
  ['user_identities', 'user_id'],
] as const;

/** A person, as one cell knows them. */
export interface Person {
  id: string;
  email: string;
}

/** Everybody whom an account's data names. */
export async function listPeople(
  client: pg.ClientBase,
  accountId: string,
  tables: readonly AccountTable[],
): Promise<Person[]> {
  const named = tables.flatMap(({ name, account, users }) =>
    users.map(
      (column) =>
        `select ${pg.escapeIdentifier(column)} as id from ${pg.escapeIdentifier(name)}
          where ${pg.escapeIdentifier(account)} = $1`,
    ),
  );
  const { rows } = await client.query<Person>(
    `select u.id, u.email from users u where u.id in (${named.join(' union ')}) order by u.id`,
    [accountId],
  );
  return rows;
}

/** How people are known in the other cell: by their own ids, or by those of whoever has the same e-mail address there. */
export interface Known {
  renamed: Renamed;
  /** Those whom the other cell has only by this account, and so only as they are here. */
  copied: readonly string[];
}

export async function findKnown(
  target: pg.ClientBase,
  accountId: string,
  people: readonly Person[],
): Promise<Known> {
  const { rows } = await target.query<Person & { isMember: boolean }>(
    `select u.id, u.email,
            exists (select from memberships m where m.user_id = u.id and m.account_id <> $1) as "isMember"
       from users u where u.email = any ($2) or u.id = any ($3)`,
    [accountId, people.map(({ email }) => email), people.map(({ id }) => id)],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byEmail = new Map(rows.map((row) => [row.email, row]));
  const renamed = new Map<string, string>();
  const copied: string[] = [];
  for (const { id, email } of people) {
    const other = byEmail.get(email);
    if (other && other.id !== id) renamed.set(id, other.id);
    else if (byId.get(id)?.isMember !== true) copied.push(id);
  }
  return { renamed, copied };
}

/** Gives the other cell these people as they are here, with what they sign in with. Their sessions stay here. */
export async function copyPeople(
  source: pg.ClientBase,
  target: pg.ClientBase,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  for (const [table, column] of TABLES_OF_PEOPLE) {
    const { rows } = await source.query<{ row: string }>(
      `select row_to_json(t)::text as row from ${table} t where ${column} = any ($1)`,
      [ids],
    );
    await target.query(`delete from ${table} where ${column} = any ($1)`, [ids]);
    await target.query(
      `insert into ${table} select r.* from unnest($1::text[]) as given (row),
              json_populate_record(null::${table}, given.row::json) r`,
      [rows.map(({ row }) => row)],
    );
  }
}
