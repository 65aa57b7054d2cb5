import { TECHNICAL } from '../../people/index.ts';
import { DELIVERY_STATUSES, type Delivery, listDeliveries } from '../../webhooks/index.ts';
import { DELIVERY_STATUS, DeliveryStatus } from '../frame/delivery-status.tsx';
import { listOf } from '../frame/list.tsx';
import type { Column } from '../frame/rows.tsx';
import { readFilters } from '../request/filters.ts';
import { paths, pathTo } from '../request/paths.ts';
import type { MemberVisit } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { DELIVERIES } from './delivery-texts.ts';
import { endpointIdOf, getEndpoint } from './parts.tsx';
import { WEBHOOKS } from './texts.ts';

const typesOf = ({ eventTypes }: PanelServices) => eventTypes.map(({ type }) => type);

/** The deliveries to an endpoint. */
export const showDeliveries = listOf({
  path: paths.webhooks.deliveries,
  access: TECHNICAL,
  name: 'panel_deliveries',
  filters: (visit, services) => {
    const given = readFilters(visit);
    return {
      endpointId: endpointIdOf(visit),
      status: given.choice('status', DELIVERY_STATUSES),
      eventType: given.choice('type', typesOf(services)),
      createdAfter: given.minute('from'),
      createdBefore: given.minute('to'),
    };
  },
  read: (on, { status, ...query }) => listDeliveries(on, query, status),
  idOf: ({ id }) => id,
  show: async (visit, { rows, next }, services) => {
    const { id, url } = await getEndpoint(services.db.read, visit);
    const texts = DELIVERIES[visit.language];
    const { statuses } = DELIVERY_STATUS[visit.language];
    const own = { endpoint: id };
    return {
      title: texts.titleOf(new URL(url).host),
      back: {
        href: pathTo(visit, paths.webhooks.endpoint, own),
        label: WEBHOOKS[visit.language].toEndpoint,
      },
      filters: [
        {
          kind: 'choice',
          name: 'status',
          label: texts.status,
          options: DELIVERY_STATUSES.map((status) => [status, statuses[status]]),
        },
        {
          kind: 'choice',
          name: 'type',
          label: texts.type,
          options: typesOf(services).map((type) => [type, type]),
        },
        { kind: 'minutes' },
      ],
      label: texts.title,
      rows,
      next,
      columns: deliveryColumns(visit, id),
      none: texts.none,
      below: (
        <p>
          <a href={pathTo(visit, paths.webhooks.replay, own)}>{texts.replay}</a>
        </p>
      ),
    };
  },
});

/** The columns of a table of deliveries to an endpoint. */
export function deliveryColumns(visit: MemberVisit, endpoint: string): Column<Delivery>[] {
  const texts = DELIVERIES[visit.language];
  return [
    {
      heading: texts.event,
      name: ({ id: delivery, eventType }) => (
        <a href={pathTo(visit, paths.webhooks.delivery, { endpoint, delivery })}>{eventType}</a>
      ),
    },
    { heading: texts.status, cell: ({ status }) => <DeliveryStatus status={status} /> },
    { heading: texts.lastAnswer, cell: lastAnswerOf },
    { heading: texts.attempts, number: ({ attemptList }) => attemptList.length },
    { heading: texts.nextAttempt, moment: ({ nextAttemptAt }) => nextAttemptAt },
    { heading: texts.when, moment: ({ createdAt }) => createdAt },
  ];
}

function lastAnswerOf({ attemptList }: Delivery): string {
  const last = attemptList.at(-1);
  return last?.error ?? String(last?.httpStatus ?? '');
}
