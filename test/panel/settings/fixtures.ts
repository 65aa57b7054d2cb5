import { changeBrand, readBrand } from '../../../src/accounts/brand.ts';
import { OPERATOR } from '../../../src/audit-log/record.ts';
import { drawPng } from '../../support/images.ts';
import type { RouteFixtures } from '../fixtures.ts';

export const SETTINGS_FIXTURES: RouteFixtures = {
  makers: {
    file: async ({ foundation: { db } }, { id }) => {
      await db.transaction((trx) => changeBrand(trx, id, OPERATOR, { logo: drawPng(32, 32) }));
      return (await readBrand(db.read, id)).logo?.file ?? '';
    },
  },
  forms: {
    '/panel/accounts/:account/settings/brand': () => ({ color: '#0a7cff' }),
    '/panel/accounts/:account/settings/reporting': () => ({
      time_zone: 'America/Bogota',
      base_currency: 'COP',
    }),
    '/panel/accounts/:account/settings/contact': () => ({ email: 'ops@acme.example' }),
    '/panel/accounts/:account/settings/remove': () => ({ what: 'color' }),
    '/panel/accounts/:account/settings/tolerance': () => ({ method: 'SPEI', share: '0.5', max: '20' }),
    '/panel/accounts/:account/settings/tolerance/remove': () => ({ method: 'SPEI' }),
    '/panel/accounts/:account/settings/pay-the-rest': () => ({ pay_the_rest: 'on' }),
  },
};
