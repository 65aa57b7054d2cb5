import { randomUUID } from 'node:crypto';
import { OPERATOR } from '../../../src/audit-log/record.ts';
import { createLink, pay, runOut } from '../../payment-links/links.ts';
import type { TestAccount, TestService } from '../../support/service.ts';
import { fund, refundLink, WALLET } from '../../transfers/rig.ts';
import { treasurer } from '../../treasury/rig.ts';
import type { RouteFixtures } from '../fixtures.ts';

/** A link that was paid in USDC, which was converted into the link's MXNB. */
export async function createConvertedLink(service: TestService, { api }: TestAccount): Promise<string> {
  const { code } = await createLink(api);
  await pay(api, code, { method: 'USDC' });
  await runOut(service.workers.transfers);
  return code as string;
}

/** The refund of a converted payment, of which somebody saw what it costs. */
export async function quoteRefund(service: TestService, account: TestAccount): Promise<string> {
  const { db, refundQuotes, conversions } = service.foundation;
  const code = await createConvertedLink(service, account);
  const destination = { address: WALLET, network: 'Polygon' };
  const request = { accountId: account.id, code, amount: undefined, destination, reason: null };
  const purchase = await refundQuotes.prepare(OPERATOR, request);
  if (!purchase) throw new Error('it was not converted');
  const quote = await conversions.requestQuote(purchase, randomUUID());
  const { refund } = await db.transaction((trx) =>
    refundQuotes.create(trx, OPERATOR, request, purchase, quote),
  );
  return refund.id;
}

/** A refund that waits, requested by a member who is none of those that the test of access signs in. */
async function waiting(service: TestService, account: TestAccount): Promise<string> {
  const { db, refunds } = service.foundation;
  const { code } = await fund(account, 'MXNB', '100');
  const { actor } = await treasurer(service, account, 'finance');
  const destination = { address: WALLET, network: 'Arbitrum' };
  const request = { accountId: account.id, code, amount: undefined, destination, reason: null };
  return (await db.transaction((trx) => refunds.refundLink(trx, actor, request))).refund.id;
}

export const REFUND_FIXTURES: RouteFixtures = {
  makers: {
    refund: async (service, account) => {
      const { code } = await fund(account, 'MXNB', '100');
      return (await refundLink(service, account.id, code)).id;
    },
    '/panel/accounts/:account/refunds/:refund/confirm refund': quoteRefund,
    '/panel/accounts/:account/refunds/:refund/approve refund': waiting,
    '/panel/accounts/:account/refunds/:refund/decline refund': waiting,
  },
  forms: { '/panel/accounts/:account/refunds/api': () => ({ currency: 'MXN', amount: '20000' }) },
};
