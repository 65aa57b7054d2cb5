import { TECHNICAL, readBy } from '../../people/index.ts';
import {
  DELIVERY_STATUSES,
  type Delivery,
  listDeliveries,
  type WebhookEndpoint,
} from '../../webhooks/index.ts';
import { DELIVERY_STATUS, DeliveryStatus, NextAttempt } from '../frame/delivery-status.tsx';
import { listOf } from '../frame/list.tsx';
import type { Column } from '../frame/rows.tsx';
import { paths, pathTo } from '../request/paths.ts';
import type { MemberVisit } from '../request/route.ts';
import { DELIVERIES } from './delivery-texts.ts';
import { getEndpoint } from './parts.tsx';
import { WEBHOOKS } from './texts.ts';

/** The deliveries to an endpoint. */
export const showDeliveries = listOf({
  path: paths.webhooks.deliveries,
  access: readBy(TECHNICAL),
  name: 'panel_deliveries',
  subject: (visit, { db }) => getEndpoint(db.read, visit),
  filters: (given, _visit, { eventTypes }, { id }) => {
    const texts = DELIVERIES[given.language];
    const types = eventTypes.map(({ type }) => type);
    return {
      endpointId: id,
      status: given.choice(
        'status',
        texts.status,
        DELIVERY_STATUSES,
        DELIVERY_STATUS[given.language].statuses,
      ),
      eventType: given.choice('type', texts.type, types),
      ...given.minutes(),
    };
  },
  read: (on, { status, ...query }) => listDeliveries(on, query, status),
  idOf: ({ id }) => id,
  show: (visit, { subject: endpoint, rows, next }) => {
    const texts = DELIVERIES[visit.language];
    const own = { endpoint: endpoint.id };
    return {
      title: texts.titleOf(new URL(endpoint.url).host),
      back: {
        href: pathTo(visit, paths.webhooks.endpoint, own),
        label: WEBHOOKS[visit.language].toEndpoint,
      },
      label: texts.title,
      rows,
      next,
      columns: deliveryColumns(visit, endpoint),
      none: texts.none,
      below: TECHNICAL.includes(visit.membership.role) && (
        <p>
          <a href={pathTo(visit, paths.webhooks.replay, own)}>{texts.replay}</a>
        </p>
      ),
    };
  },
});

/** The columns of a table of deliveries to an endpoint. */
export function deliveryColumns(visit: MemberVisit, endpoint: WebhookEndpoint): Column<Delivery>[] {
  const own = { endpoint: endpoint.id };
  const texts = DELIVERIES[visit.language];
  return [
    {
      heading: texts.event,
      brief: true,
      name: ({ id: delivery, eventType }) => (
        <a href={pathTo(visit, paths.webhooks.delivery, { ...own, delivery })}>{eventType}</a>
      ),
    },
    { heading: texts.status, cell: ({ status }) => <DeliveryStatus status={status} /> },
    { heading: texts.lastAnswer, cell: lastAnswerOf },
    { heading: texts.attempts, aside: true, number: ({ attemptList }) => attemptList.length },
    {
      heading: texts.nextAttempt,
      aside: true,
      cell: (delivery) => <NextAttempt delivery={delivery} endpoint={endpoint} />,
    },
    { heading: texts.when, moment: ({ createdAt }) => createdAt },
  ];
}

function lastAnswerOf({ attemptList }: Delivery): string {
  const last = attemptList.at(-1);
  return last?.error ?? String(last?.httpStatus ?? '');
}
