import { createCustomer } from '../../customers/customers.ts';
import type { RouteFixtures } from '../fixtures.ts';

const DAYS = { from: '2026-01-01', until: '2026-01-31' };

export const CUSTOMER_FIXTURES: RouteFixtures = {
  makers: {
    customer: async (_service, { api }) =>
      (await createCustomer(api, { email: 'ana@example.com' })).id as string,
  },
  forms: {
    '/panel/accounts/:account/customers/new': () => ({ name: 'Ana Ruiz' }),
    '/panel/accounts/:account/customers/:customer/edit': () => ({ name: 'Ana Ruiz García' }),
    '/panel/accounts/:account/customers/:customer/statement/mail': () => ({
      ...DAYS,
      address: 'ana@example.com',
    }),
  },
};
