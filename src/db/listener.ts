import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { ConnectionConfig } from './hosts.ts';
import type { Watches } from './pool.ts';

const RETRY_PAUSE_MS = 250;
const HEARTBEAT_MS = 2_000;

/** Receives the notifications of one database channel while its connection is open. */
export interface Listener {
  /** False while there is no connection; notifications are then missed. */
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
  config: ConnectionConfig,
  channel: string,
  events: ListenerEvents,
  { presence, deadConnections }: Watches,
): Listener {
  const closing = new AbortController();
  let current: pg.Client | undefined;

  /** Listens on one connection; resolves when it has ended. */
  const hearOut = async (): Promise<void> => {
    let heartbeat: NodeJS.Timeout | undefined;
    const client = new config.Client(config);
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('error', (error) => presence.judge(error));
    client.on('notification', ({ payload = '' }) => events.told(payload));
    try {
      await client.connect();
      let asked = 0;
      deadConnections.watch(client, () => asked > 0 || closing.signal.aborted);
      const ask = async (text: string): Promise<void> => {
        asked += 1;
        await client.query(text);
        asked -= 1;
      };
      await ask(`listen ${pg.escapeIdentifier(channel)}`);
      current = client;
      // A listener expects no responses, so it would not notice a dead peer.
      heartbeat = setInterval(() => {
        if (asked === 0) ask('select').catch(() => undefined);
      }, HEARTBEAT_MS);
      heartbeat.unref();
      if (closing.signal.aborted) await client.end();
      await ended;
    } finally {
      clearInterval(heartbeat);
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
