import type { JSX } from 'preact';
import { Table } from '../../pages/index.ts';
import type { Delivery } from '../../webhooks/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { Moment } from '../frame/parts.tsx';
import { pathTo, paths } from '../request/paths.ts';
import { DeliveryStatus } from '../frame/delivery-status.tsx';
import { DELIVERIES } from './delivery-texts.ts';

/** Deliveries to an endpoint, newest event first. */
export function DeliveryTable(props: { endpointId: string; deliveries: readonly Delivery[] }): JSX.Element {
  const visit = useMemberVisit();
  const { endpointId, deliveries } = props;
  const texts = useTexts(DELIVERIES);
  if (deliveries.length === 0) return <p>{texts.none}</p>;
  const headings = [
    texts.event,
    texts.state,
    texts.lastAnswer,
    { number: texts.attempts },
    texts.nextAttempt,
    texts.when,
  ];
  return (
    <Table label={texts.title} headings={headings}>
      {deliveries.map((delivery) => (
        <tr>
          <th scope="row">
            <a href={pathTo(visit, paths.webhooks.delivery, { endpoint: endpointId, delivery: delivery.id })}>
              {delivery.eventType}
            </a>
          </th>
          <td>
            <DeliveryStatus status={delivery.status} />
          </td>
          <td>{lastAnswerOf(delivery)}</td>
          <td class="number">{delivery.attemptList.length}</td>
          <td>{delivery.nextAttemptAt && <Moment at={delivery.nextAttemptAt} />}</td>
          <td>
            <Moment at={delivery.createdAt} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function lastAnswerOf({ attemptList }: Delivery): string {
  const last = attemptList.at(-1);
  return last?.error ?? String(last?.httpStatus ?? '');
}
