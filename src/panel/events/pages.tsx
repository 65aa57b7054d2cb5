import type { JSX } from 'preact';
import type { EventRow } from '../../events/index.ts';
import type { Role } from '../../people/index.ts';
import type { DeliveryRow, EndpointRow } from '../../webhooks/index.ts';
import { Moment } from '../frame/parts.tsx';
import { Copy, Facts, Pages, Table } from '../frame/tables.tsx';
import { paymentLink, requestLink } from '../frame/trace.tsx';
import { MEMBERS, pathTo, type MemberVisit, type Page } from '../request/route.ts';
import { DeliveryStatus } from '../frame/delivery-status.tsx';
import { READERS } from '../request/readers.ts';
import { Choice } from '../frame/choice.tsx';
import { TimeRange } from './filters.tsx';
import { EVENTS, explainType } from './texts.ts';

export interface EventTypeText {
  type: string;
  description: string;
}

/** An event with its body. */
export interface ShownEvent extends EventRow {
  id: string;
  type: string;
  data: Readonly<Record<string, string | null>>;
}

export function readEvent(row: EventRow): ShownEvent {
  const { id, type, data } = JSON.parse(row.body) as Pick<ShownEvent, 'id' | 'type' | 'data'>;
  return { ...row, id, type, data };
}

export function eventsPage(
  visit: MemberVisit,
  list: {
    data: readonly ShownEvent[];
    next_cursor: string | null;
    eventTypes: readonly EventTypeText[];
    isFiltered: boolean;
  },
): Page {
  const texts = EVENTS[visit.language];
  return {
    title: texts.title,
    body: (
      <>
        <p>{texts.why}</p>
        <form method="get" action={pathTo(visit, 'events')} class="filters">
          <Choice
            visit={visit}
            name="type"
            label={texts.type}
            any={texts.allTypes}
            options={list.eventTypes.map(({ type }) => [type, type])}
          />
          <label>
            {texts.object}
            <input type="text" name="object" value={visit.query('object') ?? ''} maxlength={64} />
          </label>
          <TimeRange visit={visit} texts={texts} />
          <button type="submit">{texts.show}</button>
        </form>
        {list.data.length === 0 ? (
          <p>{list.isFiltered ? texts.noneFound : texts.none}</p>
        ) : (
          <Table label={texts.title} headings={[texts.type, texts.about, texts.when, texts.id]}>
            {list.data.map((event) => (
              <tr>
                <th scope="row">
                  <a href={pathTo(visit, `events/${event.id}`)}>{event.type}</a>
                </th>
                <td>
                  <Subject visit={visit} event={event} />
                </td>
                <td>
                  <Moment visit={visit} at={event.createdAt} />
                </td>
                <td>
                  <code>{event.id}</code>
                </td>
              </tr>
            ))}
          </Table>
        )}
        <Pages visit={visit} next={list.next_cursor} />
      </>
    ),
  };
}

export function eventPage(
  visit: MemberVisit,
  shown: {
    event: ShownEvent;
    eventTypes: readonly EventTypeText[];
    /** Undefined for users who may not see them. */
    deliveries: readonly DeliveryRow[] | undefined;
    endpoints: readonly EndpointRow[] | undefined;
  },
): Page {
  const texts = EVENTS[visit.language];
  const { event, eventTypes, deliveries, endpoints = [] } = shown;
  const type = eventTypes.find((known) => known.type === event.type);
  return {
    title: event.type,
    body: (
      <>
        {type && <p>{explainType(visit.language, type)}</p>}
        <Facts
          of={[
            [texts.when, <Moment visit={visit} at={event.createdAt} />],
            [
              texts.id,
              <>
                <code>{event.id}</code> <Copy visit={visit} text={event.id} />
              </>,
            ],
            [texts.sequence, event.sequence],
            [texts.about, <Subject visit={visit} event={event} />],
            [texts.cause, <Cause visit={visit} requestId={event.requestId} />],
          ]}
        />
        <h2>{texts.payload}</h2>
        <pre tabIndex={0} role="region" aria-label={texts.payload}>
          <code>{JSON.stringify(JSON.parse(event.body), null, 2)}</code>
        </pre>
        {deliveries && (
          <>
            <h2>{texts.deliveries}</h2>
            <Deliveries visit={visit} deliveries={deliveries} endpoints={endpoints} />
          </>
        )}
        <p>
          <a href={pathTo(visit, 'events')}>{texts.back}</a>
        </p>
      </>
    ),
  };
}

function linkOf({ data }: ShownEvent): string | null {
  return data['link_code'] ?? data['payment_link_code'] ?? null;
}

/** The field that identifies an event's object, the area that shows it, and who may see it. */
const OBJECTS: readonly (readonly [field: string, area: string, roles: readonly Role[]])[] = [
  ['deposit_id', 'deposits', MEMBERS],
  ['withdrawal_id', 'withdrawals', READERS],
  ['conversion_id', 'conversions', MEMBERS],
  ['refund_id', 'refunds', MEMBERS],
];

/** An event's payment link, or else its deposit or transfer, or the asset of its balance. */
function Subject({ visit, event }: { visit: MemberVisit; event: ShownEvent }): JSX.Element {
  const link = paymentLink(visit, linkOf(event));
  if (link) return link;
  const [field = '', area = '', roles = []] = OBJECTS.find(([name]) => event.data[name]) ?? [];
  const id = event.data[field];
  if (!id) return <>{event.data['asset']}</>;
  const code = <code>{id}</code>;
  return roles.includes(visit.membership.role) ? <a href={pathTo(visit, `${area}/${id}`)}>{code}</a> : code;
}

function Cause({ visit, requestId }: { visit: MemberVisit; requestId: string | null }): JSX.Element {
  return requestLink(visit, requestId) ?? <>{EVENTS[visit.language].noCause}</>;
}

function Deliveries(props: {
  visit: MemberVisit;
  deliveries: readonly DeliveryRow[];
  endpoints: readonly EndpointRow[];
}): JSX.Element {
  const { visit, deliveries, endpoints } = props;
  const texts = EVENTS[visit.language];
  if (deliveries.length === 0) return <p>{texts.noDeliveries}</p>;
  const urlOf = (id: string): string => endpoints.find((endpoint) => endpoint.id === id)?.url ?? id;
  return (
    <Table
      label={texts.deliveries}
      headings={[texts.endpoint, texts.status, { number: texts.attempts }, texts.nextAttempt, '']}
    >
      {deliveries.map(({ id, endpointId, status, attemptList, nextAttemptAt }) => (
        <tr>
          <th scope="row" class="address">
            <a href={pathTo(visit, `webhooks/${endpointId}`)}>{urlOf(endpointId)}</a>
          </th>
          <td>
            <DeliveryStatus visit={visit} status={status} />
          </td>
          <td class="number">{attemptList.length}</td>
          <td>{nextAttemptAt && <Moment visit={visit} at={nextAttemptAt} />}</td>
          <td>
            <a href={pathTo(visit, `webhooks/${endpointId}/deliveries/${id}`)}>{texts.delivery}</a>
          </td>
        </tr>
      ))}
    </Table>
  );
}
