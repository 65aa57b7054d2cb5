import { letGoStale } from '../../account-moves/index.ts';
import type { Foundation } from '../../composition/index.ts';
import { recordSettled } from '../../deployment/index.ts';
import { withLocated } from '../cells/sides.ts';
import { describeLost } from '../cells/whereabouts.ts';

/**
 * Asks all other cells which accounts are in this one, whose database was restored, and releases those that are in
 * other cells. From then on it may work. Throws when a cell cannot be asked.
 */
export async function settle({ db, config }: Foundation): Promise<object> {
  return withLocated(config, async ({ here, accounts }) => {
    const stale = accounts.filter(({ staleIn }) => staleIn.includes(here.cell));
    for (const one of stale) await letGoStale({ ...here, db }, one);
    await db.transaction((trx) => recordSettled(trx));
    return {
      cell: here.cell,
      let_go: stale.map(({ accountId, cell, keptBy }) => ({
        account: accountId,
        cell: cell ?? keptBy?.cell,
      })),
      lost: accounts.flatMap(({ accountId, keptBy }) => (keptBy ? describeLost(accountId, keptBy) : [])),
    };
  });
}
