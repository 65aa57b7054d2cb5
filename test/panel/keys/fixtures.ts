import { ALL_SCOPES } from '../../../src/credentials/scopes.ts';
import type { RouteFixtures } from '../fixtures.ts';

export const KEY_FIXTURES: RouteFixtures = {
  makers: {
    // Only owners rotate one that can refund.
    key: async (service, account) => (await service.createKey(account.id, { scopes: ALL_SCOPES })).id,
  },
  forms: {
    '/panel/accounts/:account/keys/new': () => ({
      name: 'Web shop',
      scopes: 'links:read',
      api_version: '2026-11-01',
      requests_per_minute: '600',
      money_operations_per_day: '1000',
    }),
    '/panel/accounts/:account/keys/:key/rename': () => ({ name: 'Renamed' }),
  },
};
