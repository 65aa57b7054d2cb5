import type { Walls } from '../walls.ts';

export const KEY_WALLS: Walls = {
  makers: { key: async (service, account) => (await service.createKey(account.id)).id },
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
