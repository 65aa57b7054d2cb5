import type { JSX } from 'preact';
import {
  type AttemptContent,
  type AttemptRow,
  DELIVERY_STATUSES,
  type DeliveryDetail,
  deliveryHeaders,
  type DeliveryRow,
  type EndpointRow,
  MAX_REDELIVERIES,
} from '../../webhooks/index.ts';
import { TimeRange } from '../events/filters.tsx';
import { Choice } from '../frame/choice.tsx';
import type { EventTypeText } from '../events/pages.tsx';
import { Moment, Once, Outcome, WithProof } from '../frame/parts.tsx';
import { Facts, Pages } from '../frame/tables.tsx';
import { pathTo, type MemberVisit, type Page } from '../request/route.ts';
import { AnswerBody, errorBeside } from './forms.tsx';
import { DeliveryStatus } from '../frame/delivery-status.tsx';
import { DELIVERY_STATUS } from '../frame/delivery-status.tsx';
import { WEBHOOKS } from './texts.ts';
import { DeliveryTable } from './delivery-table.tsx';
import { DELIVERIES } from './delivery-texts.ts';

export function deliveriesPage(
  visit: MemberVisit,
  endpoint: EndpointRow,
  list: { data: readonly DeliveryRow[]; next_cursor: string | null },
  eventTypes: readonly EventTypeText[],
): Page {
  const texts = DELIVERIES[visit.language];
  const { statuses } = DELIVERY_STATUS[visit.language];
  const at = (path: string): string => pathTo(visit, `webhooks/${endpoint.id}${path}`);
  return {
    title: texts.titleOf(new URL(endpoint.url).host),
    body: (
      <>
        <form method="get" action={at('/deliveries')} class="filters">
          <Choice
            visit={visit}
            name="status"
            label={texts.state}
            any={texts.allStates}
            options={DELIVERY_STATUSES.map((status) => [status, statuses[status]])}
          />
          <Choice
            visit={visit}
            name="type"
            label={texts.type}
            any={texts.allTypes}
            options={eventTypes.map(({ type }) => [type, type])}
          />
          <TimeRange visit={visit} texts={texts} />
          <button type="submit">{texts.show}</button>
        </form>
        <DeliveryTable visit={visit} endpointId={endpoint.id} deliveries={list.data} />
        <Pages visit={visit} next={list.next_cursor} />
        <p class="row">
          <a href={at('/replay')}>{texts.replay}</a>
          <a href={at('')}>{WEBHOOKS[visit.language].toEndpoint}</a>
        </p>
      </>
    ),
  };
}

export function deliveryPage(
  visit: MemberVisit,
  endpoint: EndpointRow,
  delivery: DeliveryDetail,
  contents: readonly AttemptContent[],
): Page {
  const texts = DELIVERIES[visit.language];
  const isOff = !endpoint.enabled || endpoint.disabledAt !== null;
  const next = delivery.nextAttemptAt && <Moment visit={visit} at={delivery.nextAttemptAt} />;
  return {
    title: texts.deliveryOf(delivery.eventType),
    body: (
      <>
        <Outcome visit={visit} notices={texts.notices} problems={texts.problems} />
        <Facts
          of={[
            [texts.state, <DeliveryStatus visit={visit} status={delivery.status} />],
            [texts.nextAttempt, next && isOff ? texts.waitsForEndpoint : next],
            [texts.event, <a href={pathTo(visit, `events/${delivery.eventId}`)}>{delivery.eventId}</a>],
            [texts.happened, <Moment visit={visit} at={delivery.createdAt} />],
            [texts.endpoint, <a href={pathTo(visit, `webhooks/${endpoint.id}`)}>{endpoint.url}</a>],
          ]}
        />
        <Redeliver visit={visit} delivery={delivery} />
        <h2>{texts.attempts}</h2>
        {delivery.attemptList.length === 0 && <p>{texts.noAttempts}</p>}
        {delivery.attemptList.toReversed().map((attempt, index) => (
          <Attempt
            visit={visit}
            delivery={delivery}
            attempt={attempt}
            content={contents.find(({ number }) => number === attempt.number)}
            isOpen={index === 0}
          />
        ))}
        <h2>{texts.body}</h2>
        <p class="muted">{texts.bodyHint}</p>
        <pre class="wrapped" tabIndex={0} role="region" aria-label={texts.body}>
          <code>{delivery.body}</code>
        </pre>
        <p>
          <a href={pathTo(visit, `webhooks/${endpoint.id}/deliveries`)}>{texts.back}</a>
        </p>
      </>
    ),
  };
}

function Redeliver({ visit, delivery }: { visit: MemberVisit; delivery: DeliveryDetail }): JSX.Element {
  const texts = DELIVERIES[visit.language];
  const isPending = delivery.status === 'pending';
  if (!isPending && delivery.redeliveries >= MAX_REDELIVERIES) return <p>{texts.noMore}</p>;
  const path = `webhooks/${delivery.endpointId}/deliveries/${delivery.id}/redeliver`;
  return (
    <WithProof visit={visit}>
      <form method="post" action={pathTo(visit, path)} class="with-hint">
        <Once />
        <button type="submit">{isPending ? texts.tryNow : texts.redeliver}</button>
        <small class="muted">{isPending ? texts.tryNowHint : texts.redeliverHint}</small>
      </form>
    </WithProof>
  );
}

/** A request and its response. */
function Attempt(props: {
  visit: MemberVisit;
  delivery: DeliveryDetail;
  attempt: AttemptRow;
  content: AttemptContent | undefined;
  isOpen: boolean;
}): JSX.Element {
  const { visit, delivery, attempt, content, isOpen } = props;
  const texts = DELIVERIES[visit.language];
  const name = texts.attempt(attempt.number);
  const answered = attempt.httpStatus !== null && content?.responseBody;
  return (
    <details open={isOpen}>
      <summary>
        {name} · {attempt.error ?? attempt.httpStatus}
      </summary>
      <Facts
        of={[
          [texts.answer, attempt.httpStatus ?? texts.noAnswer],
          [texts.error, errorBeside(attempt.httpStatus, attempt.error)],
          [texts.took, `${attempt.durationMs} ms`],
          [texts.ended, <Moment visit={visit} at={new Date(attempt.endedAt)} />],
        ]}
      />
      <div class="exchange">
        <div>
          <h3>{texts.sent}</h3>
          <SentHeaders
            visit={visit}
            name={name}
            delivery={delivery}
            signature={content?.signature}
            {...attempt}
          />
        </div>
        {typeof answered === 'string' && (
          <div>
            <h3>{texts.answer}</h3>
            <AnswerBody visit={visit} body={answered} label={`${name}: ${texts.answer}`} />
          </div>
        )}
      </div>
    </details>
  );
}

function SentHeaders(props: {
  visit: MemberVisit;
  name: string;
  delivery: DeliveryDetail;
  signature: string | null | undefined;
  number: number;
}): JSX.Element {
  const { visit, name, delivery, signature, number } = props;
  const texts = DELIVERIES[visit.language];
  if (typeof signature !== 'string') return <p class="muted">{texts.notKept}</p>;
  const { eventId, eventType, sequence } = delivery;
  const headers = deliveryHeaders({ eventId, eventType, sequence, attempt: number }, signature);
  return (
    <pre class="wrapped" tabIndex={0} role="region" aria-label={`${name}: ${texts.sent}`}>
      <code>
        {Object.entries(headers)
          .map(([header, value]) => `${header}: ${value}`)
          .join('\n')}
      </code>
    </pre>
  );
}
