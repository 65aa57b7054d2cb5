import type { Handlers } from '../../contract/index.ts';
import type { Queryable } from '../../db/index.ts';
import type { CursorCodec } from '../../lib/cursor.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import { parseTimestamp } from '../../lib/timestamp.ts';
import { unlessEmpty } from '../../lib/unless-empty.ts';
import { getEndpoint } from '../repository.ts';
import { redeliver } from './redeliver.ts';
import { replay } from './replay.ts';
import { findDelivery, listDeliveries } from './repository.ts';
import { viewDelivery, viewReplay } from './view.ts';

type DeliveryHandlers = Pick<
  Handlers,
  'listWebhookDeliveries' | 'getWebhookDelivery' | 'redeliverWebhookDelivery' | 'replayWebhookEvents'
>;

export function deliveryHandlers(options: { read: Queryable; cursors: CursorCodec }): DeliveryHandlers {
  const { read, cursors } = options;
  return {
    async listWebhookDeliveries({ caller, path, query }) {
      const { status, event_type: eventType } = query;
      const { accountId } = caller;
      const endpoint = await getEndpoint(read, { accountId, id: path.id });
      const filters = { endpointId: endpoint.id, eventType, status };
      const body = await cursors.list({ accountId, list: 'webhook_deliveries', filters }, query, {
        read: (range) =>
          listDeliveries(read, { accountId, endpointId: endpoint.id, eventType, ...range }, status),
        idOf: (row) => row.id,
        view: viewDelivery,
      });
      return { status: 200, body };
    },

    async getWebhookDelivery({ caller: { accountId }, path }) {
      const { id: endpointId } = await getEndpoint(read, { accountId, id: path.id });
      const key = { accountId, endpointId, id: path.delivery_id };
      const delivery = isId(key.id) ? await findDelivery(read, key) : undefined;
      if (!delivery) throw new DomainError('webhook_delivery_not_found');
      return { status: 200, body: viewDelivery(delivery) };
    },

    redeliverWebhookDelivery:
      ({ caller, path }) =>
      async (trx) => {
        const key = { accountId: caller.accountId, endpointId: path.id, id: path.delivery_id };
        return { status: 200, body: viewDelivery(await redeliver(trx, key)) };
      },

    replayWebhookEvents: ({ caller, path, body }) => {
      const request = {
        from: parseTimestamp('from', body.from),
        to: parseTimestamp('to', body.to),
        types: unlessEmpty(body.types),
        dryRun: body.dry_run ?? false,
      };
      return async (trx) => {
        const key = { accountId: caller.accountId, endpointId: path.id };
        return { status: 200, body: viewReplay(path.id, request, await replay(trx, key, request)) };
      };
    },
  };
}
