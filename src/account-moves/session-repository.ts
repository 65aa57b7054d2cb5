import type pg from 'pg';

/** Whether this session is the one that moves the account, from now until it ends: false while another one is. */
export async function isMoving(client: pg.ClientBase, accountId: string): Promise<boolean> {
  const { rows } = await client.query<{ isOurs: boolean }>(
    `select pg_try_advisory_lock(hashtext('account_moves'), hashtext($1)) as "isOurs"`,
    [accountId],
  );
  return rows[0]?.isOurs === true;
}
