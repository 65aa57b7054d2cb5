import pg from 'pg';
import type { AccountTable, Renamed } from './table-repository.ts';

/** The tables with a person's identity and sign-in, in the order in which they are written. */
const TABLES_OF_PEOPLE = [
  ['users', 'id'],
  ['passwords', 'user_id'],
  ['recovery_codes', 'user_id'],
  ['passkeys', 'user_id'],
  ['user_identities', 'user_id'],
] as const;

/** A person's record in one cell. */
export interface Person {
  id: string;
  email: string;
}

/** All people whom an account's data names. */
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

/**
 * People's ids in the other cell, which are the same here, or the id of the person who joined there with the same
 * e-mail address.
 */
export interface Known {
  renamed: Renamed;
  /** People whom the other cell has only through this account, so their data must equal this cell's. */
  copied: readonly string[];
  /**
   * Users of the other cell, by their ids here, who were only ever invited by the same address and cannot do anything
   * without a link.
   */
  invited: Renamed;
}

/**
 * A membership of another account than $1 that works in this cell. Invitations do not count, because a stranger can
 * send them to anyone.
 */
const WORKS_FOR_ANOTHER = `m.account_id <> $1 and m.accepted_at is not null
        and not exists (select from account_moves g where g.account_id = m.account_id and g.still_until = 'infinity')`;

export async function findKnown(
  target: pg.ClientBase,
  accountId: string,
  people: readonly Person[],
): Promise<Known> {
  const { rows } = await target.query<Person & { isMember: boolean; hasJoined: boolean }>(
    `select u.id, u.email,
            exists (select from memberships m where m.user_id = u.id and ${WORKS_FOR_ANOTHER}) as "isMember",
            exists (select from passwords w where w.user_id = u.id)
              or exists (select from passkeys w where w.user_id = u.id)
              or exists (select from user_identities w where w.user_id = u.id) as "hasJoined"
       from users u where u.email = any ($2) or u.id = any ($3)`,
    [accountId, people.map(({ email }) => email), people.map(({ id }) => id)],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byEmail = new Map(rows.map((row) => [row.email, row]));
  const [renamed, invited] = [new Map<string, string>(), new Map<string, string>()];
  const copied: string[] = [];
  for (const { id, email } of people) {
    const other = byEmail.get(email);
    const own = byId.get(id);
    if (other && other.id !== id && (other.hasJoined || own)) renamed.set(id, other.id);
    else if (other && other.id !== id) invited.set(id, other.id);
    if (!renamed.has(id) && !(own?.isMember && own.hasJoined)) copied.push(id);
  }
  return { renamed, copied, invited };
}

/**
 * Merges users of the other cell who were only ever invited into the people who arrive with the account. All rows that
 * name them name those people instead, and their sessions end.
 */
export async function replaceInvited(
  target: pg.ClientBase,
  invited: Renamed,
  tables: readonly AccountTable[],
): Promise<void> {
  for (const [id, other] of invited) {
    for (const { name, users } of tables) {
      for (const column of users.map((user) => pg.escapeIdentifier(user))) {
        await target.query(`update ${pg.escapeIdentifier(name)} set ${column} = $1 where ${column} = $2`, [
          id,
          other,
        ]);
      }
    }
    await target.query('delete from user_sessions where user_id = $1', [other]);
    await target.query('delete from users where id = $1', [other]);
  }
}

/**
 * Ends open links, because the holder of a link for an address must not reach an account that it was not made for. They
 * can be issued again.
 */
export async function endOpenLinks(target: pg.ClientBase, ids: readonly string[]): Promise<void> {
  await target.query('delete from one_time_links where user_id = any ($1)', [ids]);
}

/**
 * Passwords with their codes, each of which counts once, are in one cell only. That is this one for people who still
 * have an account here.
 */
const COUNTED_ONCE: readonly string[] = ['passwords', 'recovery_codes'];

async function findStaying(
  source: pg.ClientBase,
  accountId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await source.query<{ id: string }>(
    `select distinct m.user_id as id from memberships m where m.user_id = any ($2) and ${WORKS_FOR_ANOTHER}`,
    [accountId, ids],
  );
  return rows.map(({ id }) => id);
}

/** Deletes the passwords of an account's people after its move, unless they have another account here. */
export async function forgetPasswords(
  source: pg.ClientBase,
  accountId: string,
  people: readonly Person[],
): Promise<void> {
  const ids = people.map(({ id }) => id);
  const staying = new Set(await findStaying(source, accountId, ids));
  for (const table of COUNTED_ONCE)
    await source.query(`delete from ${table} where user_id = any ($1)`, [
      ids.filter((id) => !staying.has(id)),
    ]);
}

/**
 * Copies these people to the other cell with their means of sign-in; their passwords only when no other account keeps
 * them here. Their sessions stay here.
 */
export async function copyPeople(
  source: pg.ClientBase,
  target: pg.ClientBase,
  accountId: string,
  people: readonly string[],
): Promise<void> {
  if (people.length === 0) return;
  const staying = new Set(await findStaying(source, accountId, people));
  const leaving = people.filter((id) => !staying.has(id));
  for (const [table, column] of TABLES_OF_PEOPLE) {
    const ids = COUNTED_ONCE.includes(table) ? leaving : people;
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
