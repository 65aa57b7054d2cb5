import type { Handlers } from '../contract/handler.ts';
import type { OperationInput, Schemas } from '../contract/operations.ts';
import type { Queryable } from '../db/connect.ts';
import type { CursorCodec } from '../lib/cursor.ts';
import { DomainError } from '../lib/errors.ts';
import { parseOptionalTimestamp } from '../lib/timestamp.ts';
import { countLinks, findLink, listLinks, type LinkFilters } from './repository.ts';
import type { LinkRequest, PaymentLinkService } from './service.ts';
import { viewLink, viewLinkSummary, viewMethodOptions } from './view.ts';

type PaymentLinkHandlers = Pick<
  Handlers,
  | 'createPaymentLink'
  | 'listPaymentLinks'
  | 'getPaymentLinkStats'
  | 'listPaymentMethodOptions'
  | 'getPaymentLink'
  | 'deletePaymentLink'
  | 'cancelPaymentLink'
  | 'getPaymentLinkQr'
>;

export function paymentLinkHandlers(options: {
  read: Queryable;
  cursors: CursorCodec;
  paymentLinks: PaymentLinkService;
}): PaymentLinkHandlers {
  const { read, cursors, paymentLinks } = options;

  return {
    async createPaymentLink({ caller, body, requestId, effectKey }) {
      const draft = await paymentLinks.draft(caller, toLinkRequest(body), effectKey);
      return async (trx) => {
        const created = await paymentLinks.create(trx, caller, draft, requestId);
        return {
          status: 201,
          headers: { Location: `/v1/payment_links/${created.link.code}` },
          body: viewLink(created),
        };
      };
    },

    async listPaymentLinks({ caller, query }) {
      const { limit = 25, cursor } = query;
      const filters: LinkFilters = toFilters(query);
      const scope = { accountId: caller.accountId, list: 'payment_links', filters };
      const after = cursor === undefined ? undefined : cursors.decode(scope, cursor);
      const rows = await listLinks(read, {
        accountId: caller.accountId,
        ...filters,
        afterTime: after?.createdAt,
        afterCode: after?.id,
        limit: limit + 1,
      });
      return { status: 200, body: cursors.page(scope, rows, limit, (row) => row.code, viewLinkSummary) };
    },

    async getPaymentLinkStats({ caller }) {
      const counts = new Map(
        (await countLinks(read, caller.accountId)).map(({ status, count }) => [status, count]),
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
    },

    async listPaymentMethodOptions({ caller, query }) {
      return {
        status: 200,
        body: viewMethodOptions(await paymentLinks.methodOptions(caller, query.currency, query.amount)),
      };
    },

    async getPaymentLink({ caller, path }) {
      return { status: 200, body: viewLink(await paymentLinks.get(caller.accountId, path.code)) };
    },

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

    async getPaymentLinkQr({ caller, path }) {
      const link = await findLink(read, caller.accountId, path.code);
      if (!link) throw new DomainError('payment_link_not_found');
      return { status: 200, svg: link.qr_svg };
    },
  };
}

function toLinkRequest(body: Schemas['CreatePaymentLinkRequest']): LinkRequest {
  return {
    amount: body.amount,
    currency: body.currency,
    description: body.description,
    acceptedMethods: body.accepted_methods,
    metadata: body.metadata ?? {},
    feeBearer: body.fee_bearer,
    returnUrl: body.return_url ?? null,
    expiresAt: parseOptionalTimestamp('expires_at', body.expires_at),
  };
}

function toFilters(query: OperationInput<'listPaymentLinks'>['query']): LinkFilters {
  const { status, currency, created_after, created_before } = query;
  return {
    status,
    currency,
    createdAfter: parseOptionalTimestamp('created_after', created_after),
    createdBefore: parseOptionalTimestamp('created_before', created_before),
  };
}
