import type { Handlers, Schemas } from '../contract/index.ts';
import type { Queryable } from '../db/index.ts';
import type { CursorCodec } from '../lib/cursor.ts';
import { unlessEmpty } from '../lib/unless-empty.ts';
import { getEndpoint, listEndpoints } from './repository.ts';
import type { EndpointWithSecret, WebhookEndpointService } from './service.ts';
import type { SendTestEvent } from './test-event.ts';
import { viewEndpoint, viewTest } from './view.ts';

type WebhookHandlers = Pick<
  Handlers,
  | 'createWebhookEndpoint'
  | 'listWebhookEndpoints'
  | 'getWebhookEndpoint'
  | 'updateWebhookEndpoint'
  | 'deleteWebhookEndpoint'
  | 'enableWebhookEndpoint'
  | 'testWebhookEndpoint'
  | 'rotateWebhookEndpointSecret'
  | 'listWebhookEventTypes'
>;

interface Options {
  read: Queryable;
  cursors: CursorCodec;
  endpoints: WebhookEndpointService;
  sendTestEvent: SendTestEvent;
  eventTypes: Schemas['WebhookEventType'][];
}

export function webhookHandlers(options: Options): WebhookHandlers {
  const { read, cursors, endpoints, eventTypes } = options;

  return {
    createWebhookEndpoint: createWebhookEndpoint(options),

    async listWebhookEndpoints({ caller, query }) {
      const { accountId } = caller;
      const body = await cursors.list({ accountId, list: 'webhook_endpoints', filters: {} }, query, {
        read: (range) => listEndpoints(read, { accountId, ...range }),
        idOf: (row) => row.id,
        view: viewEndpoint,
      });
      return { status: 200, body };
    },

    async getWebhookEndpoint({ caller, path }) {
      return {
        status: 200,
        body: viewEndpoint(await getEndpoint(read, { accountId: caller.accountId, id: path.id })),
      };
    },

    updateWebhookEndpoint: updateWebhookEndpoint(options),

    deleteWebhookEndpoint:
      ({ caller, path }) =>
      async (trx) => {
        await endpoints.remove(trx, caller.accountId, path.id);
        return { status: 204 };
      },

    enableWebhookEndpoint:
      ({ caller, path }) =>
      async (trx) => {
        const endpoint = await endpoints.enable(trx, caller.accountId, path.id);
        return { status: 200, body: viewEndpoint(endpoint) };
      },

    testWebhookEndpoint: testWebhookEndpoint(options),

    rotateWebhookEndpointSecret:
      ({ caller, path, body }) =>
      async (trx) => {
        const overlapS = body?.previous_secret_valid_for;
        const rotated = await endpoints.rotateSecret(trx, caller.accountId, path.id, overlapS);
        return { status: 200, body: withSecret(rotated), sealed: true };
      },

    listWebhookEventTypes: () =>
      Promise.resolve({
        status: 200,
        body: { object: 'list', data: eventTypes, has_more: false, next_cursor: null },
      }),
  };
}

function createWebhookEndpoint({ endpoints, eventTypes }: Options): Handlers['createWebhookEndpoint'] {
  return ({ caller, body }) =>
    async (trx) => {
      const created = await endpoints.create(trx, caller.accountId, {
        url: body.url,
        description: body.description ?? '',
        enabledEvents: unlessEmpty(body.enabled_events) ?? eventTypes.map(({ type }) => type),
        standardWebhooks: body.standard_webhooks ?? false,
      });
      const headers = { Location: `/v1/webhook_endpoints/${created.endpoint.id}` };
      return { status: 201, headers, body: withSecret(created), sealed: true };
    };
}

function updateWebhookEndpoint({ endpoints }: Options): Handlers['updateWebhookEndpoint'] {
  return ({ caller, path, body }) =>
    async (trx) => {
      const endpoint = await endpoints.update(
        trx,
        caller.accountId,
        path.id,
        {
          url: body.url,
          description: body.description,
          enabledEvents: unlessEmpty(body.enabled_events),
          standardWebhooks: body.standard_webhooks,
          enabled: body.enabled,
        },
        caller,
      );
      return { status: 200, body: viewEndpoint(endpoint) };
    };
}

function testWebhookEndpoint({ read, sendTestEvent }: Options): Handlers['testWebhookEndpoint'] {
  return async ({ caller, path }) => {
    const endpoint = await getEndpoint(read, { accountId: caller.accountId, id: path.id });
    return {
      ask: async (providerKey) => {
        const outcome = await sendTestEvent(endpoint, providerKey);
        return () => Promise.resolve({ status: 200, body: viewTest(outcome) });
      },
    };
  };
}

function withSecret({ endpoint, secret }: EndpointWithSecret): Schemas['WebhookEndpointWithSecret'] {
  return { ...viewEndpoint(endpoint), signing_secret: secret };
}
