import { createAccount } from '../../../src/accounts/service.ts';
import type { Standing } from '../../../src/accounts/standing.ts';
import type { Foundation } from '../../../src/composition/foundation.ts';
import { changeMethod } from '../../../src/methods/catalogue.ts';
import { createPaymentLinkService, type LinkRequest } from '../../../src/payment-links/service.ts';
import type { LinkToPay } from './payers.ts';

const GOOD: Standing = {
  ...{ status: 'active', kyb: 'approved', kyc: 'approved' },
  ...{ emailVerified: true, phoneVerified: true, ownerExists: true },
};
const AT_ONCE = 10;

export interface Merchant {
  accountId: string;
  /** A link for each amount, in units of MXNB. */
  links(units: readonly bigint[]): Promise<LinkToPay[]>;
}

/** An account that takes MXNB on chain. */
export async function openMerchant({ db, providers, logger }: Foundation): Promise<Merchant> {
  await db.transaction((trx) => changeMethod(trx, 'MXNB', { provider: 'evm' }));
  const links = createPaymentLinkService({
    read: db.read,
    providers,
    checkoutBaseUrl: () => 'http://127.0.0.1',
    logger,
  });
  const { id: accountId } = await db.transaction((trx) =>
    createAccount(trx, { name: 'Chaos', email: null, approved: true }),
  );
  const merchant = { accountId, standing: GOOD, disabledMethods: [] };
  const create = async (units: bigint): Promise<LinkToPay> => {
    const request: LinkRequest = {
      ...{ amount: (Number(units) / 1e6).toFixed(6), currency: 'MXNB', description: `Order of ${units}` },
      ...{ acceptedMethods: ['MXNB'], metadata: {}, feeBearer: 'merchant', returnUrl: null },
      ...{ reference: null, payerName: null, customerId: null, expiresAt: undefined },
    };
    const draft = await links.draft(merchant, request);
    const { methods } = await db.transaction((trx) =>
      links.create(trx, merchant, draft, { requestId: `req_${units}`, visitor: undefined }),
    );
    return { address: methods[0]?.instructions?.address as `0x${string}`, units };
  };
  return {
    accountId,
    async links(units) {
      const created: LinkToPay[] = [];
      for (let at = 0; at < units.length; at += AT_ONCE) {
        created.push(...(await Promise.all(units.slice(at, at + AT_ONCE).map(create))));
      }
      return created;
    },
  };
}
