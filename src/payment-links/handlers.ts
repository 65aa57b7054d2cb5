import type { Handlers, OperationInput, Reply, Schemas } from '../contract/index.ts';
import type { Database } from '../db/index.ts';
import type { TransactionWork } from '../idempotency/index.ts';
import type { CursorCodec } from '../lib/cursor.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { parseOptionalTimestamp } from '../lib/timestamp.ts';
import { unlessEmpty } from '../lib/unless-empty.ts';
import { findLink } from './repository.ts';
import { countLinks, listLinks, type LinkFilters } from './link-repository.ts';
import { exactTermsOf } from './search.ts';
import { isComplete, type Offer } from './offer.ts';
import { qrOf } from './qr-image.ts';
import type { QuoteService } from './quotes.ts';
import type { LinkDraft, LinkRequest, LinkUpdate, PaymentLinkService } from './service.ts';
import { viewLink, viewLinkSummary, viewMethod, viewMethodOptions } from './view.ts';

type PaymentLinkHandlers = Pick<
  Handlers,
  | 'createPaymentLink'
  | 'listPaymentLinks'
  | 'getPaymentLinkStats'
  | 'listPaymentMethodOptions'
  | 'getPaymentLink'
  | 'updatePaymentLink'
  | 'deletePaymentLink'
  | 'cancelPaymentLink'
  | 'refreshPaymentLinkQuote'
  | 'getPaymentLinkQr'
>;

interface Options {
  db: Pick<Database, 'read' | 'listRead'>;
  cursors: CursorCodec;
  paymentLinks: PaymentLinkService;
  quotes: QuoteService;
}

export function paymentLinkHandlers(options: Options): PaymentLinkHandlers {
  const { db, paymentLinks } = options;

  return {
    createPaymentLink: createPaymentLink(options),
    listPaymentLinks: listPaymentLinks(options),
    getPaymentLinkStats: getPaymentLinkStats(options),

    async listPaymentMethodOptions({ caller, query }) {
      return {
        status: 200,
        body: viewMethodOptions(await paymentLinks.methodOptions(caller, query.currency, query.amount)),
      };
    },

    async getPaymentLink({ caller, path }) {
      return { status: 200, body: viewLink(await paymentLinks.get(caller.accountId, path.code)) };
    },

    updatePaymentLink:
      ({ caller, path, body }) =>
      async (trx) => ({
        status: 200,
        body: viewLink(await paymentLinks.update(trx, caller.accountId, path.code, toLinkUpdate(body))),
      }),

    deletePaymentLink:
      ({ caller, path }) =>
      async (trx) => {
        await paymentLinks.remove(trx, caller.accountId, path.code);
        return { status: 204 };
      },

    cancelPaymentLink:
      ({ caller, path }) =>
      async (trx) => ({
        status: 200,
        body: viewLink(await paymentLinks.cancel(trx, caller.accountId, path.code)),
      }),

    refreshPaymentLinkQuote: refreshPaymentLinkQuote(options),

    async getPaymentLinkQr({ caller, path }) {
      const link = await findLink(db.read, { accountId: caller.accountId, code: path.code });
      if (!link) throw new DomainError('payment_link_not_found');
      return { status: 200, svg: qrOf(link) };
    },
  };
}

function createPaymentLink({ paymentLinks }: Options): Handlers['createPaymentLink'] {
  return async ({ caller, body, requestId }) => {
    const write =
      (draft: LinkDraft): TransactionWork<Reply<'createPaymentLink'>> =>
      async (trx) => {
        const created = await paymentLinks.create(trx, caller, draft, { requestId, visitor: undefined });
        return {
          status: 201,
          headers: { Location: `/v1/payment_links/${created.link.code}` },
          body: viewLink(created),
        };
      };
    const draft = await paymentLinks.draft(caller, toLinkRequest(body));
    if (draft.methods.every(({ offer }) => isComplete(offer))) return write(draft);
    return { ask: async (providerKey) => write(await paymentLinks.ask(draft, providerKey)) };
  };
}

function listPaymentLinks({ db, cursors }: Options): Handlers['listPaymentLinks'] {
  return async ({ caller, query }) => {
    const { accountId } = caller;
    const filters = toFilters(query);
    const body = await cursors.list({ accountId, list: 'payment_links', filters }, query, {
      read: ({ afterId: afterCode, ...range }) =>
        listLinks(db.listRead(accountId, filters), { accountId, ...filters, ...range, afterCode }),
      idOf: (row) => row.code,
      view: viewLinkSummary,
    });
    return { status: 200, body };
  };
}

function getPaymentLinkStats({ db }: Options): Handlers['getPaymentLinkStats'] {
  return async ({ caller }) => {
    const counts = new Map(
      (await countLinks(db.read, { accountId: caller.accountId })).map(({ status, count }) => [
        status,
        count,
      ]),
    );
    const stats = {
      active: counts.get('active') ?? 0,
      processing: counts.get('processing') ?? 0,
      paid: counts.get('paid') ?? 0,
      cancelled: counts.get('cancelled') ?? 0,
      expired: counts.get('expired') ?? 0,
    };
    const total = Object.values(stats).reduce((sum, count) => sum + count, 0);
    return { status: 200, body: { object: 'payment_link_stats', ...stats, total } };
  };
}

function refreshPaymentLinkQuote({ quotes }: Options): Handlers['refreshPaymentLinkQuote'] {
  return async ({ caller, path }) => {
    const method = { accountId: caller.accountId, code: path.code, method: path.method };
    const write =
      (offer: Offer | undefined): TransactionWork<Reply<'refreshPaymentLinkQuote'>> =>
      async (trx) => ({
        status: 200,
        body: viewMethod({ status: 'active' }, await quotes.apply(trx, method, offer)),
      });
    const needed = await quotes.prepare(method);
    if (!needed || isComplete(needed)) return write(needed);
    return { ask: async (providerKey) => write(await quotes.ask(needed, providerKey)) };
  };
}

function toLinkRequest(body: Schemas['CreatePaymentLinkRequest']): LinkRequest {
  return {
    amount: body.amount,
    currency: body.currency,
    description: body.description,
    reference: body.reference ?? null,
    acceptedMethods: unlessEmpty(body.accepted_methods),
    metadata: body.metadata ?? {},
    feeBearer: body.fee_bearer,
    returnUrl: body.return_url ?? null,
    payerName: body.payer_name ?? null,
    customerId: body.customer_id ?? null,
    expiresAt: parseOptionalTimestamp('expires_at', body.expires_at),
  };
}

function toLinkUpdate(body: Schemas['UpdatePaymentLinkRequest']): LinkUpdate {
  return {
    description: body.description,
    reference: body.reference,
    metadata: body.metadata,
    returnUrl: body.return_url,
    customerId: body.customer_id,
    expiresAt: parseOptionalTimestamp('expires_at', body.expires_at),
  };
}

function toFilters(query: OperationInput<'listPaymentLinks'>['query']): LinkFilters {
  const { status, currency, reference, metadata, amount, created_after, created_before } = query;
  const terms = exactTermsOf({ reference, metadata, amount, customerId: query.customer_id });
  return {
    status,
    currency,
    terms: terms.length > 0 ? terms : undefined,
    createdAfter: parseOptionalTimestamp('created_after', created_after),
    createdBefore: parseOptionalTimestamp('created_before', created_before),
  };
}
