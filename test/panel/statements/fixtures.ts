import type { RouteFixtures } from '../fixtures.ts';

export const STATEMENT_FIXTURES: RouteFixtures = {
  makers: {},
  forms: {
    '/panel/accounts/:account/statements/mail': () => ({ wanted: 'yes' }),
    '/panel/accounts/:account/statements/mail-workbook': () => ({ wanted: 'yes' }),
    '/panel/accounts/:account/statements/profile/save': () => ({ columns: 'id, amount', code_fee: '6010' }),
  },
};
