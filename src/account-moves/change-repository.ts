import type pg from 'pg';

/** Keys of rows that changed, by table. */
type Changes = ReadonlyMap<string, readonly string[]>;

/** The rows of a part are in memory at once. */
const PART = 5_000;

/** All changes that the session's transaction sees, oldest first, a part at a time. */
export async function* readChanges(client: pg.ClientBase, accountId: string): AsyncGenerator<Changes> {
  for (let after: string | undefined = '0'; after !== undefined;) {
    const { rows }: pg.QueryResult<{ id: string; table: string; key: string }> = await client.query(
      `select id, table_name as "table", key::text as key from account_move_changes
        where account_id = $1 and id > $2 order by id limit ${PART}`,
      [accountId, after],
    );
    const changes = new Map<string, Set<string>>();
    for (const { table, key } of rows) {
      const keys = changes.get(table) ?? new Set();
      changes.set(table, keys.add(key));
    }
    yield new Map([...changes].map(([table, keys]) => [table, [...keys]]));
    after = rows[PART - 1]?.id;
  }
}

/** Deletes all changes that the session's transaction sees, and so none that was recorded after its snapshot. */
export async function forgetChanges(client: pg.ClientBase, accountId: string): Promise<void> {
  await client.query('delete from account_move_changes where account_id = $1', [accountId]);
}
