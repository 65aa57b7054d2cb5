/**
 * A condition of queries that read rows of all accounts. It excludes the few accounts that another query finds. In a
 * deployment with only a few accounts, the planner would expect no row at all from `<> all (array(…))` or `not exists`,
 * and read large tables once for each row of another.
 */
export function notAmong(accountId: string, few: string): string {
  return `${accountId} not in (${few})`;
}

/**
 * A condition of queries that look for work of all accounts. It excludes accounts that have moved to another cell or
 * are about to (D74). The database refuses changes of these, and one account's row would fail the whole batch.
 */
export function mayChange(accountId: string): string {
  return notAmong(accountId, 'select account_id from account_moves where still_until > now()');
}

/**
 * A condition of commands that delete old rows of all accounts. It excludes accounts between two cells, because a copy
 * that is being made is compared with its original, and because the database may refuse the change. Rows that an
 * account left behind in a cell expire there like all others.
 */
export function mayExpire(accountId: string): string {
  return notAmong(
    accountId,
    `select account_id from account_moves where state = 'arriving' or completed_at is null and still_until > now()`,
  );
}

/**
 * A condition of queries by which requests find their account. It excludes accounts that work in another cell (D74).
 */
export function worksHere(accountId: string): string {
  return `${accountId} <> all (array(select account_id from account_moves where still_until = 'infinity'))`;
}
