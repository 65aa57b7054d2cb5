const anyMove = (condition: string): string =>
  `array(select account_id from account_moves where ${condition})`;

/**
 * A condition of statements that look for work of all accounts: leaves out those of which nothing may change here, because
 * they have moved to another cell or are about to (D74). The database refuses such changes, and one account's row would fail
 * the batch that it is in.
 */
export function mayChange(accountId: string): string {
  return `${accountId} <> all (${anyMove('still_until > now()')})`;
}

/** A condition of statements by which requests find their account: not one that works in another cell (D74). */
export function worksHere(accountId: string): string {
  return `${accountId} <> all (${anyMove("still_until = 'infinity'")})`;
}
