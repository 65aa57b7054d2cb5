import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Presence } from './presence.ts';

const RETRY_PAUSE_MS = 250;

/** Receives the notifications of one database channel while its connection is open. */
export interface Listener {
  /** False while there is no connection: notifications are then missed. */
  isListening(): boolean;
  /** Resolves when all notifications sent before the call have been received. */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
}

export interface ListenerEvents {
  told(message: string): void;
  /** The connection was lost; notifications from now on are missed. */
  lost(): void;
}

/** Opens a connection of its own, and a new one whenever it is lost. */
export function listen(
  config: pg.ClientConfig,
  channel: string,
  events: ListenerEvents,
  presence: Presence,
): Listener {
  const closing = new AbortController();
  let current: pg.Client | undefined;

  /** Listens on one connection; resolves when it has ended. */
  const hearOut = async (): Promise<void> => {
    const client = new pg.Client(config);
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('error', (error) => presence.judge(error));
    client.on('notification', ({ payload = '' }) => events.told(payload));
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      current = client;
      if (closing.signal.aborted) await client.end();
      await ended;
    } finally {
      current = undefined;
      events.lost();
      await client.end().catch(() => undefined);
    }
  };

  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await hearOut().catch((error: unknown) => presence.judge(error));
      await delay(RETRY_PAUSE_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  const finished = run();

  return {
    isListening: () => current !== undefined,
    async caughtUp() {
      // Notifications arrive before the result of any query sent after them.
      await current?.query('select 1');
    },
    async close() {
      closing.abort();
      await current?.end();
      await finished;
    },
  };
}
