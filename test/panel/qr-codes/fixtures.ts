import type { TestAccount, TestService } from '../../support/service.ts';
import type { RouteFixtures } from '../fixtures.ts';

export async function createCode(_service: TestService, { api }: TestAccount): Promise<string> {
  const { body } = await api.post('/v1/qr_codes', { name: 'Till 4', currency: 'MXNB', fixed_amount: '45' });
  return body.id as string;
}

export const QR_CODE_FIXTURES: RouteFixtures = {
  makers: { counter: createCode },
  forms: {
    '/panel/accounts/:account/qr-codes/new': () => ({ name: 'Till 5', currency: 'MXNB' }),
    '/panel/accounts/:account/qr-codes/:counter/change': () => ({ name: 'Till 6', fixed_amount: '50' }),
    '/panel/accounts/:account/qr-codes/:counter/status': () => ({ status: 'disabled' }),
  },
};
