import { randomUUID } from 'node:crypto';
import { money } from '../../../src/lib/money.ts';
import type { TestAccount, TestService } from '../../support/service.ts';
import { fund } from '../../transfers/rig.ts';
import { treasurer } from '../../treasury/rig.ts';
import type { RouteFixtures } from '../fixtures.ts';

/** A quote for a conversion of money that the account has. */
export async function quoteConversion(account: TestAccount, amount = '100'): Promise<string> {
  await fund(account, 'MXNB', amount);
  const { db, conversions } = account.foundation;
  const request = {
    accountId: account.id,
    fromAsset: 'MXNB',
    toAsset: 'USDC',
    amount: money(amount),
    requestId: null,
  };
  const quote = await conversions.requestQuote(request, randomUUID());
  return (await db.transaction((trx) => conversions.create(trx, request, quote))).id;
}

/** A conversion that waits, requested by a member who is none of those that the test of access signs in. */
async function waiting(service: TestService, account: TestAccount): Promise<string> {
  const { db, conversions } = service.foundation;
  const owner = await treasurer(service, account, 'owner');
  await owner.limit('0');
  const id = await quoteConversion(account);
  await db.transaction((trx) => conversions.confirm(trx, owner.actor, account.id, id));
  await service.database.query('delete from account_limits where account_id = $1', [account.id]);
  return id;
}

export const CONVERSION_FIXTURES: RouteFixtures = {
  makers: {
    conversion: (_service, account) => quoteConversion(account),
    '/panel/accounts/:account/conversions/:conversion/approve conversion': waiting,
    '/panel/accounts/:account/conversions/:conversion/decline conversion': waiting,
  },
  forms: {
    '/panel/accounts/:account/conversions/new': async (_service, account) => {
      await fund(account, 'MXNB', '100');
      return { from: 'MXNB', to: 'USDC', amount: '10' };
    },
  },
};
