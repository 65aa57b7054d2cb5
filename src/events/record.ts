import type { Trx } from '../db/index.ts';
import { SpanKind } from '@opentelemetry/api';
import { currentTraceparent, inTrace } from '../lib/telemetry/tracing.ts';
import { deterministicHex } from '../lib/ids.ts';
import { TRANSITIONS, type EventData, type EventType, type Transition } from './catalogue.ts';
import type { InsertEvents, NewEvent } from './repository.ts';

export interface Fact<T extends EventType = EventType> {
  accountId: string;
  type: T;
  /** What it happened to, and what happened: with the account and the type, the fact's identity. */
  subject: string;
  transition: Transition<T>;
  data: EventData[T];
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

/** What a transaction has recorded so far: the events of each account, by id. */
type Recorded = Map<string, Map<string, NewEvent>>;

export function createEventRecorder(options: {
  livemode: boolean;
  /** Writes the events, and what is derived from them. */
  insertEvents: InsertEvents;
}): EventRecorder {
  const open = new WeakMap<Trx, Recorded>();

  /** Writes account by account, always in the same order, so that two transactions cannot deadlock. */
  const write = (trx: Trx, recorded: Recorded, createdAt: Date): void => {
    for (const [accountId, events] of [...recorded].sort(([a], [b]) => (a < b ? -1 : 1))) {
      trx.defer(options.insertEvents(trx, { accountId, createdAt, events: [...events.values()] }));
    }
  };

  const begin = (trx: Trx, createdAt: Date): Recorded => {
    const recorded: Recorded = new Map();
    open.set(trx, recorded);
    trx.beforeCommit(() => write(trx, recorded, createdAt));
    return recorded;
  };

  return {
    async record(trx, fact) {
      const createdAt = await trx.now;
      const recorded = open.get(trx) ?? begin(trx, createdAt);
      const events = recorded.get(fact.accountId) ?? new Map<string, NewEvent>();
      recorded.set(fact.accountId, events);
      const id = eventIdOf(fact);
      if (events.has(id)) return;
      const body = JSON.stringify({
        id,
        type: fact.type,
        created: Math.floor(createdAt.getTime() / 1000),
        livemode: options.livemode,
        data: fact.data,
      });
      // Deliveries continue from this span.
      const attributes = { 'payments.event.id': id, 'payments.account_id': fact.accountId };
      const traceparent = await inTrace(`event ${fact.type}`, { kind: SpanKind.PRODUCER, attributes }, () =>
        Promise.resolve(currentTraceparent()),
      );
      events.set(id, { id, type: fact.type, body, requestId: fact.requestId, traceparent });
    },
  };
}
