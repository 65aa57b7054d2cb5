import { randomUUID } from 'node:crypto';
import { money } from '../../../src/lib/money.ts';
import type { TestAccount } from '../../support/service.ts';
import { fund } from '../../transfers/rig.ts';
import type { Walls } from '../walls.ts';

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

export const CONVERSION_WALLS: Walls = {
  makers: { conversion: (_service, account) => quoteConversion(account) },
  forms: {
    '/panel/accounts/:account/conversions/new': async (_service, account) => {
      await fund(account, 'MXNB', '100');
      return { from: 'MXNB', to: 'USDC', amount: '10' };
    },
  },
};
