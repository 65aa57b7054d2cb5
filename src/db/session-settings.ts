import type pg from 'pg';

/** Settings of Postgres for one session, by their names. */
export type SessionSettings = Readonly<Record<string, string>>;

const APPLY = `select set_config(name, value, false), pg_backend_pid() as pid from json_each_text($1) as given (name, value)`;

/**
 * Makes the settings of a session that has just begun, and returns the number of its server process. By a statement,
 * which fails if it has no effect: with the options of the connection's start, a pooler may drop them, and the session would go
 * on as the database's owner, in another time zone and without timeouts.
 */
export async function applySettings(client: pg.ClientBase, settings: SessionSettings): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(APPLY, [JSON.stringify(settings)]);
  return rows[0]?.pid ?? 0;
}
