import type { Trx } from '../db/connect.ts';
import { deterministicHex } from '../lib/ids.ts';
import type { EventData, EventType } from './catalogue.ts';
import type { InsertEvent } from './repository.ts';

export interface Fact<T extends EventType = EventType> {
  accountId: string;
  type: T;
  /** Whom it happened to, and what happened: together with the type, the fact's identity. */
  subject: string;
  transition: string;
  data: EventData[T];
  requestId: string | null;
}

export interface EventRecorder {
  /**
   * Records an event, and its deliveries, in the transaction that changes the state (D8). The same fact gives the same
   * id, so recording it twice yields one event. Its failure fails the commit.
   */
  record<T extends EventType>(trx: Trx, fact: Fact<T>): Promise<void>;
}

export function createEventRecorder(options: {
  livemode: boolean;
  /** Writes it, with what others make of it. */
  insertEvent: InsertEvent;
}): EventRecorder {
  return {
    async record(trx, fact) {
      const createdAt = await trx.now;
      const id = `evt_${deterministicHex(fact.accountId, fact.type, fact.subject, fact.transition).slice(0, 32)}`;
      const body = JSON.stringify({
        id,
        type: fact.type,
        created: Math.floor(createdAt.getTime() / 1000),
        livemode: options.livemode,
        data: fact.data,
      });
      trx.defer(
        options.insertEvent(trx, {
          accountId: fact.accountId,
          id,
          type: fact.type,
          createdAt,
          body,
          requestId: fact.requestId,
        }),
      );
    },
  };
}
