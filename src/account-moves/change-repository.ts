import type pg from 'pg';

/** Keys of rows that changed, by table. */
export type Changes = ReadonlyMap<string, readonly string[]>;

/** Their rows are in memory at once. */
const MOST_AT_ONCE = 5_000;

/** What the session's transaction sees, oldest first, at most 5,000; and the ids by which it is forgotten. */
export async function listChanges(
  client: pg.ClientBase,
  accountId: string,
): Promise<{ ids: string[]; changes: Changes }> {
  const { rows } = await client.query<{ id: string; table: string; key: string }>(
    `select id, table_name as "table", key::text as key from account_move_changes
      where account_id = $1 order by id limit ${MOST_AT_ONCE}`,
    [accountId],
  );
  const changes = new Map<string, Set<string>>();
  for (const { table, key } of rows) {
    const keys = changes.get(table) ?? new Set();
    changes.set(table, keys.add(key));
  }
  return {
    ids: rows.map(({ id }) => id),
    changes: new Map([...changes].map(([table, keys]) => [table, [...keys]])),
  };
}

export async function forgetChanges(
  client: pg.ClientBase,
  accountId: string,
  ids: readonly string[] | 'all',
): Promise<void> {
  await (ids === 'all'
    ? client.query('delete from account_move_changes where account_id = $1', [accountId])
    : client.query('delete from account_move_changes where account_id = $1 and id = any ($2)', [
        accountId,
        ids,
      ]));
}
