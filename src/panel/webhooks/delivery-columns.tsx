import type { Delivery } from '../../webhooks/index.ts';
import { DeliveryStatus } from '../frame/delivery-status.tsx';
import type { Column } from '../frame/rows.tsx';
import { pathTo, paths } from '../request/paths.ts';
import type { MemberVisit } from '../request/route.ts';
import { DELIVERIES } from './delivery-texts.ts';

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
