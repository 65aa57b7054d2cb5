import { createLink, pay } from '../../payment-links/links.ts';
import type { TestAccount } from '../../support/service.ts';
import type { RouteFixtures } from '../fixtures.ts';

/** A deposit that waits for a decision, by a method that knows the way back. */
export async function payTooLittle({ api }: TestAccount): Promise<string> {
  const { code } = await createLink(api);
  const { body } = await pay(api, code, { method: 'SPEI', scenario: 'under' });
  return body.id as string;
}

export const DEPOSIT_FIXTURES: RouteFixtures = {
  makers: { deposit: (_service, account) => payTooLittle(account) },
  forms: {
    '/panel/accounts/:account/deposits/decide': () => ({ decision: 'accept' }),
    '/panel/accounts/:account/settings/automatic-refunds': () => ({ refunds: 'never', days: '7' }),
    '/panel/accounts/:account/deposits/:deposit/accept-as-payment': () => ({ received: '18000' }),
    '/panel/accounts/:account/deposits/:deposit/assign/:code': () => ({ received: '18000' }),
    '/panel/accounts/:account/deposits/:deposit/accept-together': () => ({ received: '18000' }),
    '/panel/accounts/:account/deposits/:deposit/refund/review': () => ({ reason: 'duplicate' }),
    '/panel/accounts/:account/deposits/:deposit/refund': () => ({ reason: 'duplicate' }),
  },
};
