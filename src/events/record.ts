import type { Trx } from '../db/index.ts';
import { SpanKind } from '@opentelemetry/api';
import { currentTraceparent, inTrace } from '../lib/telemetry/tracing.ts';
import { deterministicHex } from '../lib/ids.ts';
import { TRANSITIONS, type EventData, type EventType, type Transition } from './catalogue.ts';
import type { InsertEvents, NewEvent } from './repository.ts';

export interface Fact<T extends EventType = EventType> {
  accountId: string;
  type: T;
  /** The object and the change; with the account and the type, they identify the fact. */
  subject: string;
  transition: Transition<T>;
  /** May be known only when the transaction's books are written. */
  data: EventData[T] | Promise<EventData[T]>;
  requestId: string | null;
}

export interface EventRecorder {
  /**
   * Records an event and its deliveries in the transaction that changes the state (D8). The same fact has the same id,
   * so recording it twice yields one event. A transaction's events are written together as its last step, because from
   * then until the commit no other transaction can record events of the account. The commit fails if they cannot be
   * written.
   */
  record<T extends EventType>(trx: Trx, fact: Fact<T>): Promise<void>;
}

/** The id of the event of a fact, whether or not it has been recorded. */
function eventIdOf(fact: Pick<Fact, 'accountId' | 'type' | 'subject' | 'transition'>): string {
  const hash = deterministicHex(fact.accountId, fact.type, fact.subject, fact.transition);
  return `evt_${hash.slice(0, 32)}`;
}

/** The ids of all events of these types that an object can have. */
export function eventIdsAbout(
  { accountId, subject }: Pick<Fact, 'accountId' | 'subject'>,
  types: readonly EventType[] = Object.keys(TRANSITIONS) as EventType[],
): string[] {
  return types.flatMap((type) =>
    TRANSITIONS[type].map((transition) => eventIdOf({ accountId, type, subject, transition })),
  );
}

/** An event without its body, whose data may not be known yet. */
type Recorded = Omit<NewEvent, 'body'> & { data: Fact['data'] };

export function createEventRecorder(options: {
  livemode: boolean;
  /** Writes the events, and what is derived from them. */
  insertEvents: InsertEvents;
}): EventRecorder {
  /** The events recorded by each open transaction, by their ids. */
  const open = new WeakMap<Trx, Map<string, Recorded>>();

  const begin = (trx: Trx): Map<string, Recorded> => {
    const recorded = new Map<string, Recorded>();
    open.set(trx, recorded);
    trx.beforeCommit('events', async () => {
      const events = await Promise.all([...recorded.values()].map(toEvent));
      trx.defer(options.insertEvents(trx, events));
    });
    return recorded;
  };

  const toEvent = async (event: Recorded): Promise<NewEvent> => ({
    accountId: event.accountId,
    id: event.id,
    type: event.type,
    createdAt: event.createdAt,
    requestId: event.requestId,
    traceparent: event.traceparent,
    body: JSON.stringify({
      id: event.id,
      type: event.type,
      created: Math.floor(event.createdAt.getTime() / 1000),
      livemode: options.livemode,
      data: await event.data,
    }),
  });

  return {
    async record(trx, { accountId, type, data, requestId, ...fact }) {
      // It is awaited at the commit only. If it fails before, so does the commit.
      if (data instanceof Promise) data.catch(() => undefined);
      const createdAt = await trx.now;
      const recorded = open.get(trx) ?? begin(trx);
      const id = eventIdOf({ accountId, type, ...fact });
      if (recorded.has(id)) return;
      // Deliveries continue from this span.
      const attributes = { 'payments.event.id': id, 'payments.account_id': accountId };
      const traceparent = await inTrace(`event ${type}`, { kind: SpanKind.PRODUCER, attributes }, () =>
        Promise.resolve(currentTraceparent()),
      );
      recorded.set(id, { accountId, id, type, createdAt, data, requestId, traceparent });
    },
  };
}
