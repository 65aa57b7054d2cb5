import type { JSX } from 'preact';
import { recordAction } from '../../audit-log/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import { Facts } from '../../pages/index.ts';
import {
  type AttemptContent,
  type Attempt,
  type DeliveryDetail,
  deliveryHeaders,
  findDelivery,
  listAttemptContents,
  MAX_REDELIVERIES,
  redeliver,
} from '../../webhooks/index.ts';
import { actionOf } from '../frame/action.tsx';
import { useTexts } from '../frame/context.tsx';
import { DeliveryStatus, NextAttempt } from '../frame/delivery-status.tsx';
import { detailOf } from '../frame/detail.tsx';
import { Moment, Verbatim } from '../frame/parts.tsx';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import { TECHNICAL, readBy } from '../../people/index.ts';
import { DELIVERIES } from './delivery-texts.ts';
import { AnswerBody, errorBeside, getEndpoint } from './parts.tsx';

export const redeliverEvent = actionOf({
  path: paths.webhooks.redeliver,
  access: TECHNICAL,
  freshProof: true,
  once: true,
  texts: DELIVERIES,
  page: paths.webhooks.delivery,
  act: async (trx, visit) => {
    const { accountId, actor } = visit;
    const endpoint = await getEndpoint(trx, visit);
    const id = visit.param('delivery');
    const { eventId } = await redeliver(trx, { accountId, endpointId: endpoint.id, id });
    const details = { event: eventId };
    await recordAction(trx, accountId, actor, {
      action: 'webhook_delivery.redelivered',
      subject: id,
      details,
    });
  },
  flash: 'redelivered',
});

/** One delivery, with its attempts. */
export const showDelivery = pageOf(paths.webhooks.delivery, readBy(TECHNICAL), async (visit, { db }) => {
  const { accountId, language } = visit;
  const endpoint = await getEndpoint(db.read, visit);
  const id = visit.param('delivery');
  const key = { accountId, endpointId: endpoint.id, id };
  const delivery = isId(id) ? await findDelivery(db.read, key) : undefined;
  if (!delivery) throw new DomainError('webhook_delivery_not_found');
  const contents = await listAttemptContents(db.read, { accountId, deliveryId: id });
  const texts = DELIVERIES[language];
  const own = { endpoint: endpoint.id };
  const event = { event: delivery.eventId };
  return detailOf({
    title: texts.deliveryOf(delivery.eventType),
    back: { href: pathTo(visit, paths.webhooks.deliveries, own), label: texts.back },
    outcomes: texts,
    facts: [
      [texts.status, <DeliveryStatus status={delivery.status} />],
      [texts.nextAttempt, delivery.nextAttemptAt && <NextAttempt delivery={delivery} endpoint={endpoint} />],
      [texts.event, <a href={pathTo(visit, paths.events.event, event)}>{delivery.eventId}</a>],
      [texts.happened, <Moment at={delivery.createdAt} exact />],
      [texts.endpoint, <a href={pathTo(visit, paths.webhooks.endpoint, own)}>{endpoint.url}</a>],
    ],
    children: (
      <>
        <Redeliver delivery={delivery} />
        <h2>{texts.attempts}</h2>
        {delivery.attemptList.length === 0 && <p>{texts.noAttempts}</p>}
        {delivery.attemptList.toReversed().map((attempt, index) => (
          <Attempt
            delivery={delivery}
            attempt={attempt}
            content={contents.find(({ number }) => number === attempt.number)}
            isOpen={index === 0}
          />
        ))}
        <h2>{texts.body}</h2>
        <p class="muted">{texts.bodyHint}</p>
        <Verbatim label={texts.body} text={delivery.body} />
      </>
    ),
  });
});

function Redeliver({ delivery }: { delivery: DeliveryDetail }): JSX.Element {
  const texts = useTexts(DELIVERIES);
  const isPending = delivery.status === 'pending';
  if (!isPending && delivery.redeliveries >= MAX_REDELIVERIES) return <p>{texts.noMore}</p>;
  const own = { endpoint: delivery.endpointId, delivery: delivery.id };
  return (
    <redeliverEvent.Form of={own} class="with-hint">
      <button type="submit">{isPending ? texts.tryNow : texts.redeliver}</button>
      <small class="muted">{isPending ? texts.tryNowHint : texts.redeliverHint}</small>
    </redeliverEvent.Form>
  );
}

/** A request and its response. */
function Attempt(props: {
  delivery: DeliveryDetail;
  attempt: Attempt;
  content: AttemptContent | undefined;
  isOpen: boolean;
}): JSX.Element {
  const { delivery, attempt, content, isOpen } = props;
  const texts = useTexts(DELIVERIES);
  const name = texts.attempt(attempt.number);
  const answered = attempt.httpStatus !== null && content?.responseBody;
  return (
    <details open={isOpen}>
      <summary>
        {name} · {attempt.error ?? attempt.httpStatus}
      </summary>
      <Facts
        of={[
          [texts.response, attempt.httpStatus ?? texts.noAnswer],
          [texts.error, errorBeside(attempt.httpStatus, attempt.error)],
          [texts.duration, `${attempt.durationMs} ms`],
          [texts.ended, <Moment at={new Date(attempt.endedAt)} exact />],
        ]}
      />
      <div class="exchange">
        <div>
          <h3>{texts.sent}</h3>
          <SentHeaders name={name} delivery={delivery} content={content} {...attempt} />
        </div>
        {typeof answered === 'string' && (
          <div>
            <h3>{texts.response}</h3>
            <AnswerBody body={answered} label={`${name}: ${texts.response}`} />
          </div>
        )}
      </div>
    </details>
  );
}

function SentHeaders(props: {
  name: string;
  delivery: DeliveryDetail;
  content: AttemptContent | undefined;
  number: number;
}): JSX.Element {
  const { name, delivery, content, number } = props;
  const texts = useTexts(DELIVERIES);
  const { signature = null, standardSignature = null } = content ?? {};
  if (signature === null) return <p class="muted">{texts.notKept}</p>;
  const { eventId, eventType, sequence } = delivery;
  const described = { eventId, eventType, sequence, attempt: number };
  const headers = deliveryHeaders(described, { signature, standardSignature });
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}`);
  return <Verbatim label={`${name}: ${texts.sent}`} text={lines.join('\n')} />;
}
