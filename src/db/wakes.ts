import { setTimeout as delay } from 'node:timers/promises';
import type { Listener, ListenerEvents } from './listener.ts';

/** The kinds of work that a transaction can leave to a worker. */
export type Work =
  | 'chain_transfers'
  | 'chat_messages'
  | 'deliveries'
  | 'handed_on'
  | 'messages'
  | 'notices'
  | 'screenings'
  | 'transfers'
  | 'wallets';

/** Commits so soon after a message share one more message. */
const GATHERED_MS = 5;

/**
 * Ends the pauses of workers once something is committed for them. A wake-up can be lost, so each worker also looks by
 * itself; nothing depends on it but the delay.
 */
interface Wakes {
  /** Calls `wake` when a transaction of any process has left this work. Returns the function that ends that. */
  on(work: Work, wake: () => void): () => void;
  /** A transaction that left this work was committed. */
  committed(left: ReadonlySet<Work>): void;
  close(): Promise<void>;
}

/** How processes without a worker for some work tell those that have one. */
interface Channel {
  tell(work: Work): Promise<unknown>;
  listen(events: ListenerEvents): Listener;
}

export function createWakes(channel: Channel): Wakes {
  const wakers = new Map<string, Set<() => void>>();
  const untold = new Set<Work>();
  let isTelling = false;
  let telling = Promise.resolve();
  let listener: Listener | undefined;

  const wake = (work: string): boolean => {
    const those = wakers.get(work);
    for (const one of those ?? []) one();
    return those !== undefined && those.size > 0;
  };

  // Not in the transaction, whose commit would take a lock that all commits with a notification share.
  const tell = async (): Promise<void> => {
    isTelling = true;
    while (untold.size > 0) {
      const works = [...untold];
      untold.clear();
      // Without the database no message can be sent, and workers look by themselves once it is back.
      await Promise.all(works.map((work) => channel.tell(work))).catch(() => undefined);
      await delay(GATHERED_MS);
    }
    isTelling = false;
  };

  return {
    on(work, one) {
      listener ??= channel.listen({ told: wake, lost: () => undefined });
      const those = wakers.get(work) ?? new Set();
      wakers.set(work, those.add(one));
      return () => those.delete(one);
    },
    committed(left) {
      for (const work of left) if (!wake(work)) untold.add(work);
      if (untold.size > 0 && !isTelling) telling = tell();
    },
    async close() {
      await Promise.all([telling, listener?.close()]);
    },
  };
}
