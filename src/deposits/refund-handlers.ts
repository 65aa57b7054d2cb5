import { requireGoodStanding } from '../accounts/index.ts';
import type { Handlers, Reply, Schemas } from '../contract/index.ts';
import type { Queryable } from '../db/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { money, parseRequestAmount } from '../lib/money.ts';
import type { Providers } from '../methods/index.ts';
import { type Conversions, type Refund, viewRefund } from '../transfers/index.ts';
import type { Inbox } from './inbox.ts';
import type { RefundQuotes } from './refund-quotes.ts';
import { getPaidLink, needsDestination } from './refundable.ts';
import type { Refunds } from './refunds.ts';
import { type Deposit, findPayingDeposit, getDepositRecord } from './repository.ts';

/** Refunds that API keys request (D41): as in the panel, but only to where the money came from. */
export function refundHandlers(options: {
  read: Queryable;
  providers: Pick<Providers, 'find'>;
  inbox: Inbox;
  refunds: Refunds;
  refundQuotes: RefundQuotes;
  conversions: Pick<Conversions, 'requestQuote'>;
  /** The panel's URL. */
  panelUrl: () => string;
}): Pick<Handlers, 'createRefund'> {
  const { read, providers, inbox, refunds, refundQuotes, conversions, panelUrl } = options;

  const requireOrigin = (deposit: Deposit, page: string): void => {
    if (!needsDestination(providers, deposit)) return;
    throw new DomainError('refund_origin_unknown', {
      message: `It is not known for certain where this payment came from, so the API cannot refund it. Refund it in the account panel, where a person names the destination: ${panelUrl()}/accounts/${deposit.accountId}/${page}`,
    });
  };

  return {
    async createRefund({ caller, body, requestId }) {
      requireGoodStanding(caller.standing);
      const { accountId, credentialId } = caller;
      const by = { credentialId, requestId };
      const amount = body.amount === undefined ? undefined : parseRequestAmount(body.amount);
      const how = { destination: {}, reason: body.reason ?? null };

      const { code, deposit } = await findPayment(read, accountId, body);
      if (code === undefined) {
        requireOrigin(deposit, `deposits/${deposit.id}`);
        if (amount && !amount.eq(money(deposit.amount))) {
          throw invalidParam(
            'amount',
            `An unmatched deposit is refunded in full, which is ${money(deposit.amount).toFixed()} ${deposit.asset}.`,
          );
        }
        return async (trx) => answer((await inbox.refund(trx, by, accountId, deposit.id, how)).refund);
      }

      requireOrigin(deposit, `links/${code}`);
      const request = { accountId, code, amount, ...how };
      const purchase = await refundQuotes.prepare(by, request);
      if (!purchase) return async (trx) => answer((await refunds.refundLink(trx, by, request)).refund);
      return {
        ask: async (providerKey) => {
          const quote = await conversions.requestQuote(purchase, providerKey);
          return async (trx) => {
            const { refund } = await refundQuotes.create(trx, by, request, purchase, quote);
            await refundQuotes.confirm(trx, by, accountId, refund.id);
            return answer(refund);
          };
        },
      };
    },
  };
}

/**
 * The payment that a request names: with the code of the link that it paid, or an unmatched deposit. Throws
 * `payment_link_not_found`, `payment_link_not_refundable`, `deposit_not_found`, and `invalid_request` unless it names
 * exactly one.
 */
async function findPayment(
  read: Queryable,
  accountId: string,
  { payment_link: link, deposit: id }: Schemas['CreateRefundRequest'],
): Promise<{ code: string | undefined; deposit: Deposit }> {
  if (link !== undefined && id !== undefined)
    throw invalidParam('deposit', 'Name either payment_link or deposit, not both.');
  if (link !== undefined) return { code: link, deposit: (await getPaidLink(read, accountId, link)).deposit };
  if (id === undefined)
    throw invalidParam('payment_link', 'Name the payment to refund: its payment_link or its deposit.');
  const deposit = await getDepositRecord(read, accountId, id);
  const code = deposit.paymentLinkCode;
  const paying = code === null ? undefined : await findPayingDeposit(read, { accountId, code });
  return { code: code !== null && paying?.id === deposit.id ? code : undefined, deposit };
}

function answer(refund: Refund): Reply<'createRefund'> {
  return { status: 201, headers: { Location: `/v1/refunds/${refund.id}` }, body: viewRefund(refund) };
}
