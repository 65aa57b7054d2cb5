import type { JSX } from 'preact';
import type { Queryable } from '../../db/index.ts';
import { findEvent } from '../../events/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import {
  type Delivery,
  type WebhookEndpoint,
  listDeliveriesOfEvent,
  listEndpoints,
  MAX_ENDPOINTS,
} from '../../webhooks/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { DeliveryStatus, NextAttempt } from '../frame/delivery-status.tsx';
import { detailOf } from '../frame/detail.tsx';
import { Copyable, Moment, Verbatim } from '../frame/parts.tsx';
import { requestLink } from '../frame/trace.tsx';
import { Rows } from '../frame/rows.tsx';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import { isTechnical, MEMBERS, type MemberVisit } from '../request/route.ts';
import { explainType, ID, readEvent, Subject } from './parts.tsx';
import { EVENTS } from './texts.ts';

/** An account has no more. */
const ALL = { afterTime: undefined, afterId: undefined, limit: MAX_ENDPOINTS };

/** One event; its deliveries are shown to technical roles. */
export const showEvent = pageOf(paths.events.event, MEMBERS, async (visit, { db, eventTypesIn }) => {
  const event = await getEvent(db.read, visit);
  const { accountId } = visit;
  const [deliveries, endpoints = []] = isTechnical(visit)
    ? await Promise.all([
        listDeliveriesOfEvent(db.read, { accountId, eventId: event.id }),
        listEndpoints(db.read, { accountId, ...ALL }),
      ])
    : [];
  const types = await eventTypesIn(visit.language);
  const type = types.find((known) => known.type === event.type);
  const texts = EVENTS[visit.language];
  return detailOf({
    title: event.type,
    back: { href: pathTo(visit, paths.events.list), label: texts.back },
    above: type && <p>{explainType(type)}</p>,
    facts: [
      [texts.when, <Moment at={event.createdAt} exact />],
      [texts.event, <Copyable text={event.id} />],
      [texts.sequence, event.sequence],
      [texts.about, <Subject event={event} />],
      [texts.cause, requestLink(visit, event.requestId) ?? texts.noCause],
    ],
    children: (
      <>
        <h2>{texts.payload}</h2>
        <Verbatim label={texts.payload} text={JSON.stringify(JSON.parse(event.body), null, 2)} />
        {deliveries && (
          <>
            <h2>{texts.deliveries}</h2>
            <Deliveries deliveries={deliveries} endpoints={endpoints} />
          </>
        )}
      </>
    ),
  });
});

async function getEvent(on: Queryable, visit: MemberVisit) {
  const id = visit.param('event');
  const row = ID.test(id) ? await findEvent(on, { accountId: visit.accountId, id }) : undefined;
  if (!row) throw new DomainError('event_not_found');
  return readEvent(row);
}

function Deliveries(props: {
  deliveries: readonly Delivery[];
  endpoints: readonly WebhookEndpoint[];
}): JSX.Element {
  const visit = useMemberVisit();
  const { deliveries, endpoints } = props;
  const texts = useTexts(EVENTS);
  if (deliveries.length === 0) return <p>{texts.noDeliveries}</p>;
  const endpointOf = ({ endpointId }: Delivery) => endpoints.find(({ id }) => id === endpointId);
  return (
    <Rows
      label={texts.deliveries}
      of={deliveries}
      columns={[
        {
          heading: texts.endpoint,
          class: 'address',
          brief: true,
          name: (delivery) => (
            <a href={pathTo(visit, paths.webhooks.endpoint, { endpoint: delivery.endpointId })}>
              {endpointOf(delivery)?.url ?? delivery.endpointId}
            </a>
          ),
        },
        { heading: texts.status, cell: ({ status }) => <DeliveryStatus status={status} /> },
        { heading: texts.attempts, aside: true, number: ({ attemptList }) => attemptList.length },
        {
          heading: texts.nextAttempt,
          aside: true,
          cell: (delivery) => {
            const endpoint = endpointOf(delivery);
            return endpoint && <NextAttempt delivery={delivery} endpoint={endpoint} />;
          },
        },
        {
          heading: '',
          cell: ({ id: delivery, endpointId: endpoint }) => (
            <a href={pathTo(visit, paths.webhooks.delivery, { endpoint, delivery })}>{texts.delivery}</a>
          ),
        },
      ]}
    />
  );
}
