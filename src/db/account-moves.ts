/**
 * A condition on statements that read rows of all accounts: leaves out the few accounts that a query finds. Where a deployment
 * has only a few accounts, the planner would expect no row at all from `<> all (array(…))` or `not exists`, and read large
 * tables once for each row of another.
 */
export function notAmong(accountId: string, few: string): string {
  return `${accountId} not in (${few})`;
}

/**
 * A condition of statements that look for work of all accounts: leaves out those of which nothing may change here, because
 * they have moved to another cell or are about to (D74). The database refuses such changes, and one account's row would fail
 * the batch that it is in.
 */
export function mayChange(accountId: string): string {
  return notAmong(accountId, 'select account_id from account_moves where still_until > now()');
}

/**
 * A condition of statements that delete what is too old, of all accounts: leaves out those that are between two cells, because
 * a copy that is being made is compared with what it is a copy of, and because the database may refuse the change. What an
 * account has left behind in a cell grows too old there like everything else.
 */
export function mayExpire(accountId: string): string {
  return notAmong(
    accountId,
    `select account_id from account_moves where state = 'arriving' or completed_at is null and still_until > now()`,
  );
}

/** A condition of statements by which requests find their account: not one that works in another cell (D74). */
export function worksHere(accountId: string): string {
  return `${accountId} <> all (array(select account_id from account_moves where still_until = 'infinity'))`;
}
