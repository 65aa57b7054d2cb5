import { requireGoodStanding } from '../accounts/index.ts';
import type { Caller } from '../credentials/index.ts';
import type { Queryable } from '../db/index.ts';
import type { Work } from '../idempotency/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { money, type Money } from '../lib/money.ts';
import type { Providers } from '../methods/index.ts';
import type { Conversions, Refund, RefundReason } from '../transfers/index.ts';
import type { Inbox } from './inbox.ts';
import type { RefundQuotes } from './refund-quotes.ts';
import { getPaidLink, needsDestination } from './refundable.ts';
import type { Refunds } from './refunds.ts';
import { getDepositRecord } from './records-repository.ts';
import type { Deposit } from './repository.ts';

export interface ApiRefundRequest {
  /** Either the code of a paid link, or the id of a deposit. */
  paymentLink: string | undefined;
  deposit: string | undefined;
  /** Decimal, in the asset of `leftOf`; undefined for all that is left. */
  amount: Money | undefined;
  reason: RefundReason | null;
  requestId: string;
}

/** Refunds requested with API keys (D41). They work like the panel's, but only return money to where it came from. */
export interface ApiRefundService {
  /**
   * Prepares the refund of a payment; for a converted one, it first requests a quote from the provider. Throws the
   * account's obstacle, like `Refunds.refundLink`, `Inbox.refund` and `Conversions.requestQuote`, and
   * `refund_origin_unknown`.
   */
  prepare(
    caller: Pick<Caller, 'accountId' | 'credentialId' | 'standing'>,
    request: ApiRefundRequest,
  ): Promise<Work<Refund>>;
}

export function createApiRefundService(options: {
  read: Queryable;
  providers: Pick<Providers, 'find'>;
  inbox: Inbox;
  refunds: Refunds;
  refundQuotes: RefundQuotes;
  conversions: Pick<Conversions, 'requestQuote'>;
  /** The panel's URL. */
  panelUrl: () => string;
}): ApiRefundService {
  const { read, providers, inbox, refunds, refundQuotes, conversions, panelUrl } = options;

  const requireOrigin = (deposit: Deposit, page: string): void => {
    if (!needsDestination(providers, deposit)) return;
    throw new DomainError('refund_origin_unknown', {
      message: `It is not known for certain where this payment came from, so the API cannot refund it. Refund it in the account panel, where a person names the destination: ${panelUrl()}/accounts/${deposit.accountId}/${page}`,
    });
  };

  return {
    async prepare({ accountId, credentialId, standing }, request) {
      requireGoodStanding(standing);
      const { amount, reason, requestId } = request;
      const by = { credentialId, requestId };
      const how = { destination: {}, reason };

      const { code, deposit } = await findPayment(read, accountId, request);
      const depositId = deposit.id;
      if (code === undefined) {
        requireOrigin(deposit, `deposits/${deposit.id}`);
        requireWhole(deposit, amount);
        return async (trx) => (await inbox.refund(trx, by, accountId, deposit.id, how)).refund;
      }

      requireOrigin(deposit, `links/${code}`);
      const ofLink = { accountId, code, depositId, amount, ...how };
      const purchase = await refundQuotes.prepare(by, ofLink);
      if (!purchase) return async (trx) => (await refunds.refundLink(trx, by, ofLink)).refund;
      return {
        ask: async (providerKey) => {
          const quote = await conversions.requestQuote(purchase, providerKey);
          return async (trx) => {
            const { refund } = await refundQuotes.create(trx, by, ofLink, purchase, quote);
            await refundQuotes.confirm(trx, by, accountId, refund.id);
            return refund;
          };
        },
      };
    },
  };
}

/** The payment to refund, with the code of the link that it paid, if any. */
async function findPayment(
  read: Queryable,
  accountId: string,
  { paymentLink, deposit: id }: ApiRefundRequest,
): Promise<{ code: string | undefined; deposit: Deposit }> {
  if (paymentLink !== undefined && id !== undefined)
    throw invalidParam('deposit', 'Name either payment_link or deposit, not both.');
  if (paymentLink !== undefined) {
    return {
      code: paymentLink,
      deposit: (await getPaidLink(read, { accountId, code: paymentLink })).deposit,
    };
  }
  if (id === undefined)
    throw invalidParam('payment_link', 'Name the payment to refund, by payment_link or deposit.');
  const deposit = await getDepositRecord(read, accountId, id);
  return {
    code: deposit.status === 'credited' ? (deposit.paymentLinkCode ?? undefined) : undefined,
    deposit,
  };
}

function requireWhole({ amount: whole, asset }: Deposit, amount: Money | undefined): void {
  if (amount === undefined || amount.eq(money(whole))) return;
  const all = `${money(whole).toFixed()} ${asset}`;
  throw invalidParam('amount', `An unmatched deposit is refunded in full: leave amount out, or send ${all}.`);
}
