import {
  DELIVERY_STATUSES,
  type Delivery,
  type WebhookEndpoint,
  listDeliveries,
} from '../../webhooks/index.ts';
import type { EventTypeText } from '../events/parts.tsx';
import { DELIVERY_STATUS } from '../frame/delivery-status.tsx';
import { FilterBar } from '../frame/filter-bar.tsx';
import { Pages } from '../frame/paging.tsx';
import { readFilters } from '../request/filters.ts';
import { paths, pathTo } from '../request/paths.ts';
import { type MemberVisit, type Page, type Route } from '../request/route.ts';
import { TECHNICAL } from '../../people/index.ts';
import type { PanelServices } from '../request/services.ts';
import { DeliveryTable } from './delivery-table.tsx';
import { DELIVERIES } from './delivery-texts.ts';
import { getEndpoint } from './endpoint.ts';
import { WEBHOOKS } from './texts.ts';

/** The deliveries to an endpoint. */
export function showDeliveries({ db, eventTypes, cursors }: PanelServices): Route[] {
  return [
    {
      method: 'get',
      path: paths.webhooks.deliveries,
      access: TECHNICAL,
      handle: async (visit) => {
        const endpoint = await getEndpoint(db.read, visit);
        const { accountId } = visit;
        const types = eventTypes.map(({ type }) => type);
        const given = readFilters(visit);
        const status = given.choice('status', DELIVERY_STATUSES);
        const filters = {
          endpointId: endpoint.id,
          eventType: given.choice('type', types),
          createdAfter: given.minute('from'),
          createdBefore: given.minute('to'),
        };
        const read = db.listRead(accountId, { ...filters, status });
        const page = await cursors.list(
          { accountId, list: 'panel_deliveries', filters: { ...filters, status } },
          { cursor: visit.query('cursor') },
          {
            read: (range) => listDeliveries(read, { accountId, ...filters, ...range }, status),
            idOf: (row) => row.id,
            view: (row) => row,
          },
        );
        return { page: deliveriesPage(visit, endpoint, page, eventTypes) };
      },
    },
  ];
}

function deliveriesPage(
  visit: MemberVisit,
  endpoint: WebhookEndpoint,
  list: { data: readonly Delivery[]; next_cursor: string | null },
  eventTypes: readonly EventTypeText[],
): Page {
  const texts = DELIVERIES[visit.language];
  const { statuses } = DELIVERY_STATUS[visit.language];
  const own = { endpoint: endpoint.id };
  return {
    title: texts.titleOf(new URL(endpoint.url).host),
    back: { href: pathTo(visit, paths.webhooks.endpoint, own), label: WEBHOOKS[visit.language].toEndpoint },
    body: (
      <>
        <FilterBar
          action={pathTo(visit, paths.webhooks.deliveries, own)}
          fields={[
            {
              kind: 'choice',
              name: 'status',
              label: texts.state,
              options: DELIVERY_STATUSES.map((status) => [status, statuses[status]]),
            },
            {
              kind: 'choice',
              name: 'type',
              label: texts.type,
              options: eventTypes.map(({ type }) => [type, type]),
            },
            { kind: 'minutes' },
          ]}
        />
        <DeliveryTable endpointId={endpoint.id} deliveries={list.data} />
        <Pages next={list.next_cursor} />
        <p>
          <a href={pathTo(visit, paths.webhooks.replay, own)}>{texts.replay}</a>
        </p>
      </>
    ),
  };
}
