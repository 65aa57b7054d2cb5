import type { Trx } from './connect.ts';
import { countChanges } from './account-versions.ts';

/** The accounts that each open transaction changes; none where changes are not counted. */
const changed = new WeakMap<Trx, Set<string>>();

/** Counts a transaction's changes of these accounts, and of those that `noteChange` names, as its last step. */
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
 * For a new row of an account's list that no event reports. A replica that does not show it yet is not used for the
 * account's lists (D66).
 */
export function noteChange(trx: Trx, accountId: string): void {
  changed.get(trx)?.add(accountId);
}

/** Whether the transaction's changes must be flushed before they are read, because replicas receive only those. */
export function isAwaited(trx: Trx): boolean {
  return changed.has(trx);
}
