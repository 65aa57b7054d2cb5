import type { TestAccount, TestService } from '../../support/service.ts';
import type { RouteFixtures } from '../fixtures.ts';

export async function createLink({ api }: TestAccount, fields: object = {}): Promise<string> {
  const { body } = await api.post('/v1/payment_links', {
    amount: '150',
    currency: 'MXNB',
    description: 'Order 7',
    ...fields,
  });
  return body.code as string;
}

export async function createPaidLink(account: TestAccount, fields: object = {}): Promise<string> {
  const code = await createLink(account, fields);
  await account.api.post(`/v1/test_helpers/payment_links/${code}/deposit`, { method: 'SPEI' });
  return code;
}

const one = (_: TestService, account: TestAccount): Promise<string> => createLink(account);

export const LINK_FIXTURES: RouteFixtures = {
  makers: {
    code: one,
    '/panel/accounts/:account/links/:code/delete code': async (_, account) => {
      const code = await createLink(account);
      await account.api.post(`/v1/payment_links/${code}/cancel`);
      return code;
    },
    '/panel/accounts/:account/links/:code/refund/review code': (_, account) => createPaidLink(account),
    '/panel/accounts/:account/links/:code/refund code': (_, account) => createPaidLink(account),
  },
  forms: {
    '/panel/accounts/:account/links': () => ({ amount: '150', currency: 'MXNB', description: 'Order 8' }),
    '/panel/accounts/:account/links/methods': () => ({ amount: '150', currency: 'MXNB' }),
    '/panel/accounts/:account/links/prolong': async (_, account) => ({
      code: await createLink(account),
      days: '7',
    }),
    '/panel/accounts/:account/links/reminders': () => ({
      hours_before: '24',
      hours_after: '',
      language: 'en',
    }),
    '/panel/accounts/:account/links/:code/reminders': () => ({ reminders: 'off' }),
    '/panel/accounts/:account/customers/:customer/reminders': () => ({ reminders: 'off' }),
    '/panel/accounts/:account/links/:code/edit': async ({ database }) => {
      const [clock] = await database.query(
        `select to_char(service_now() + interval '2 hours', 'YYYY-MM-DD"T"HH24:MI') as expires_at`,
      );
      return { description: 'Order 9', expires_at: String(clock?.['expires_at']) };
    },
    '/panel/accounts/:account/links/:code/refund/review': () => ({ amount: '10', reason: 'other' }),
    '/panel/accounts/:account/links/:code/refund': () => ({ amount: '10', reason: 'other' }),
    '/panel/accounts/:account/links/:code/simulate': () => ({ method: 'SPEI', scenario: 'exact' }),
  },
};
