import type { Trx } from '../db/connect.ts';
import { deterministicHex } from '../lib/ids.ts';
import type { EventData, EventType } from './catalogue.ts';
import { insertEvent } from './repository.ts';

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
   * Records an event, and what its followers make of it, in the transaction that changes the state (D8). The same fact
   * gives the same id, so recording it twice yields one event. Its failure fails the commit.
   */
  record<T extends EventType>(trx: Trx, fact: Fact<T>): Promise<void>;
}

/**
 * Does something for each event, in the transaction that records it. It is also called for an event that was recorded
 * before, and must then do nothing.
 */
export type EventFollower = (trx: Trx, event: { accountId: string; id: string }) => Promise<void>;

export function createEventRecorder(options: {
  livemode: boolean;
  followers: readonly EventFollower[];
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
        insertEvent(trx, {
          accountId: fact.accountId,
          id,
          type: fact.type,
          createdAt,
          body,
          requestId: fact.requestId,
        }),
      );
      for (const follow of options.followers) {
        trx.defer(follow(trx, { accountId: fact.accountId, id }));
      }
    },
  };
}
