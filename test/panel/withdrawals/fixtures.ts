import { randomUUID } from 'node:crypto';
import { listDestinations } from '../../../src/treasury/repository.ts';
import type { TestAccount, TestService } from '../../support/service.ts';
import { fund } from '../../transfers/rig.ts';
import { CLABE, treasurer } from '../../treasury/rig.ts';
import type { RouteFixtures } from '../fixtures.ts';

/** A withdrawal that waits, requested by a member who is none of those that the test of access signs in. */
async function waiting(service: TestService, account: TestAccount): Promise<string> {
  await fund(account, 'MXNB', '1000');
  const somebody = await treasurer(service, account, 'finance');
  return (await somebody.withdraw(await somebody.save(), '150')).id;
}

export const WITHDRAWAL_FIXTURES: RouteFixtures = {
  makers: {
    withdrawal: waiting,
    destination: async (service, account) => (await treasurer(service, account, 'finance')).save(),
  },
  forms: {
    '/panel/accounts/:account/withdrawals/new': async (service, account) => {
      await fund(account, 'MXNB', '1000');
      const [saved] = await listDestinations(service.foundation.db.read, { accountId: account.id });
      const destination = saved?.id ?? (await (await treasurer(service, account, 'finance')).save());
      return { destination, asset: 'MXNB', amount: '100' };
    },
    '/panel/accounts/:account/withdrawals/destinations/new': () => ({
      method: 'SPEI',
      label: `Bank ${randomUUID()}`,
      clabe: CLABE,
    }),
    '/panel/accounts/:account/withdrawals/limits': () => ({ currency: 'MXN', amount: '1000000' }),
  },
};
