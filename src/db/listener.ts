import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { describeError, type Logger } from '../lib/logger.ts';

const RETRY_PAUSE_MS = 250;

/** Hears what is told on one channel of the database, for as long as the connection stands. */
export interface Listener {
  /** False while there is no connection: then what is told is not heard. */
  isListening(): boolean;
  /** Resolves when all that was told before has been heard. */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
}

export interface ListenerEvents {
  told(message: string): void;
  /** The connection was lost; what is told from now on is missed. */
  lost(): void;
}

/** Opens a connection of its own, and a new one whenever that is lost. */
export function listen(
  config: pg.ClientConfig,
  channel: string,
  events: ListenerEvents,
  logger: Logger,
): Listener {
  const closing = new AbortController();
  let current: pg.Client | undefined;

  /** Resolves when the connection has ended. */
  const hearOut = async (): Promise<void> => {
    const client = new pg.Client(config);
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('error', (error) => logger.debug('the listening connection died', describeError(error)));
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
      await hearOut().catch((error: unknown) => {
        logger.debug('listening to the database failed and will be tried again', describeError(error));
      });
      await delay(RETRY_PAUSE_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  const finished = run();

  return {
    isListening: () => current !== undefined,
    async caughtUp() {
      // Notices come before the answer to whatever was asked after them.
      await current?.query('select 1');
    },
    async close() {
      closing.abort();
      await current?.end();
      await finished;
    },
  };
}
