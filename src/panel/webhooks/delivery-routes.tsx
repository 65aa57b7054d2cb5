import { recordDeed } from '../../audit-log/index.ts';
import { invalidParam, DomainError } from '../../lib/errors/errors.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import {
  DELIVERY_STATUSES,
  findDelivery,
  listAttemptContents,
  listDeliveries,
  redeliver,
  replay,
  type ReplayRequest,
} from '../../webhooks/index.ts';
import { isId } from '../../lib/ids.ts';
import { choiceOf, minuteOf } from '../events/filters.tsx';
import { createOnce } from '../request/once.ts';
import { reasonOf } from '../request/refusal.ts';
import { pathTo, TECHNICAL, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { createEndpointReader } from './endpoint.ts';
import { deliveriesPage, deliveryPage } from './delivery-pages.tsx';
import { replayedPage, replayPage } from './replay.tsx';
import { DELIVERIES } from './delivery-texts.ts';

/** Deliveries to an endpoint with its responses, and resending them. */
export function deliveryRoutes(services: PanelServices): Route[] {
  const { db, cursors, eventTypes } = services;
  const once = createOnce(services);
  const endpointOf = createEndpointReader(db);

  return [
    {
      method: 'get',
      path: '/panel/accounts/:account/webhooks/:endpoint/deliveries',
      access: TECHNICAL,
      handle: async (visit) => {
        const endpoint = await endpointOf(visit);
        const { accountId } = visit;
        const types = eventTypes.map(({ type }) => type);
        const status = choiceOf(visit.query('status'), DELIVERY_STATUSES);
        const filters = {
          endpointId: endpoint.id,
          eventType: choiceOf(visit.query('type'), types),
          createdAfter: minuteOf(visit.query('from')),
          createdBefore: minuteOf(visit.query('to')),
        };
        const read = db.listRead(accountId, { ...filters, status });
        const page = await cursors.list(
          { accountId, list: 'panel_deliveries', filters: { ...filters, status } },
          { cursor: visit.query('cursor') },
          {
            read: (range) => listDeliveries(read, { ...filters, ...range, accountId }, status),
            idOf: (row) => row.id,
            view: (row) => row,
          },
        );
        return { page: deliveriesPage(visit, endpoint, page, eventTypes) };
      },
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/webhooks/:endpoint/deliveries/:delivery',
      access: TECHNICAL,
      handle: async (visit) => {
        const endpoint = await endpointOf(visit);
        const id = visit.param('delivery');
        const key = { accountId: visit.accountId, endpointId: endpoint.id, id };
        const delivery = isId(id) ? await findDelivery(db.read, key) : undefined;
        if (!delivery) throw new DomainError('webhook_delivery_not_found');
        const contents = await listAttemptContents(db.read, { accountId: visit.accountId, deliveryId: id });
        return { page: deliveryPage(visit, endpoint, delivery, contents) };
      },
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/webhooks/:endpoint/deliveries/:delivery/redeliver',
      access: TECHNICAL,
      freshProof: true,
      handle: async (visit) => {
        const { accountId, actor } = visit;
        const endpoint = await endpointOf(visit);
        const id = visit.param('delivery');
        const page = pathTo(visit, `webhooks/${endpoint.id}/deliveries/${id}`);
        try {
          await once(visit, () => async (trx) => {
            const { eventId } = await redeliver(trx, { accountId, endpointId: endpoint.id, id });
            const details = { event: eventId };
            await recordDeed(trx, accountId, actor, {
              action: 'webhook_delivery.redelivered',
              subject: id,
              details,
            });
            return {};
          });
          return { redirect: `${page}?notice=redelivered` };
        } catch (error) {
          return { redirect: `${page}?problem=${reasonOf(error, DELIVERIES.en.problems)}` };
        }
      },
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/webhooks/:endpoint/replay',
      access: TECHNICAL,
      // Before the time range is chosen, rather than after.
      freshProof: true,
      handle: async (visit) => {
        const endpoint = await endpointOf(visit);
        if (visit.query('from') === undefined) return { page: replayPage(visit, endpoint, {}) };
        const key = { accountId: visit.accountId, endpointId: endpoint.id };
        try {
          const request = windowOf((name) => visit.query(name));
          const counted = await db.transaction((trx) => replay(trx, key, { ...request, dryRun: true }));
          return { page: replayPage(visit, endpoint, { counted }) };
        } catch (error) {
          const { problems } = DELIVERIES[visit.language];
          const refusal = problems[reasonOf(error, problems)];
          return { page: replayPage(visit, endpoint, { refusal }), status: 422 };
        }
      },
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/webhooks/:endpoint/replay',
      access: TECHNICAL,
      freshProof: true,
      handle: async (visit) => {
        const { accountId, actor } = visit;
        const endpoint = await endpointOf(visit);
        const request = windowOf((name) => visit.field(name));
        const replayed = await once(visit, () => async (trx) => {
          const key = { accountId, endpointId: endpoint.id };
          const made = await replay(trx, key, { ...request, dryRun: false });
          const [from, to] = [formatTimestamp(request.from), formatTimestamp(request.to)];
          const details = { from, to, types: made.types.join(' '), count: made.count };
          await recordDeed(trx, accountId, actor, {
            action: 'webhook_events.replayed',
            subject: endpoint.id,
            details,
          });
          return made;
        });
        return { page: replayedPage(visit, endpoint, replayed) };
      },
    },
  ];
}

/** Throws `invalid_request` if the start or the end is missing. */
function windowOf(read: (name: string) => string | undefined): Omit<ReplayRequest, 'dryRun'> {
  const [from, to] = [minuteOf(read('from')), minuteOf(read('to'))];
  if (!from || !to) throw invalidParam('to', 'from and to must be times like 2026-11-03T17:00.');
  const type = read('type') ?? '';
  return { from, to, types: type === '' ? undefined : [type] };
}
