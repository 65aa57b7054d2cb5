import type { Handlers } from '../../contract/index.ts';
import type { Queryable } from '../../db/index.ts';
import type { CursorCodec } from '../../lib/cursor.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import { parseTimestamp } from '../../lib/timestamp.ts';
import { unlessEmpty } from '../../lib/unless-empty.ts';
import { findEndpoint } from '../repository.ts';
import { redeliver } from './redeliver.ts';
import { replay } from './replay.ts';
import { listDeliveries } from './repository.ts';
import { viewDelivery, viewReplay } from './view.ts';

type DeliveryHandlers = Pick<
  Handlers,
  'listWebhookDeliveries' | 'redeliverWebhookDelivery' | 'replayWebhookEvents'
>;

export function deliveryHandlers(options: { read: Queryable; cursors: CursorCodec }): DeliveryHandlers {
  const { read, cursors } = options;
  return {
    async listWebhookDeliveries({ caller, path, query }) {
      const { status, event_type: eventType } = query;
      const { accountId } = caller;
      const endpoint = isId(path.id) ? await findEndpoint(read, { accountId, id: path.id }) : undefined;
      if (!endpoint) throw new DomainError('webhook_endpoint_not_found');
      const filters = { endpointId: endpoint.id, eventType, status };
      const body = await cursors.list({ accountId, list: 'webhook_deliveries', filters }, query, {
        read: (range) =>
          listDeliveries(read, { ...range, accountId, endpointId: endpoint.id, eventType }, status),
        idOf: (row) => row.id,
        view: viewDelivery,
      });
      return { status: 200, body };
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
