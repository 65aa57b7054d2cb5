import { OPERATOR } from '../../src/audit-log/record.ts';
import { saveView } from '../../src/saved-views/service.ts';
import type { RouteFixtures } from './fixtures.ts';
import { join } from './people.ts';

/** The names in cursors of the lists that have saved views, by their places in the panel. */
const LISTS = {
  links: 'panel_links',
  customers: 'panel_customers',
  deposits: 'deposits',
  movements: 'panel_movements',
};

const entries = <V>(of: (place: string, list: string) => readonly [string, V]) =>
  Object.fromEntries(Object.entries(LISTS).map(([place, list]) => of(place, list)));

export const VIEW_FIXTURES: RouteFixtures = {
  makers: entries((place, list) => [
    `/panel/accounts/:account/${place}/views/:view/remove view`,
    async (service, account, person) => {
      const { id: userId } = person ?? (await join(service, account.id, 'owner'));
      const view = { accountId: account.id, list, name: 'Mine', query: 'columns=created_at', isShared: true };
      const actor = { ...OPERATOR, userId };
      return (await service.foundation.db.transaction((trx) => saveView(trx, actor, view))).id;
    },
  ]),
  forms: entries((place) => [
    `/panel/accounts/:account/${place}/views`,
    () => ({ name: 'Newest', query: 'columns=created_at', shared: '' }),
  ]),
};
