import type pg from 'pg';

/** Whether this session moves the account, from now until it ends; false while another one does. */
export async function isMoving(client: pg.ClientBase, accountId: string): Promise<boolean> {
  const { rows } = await client.query<{ isOurs: boolean }>(
    `select pg_try_advisory_lock(hashtext('account_moves'), hashtext($1)) as "isOurs"`,
    [accountId],
  );
  return rows[0]?.isOurs === true;
}

/** Once this transaction commits, the arriving copy is complete; a restored cell may have only a part of it. */
export async function markWhole(client: pg.ClientBase, accountId: string): Promise<void> {
  await client.query(
    `update account_moves set copied_at = clock_timestamp() where account_id = $1 and state = 'arriving'`,
    [accountId],
  );
}
