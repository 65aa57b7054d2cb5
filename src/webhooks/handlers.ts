import type { Handlers } from '../contract/handler.ts';
import type { Schemas } from '../contract/operations.ts';
import type { Queryable } from '../db/connect.ts';
import type { CursorCodec } from '../lib/cursor.ts';
import { DomainError } from '../lib/errors.ts';
import { isId } from '../lib/ids.ts';
import { findEndpoint, listEndpoints } from './repository.ts';
import type { WebhookEndpointService } from './service.ts';
import { viewEndpoint } from './view.ts';

type WebhookHandlers = Pick<
  Handlers,
  | 'createWebhookEndpoint'
  | 'listWebhookEndpoints'
  | 'getWebhookEndpoint'
  | 'deleteWebhookEndpoint'
  | 'listWebhookEventTypes'
>;

export function webhookHandlers(options: {
  read: Queryable;
  cursors: CursorCodec;
  endpoints: WebhookEndpointService;
  eventTypes: Schemas['WebhookEventType'][];
}): WebhookHandlers {
  const { read, cursors, endpoints, eventTypes } = options;
  return {
    createWebhookEndpoint:
      ({ caller, body }) =>
      async (trx) => {
        const { endpoint, secret } = await endpoints.create(trx, caller.accountId, {
          url: body.url,
          description: body.description ?? '',
          enabledEvents: body.enabled_events ?? eventTypes.map(({ type }) => type),
        });
        return {
          status: 201,
          headers: { Location: `/v1/webhook_endpoints/${endpoint.id}` },
          body: { ...viewEndpoint(endpoint), signing_secret: secret },
          sealed: true,
        };
      },

    async listWebhookEndpoints({ caller, query }) {
      const { limit = 25, cursor } = query;
      const scope = { accountId: caller.accountId, list: 'webhook_endpoints', filters: {} };
      const after = cursor === undefined ? undefined : cursors.decode(scope, cursor);
      const rows = await listEndpoints(read, {
        accountId: caller.accountId,
        afterTime: after?.createdAt,
        afterId: after?.id,
        limit: limit + 1,
      });
      return { status: 200, body: cursors.page(scope, rows, limit, (row) => row.id, viewEndpoint) };
    },

    async getWebhookEndpoint({ caller, path }) {
      const row = isId(path.id) ? await findEndpoint(read, caller.accountId, path.id) : undefined;
      if (!row) throw new DomainError('webhook_endpoint_not_found');
      return { status: 200, body: viewEndpoint(row) };
    },

    deleteWebhookEndpoint:
      ({ caller, path }) =>
      async (trx) => {
        await endpoints.remove(trx, caller.accountId, path.id);
        return { status: 204 };
      },

    listWebhookEventTypes: () =>
      Promise.resolve({
        status: 200,
        body: { object: 'list', data: eventTypes, has_more: false, next_cursor: null },
      }),
  };
}
