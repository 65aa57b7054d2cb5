import type { Trx } from './connect.ts';
import { countChanges } from './account-versions.ts';

/** The accounts that each open transaction changes; none where changes are not counted. */
const changed = new WeakMap<Trx, Set<string>>();

/** Counts what a transaction changes about these accounts, and about those that `noteChange` names, as its last step. */
export function beginCounting(trx: Trx, accountIds: readonly string[]): void {
  const accounts = new Set(accountIds);
  changed.set(trx, accounts);
  trx.beforeCommit('versions', () => {
    if (accounts.size > 0)
      trx.defer(
        countChanges(
          trx,
          [...accounts].map((accountId) => ({ accountId })),
        ),
      );
    return Promise.resolve();
  });
}

/**
 * For a row that a list of the account shows from now on, though no event tells of it: a replica that does not show it yet
 * is not asked for the account's lists (D66).
 */
export function noteChange(trx: Trx, accountId: string): void {
  changed.get(trx)?.add(accountId);
}

/** Whether replicas are waited for to show what the transaction changes: they get only what the primary has flushed. */
export function isAwaited(trx: Trx): boolean {
  return changed.has(trx);
}
