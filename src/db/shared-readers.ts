import type pg from 'pg';
import type { ConnectionConfig } from './hosts.ts';
import { Pipeline, showCaller, type Command, type Rows } from './pg-batch.ts';
import type { Watches } from './pool.ts';

const SHARED_READERS = 2;
const READ_TIMEOUT_MS = 5_000;

/** For short reads. A few shared connections have many queries in flight on each. */
export interface SharedReaders {
  query<R>(command: Command): Promise<Rows<R>>;
  close(): Promise<void>;
}

export function createSharedReaders(config: ConnectionConfig, watches: Watches): SharedReaders {
  const settings = { ...config.settings, statement_timeout: `${READ_TIMEOUT_MS}` };
  const readers = Array.from(
    { length: SHARED_READERS },
    () => new SharedConnection({ ...config, settings }, watches),
  );
  // All queries of one turn of the event loop go to one of them, in one batch.
  let reader: SharedConnection | undefined;
  return {
    query(command) {
      if (!reader) {
        reader = readers.reduce((idlest, other) => (other.unanswered < idlest.unanswered ? other : idlest));
        setImmediate(() => (reader = undefined));
      }
      return reader.query(command);
    },
    async close() {
      await Promise.all(readers.map((one) => one.close()));
    },
  };
}

interface Opened {
  client: pg.Client;
  pipeline: Pipeline;
}

/** One connection shared by many readers; it is opened when first needed, and again after it was lost. */
class SharedConnection {
  readonly #config: ConnectionConfig;
  readonly #watches: Watches;
  #opened: Promise<Opened> | undefined;
  unanswered = 0;

  constructor(config: ConnectionConfig, watches: Watches) {
    this.#config = config;
    this.#watches = watches;
  }

  async query<R>(command: Command): Promise<Rows<R>> {
    this.unanswered += 1;
    try {
      const { pipeline } = await (this.#opened ??= this.#open());
      return await pipeline.query<R>(command);
    } catch (error) {
      throw this.#watches.presence.judge(showCaller(error, command));
    } finally {
      this.unanswered -= 1;
    }
  }

  async close(): Promise<void> {
    await (await this.#opened?.catch(() => undefined))?.client.end();
  }

  #open(): Promise<Opened> {
    const client = new this.#config.Client(this.#config);
    // One turn of the event loop can bring queries of many requests; they are sent together.
    const pipeline = new Pipeline(client, { schedule: setImmediate, afterFailure: 'resend' });
    const opening = client.connect().then(() => {
      this.#watches.deadConnections.watch(client, () => pipeline.isOwed);
      return { client, pipeline };
    });
    const forget = (): void => {
      // By the time a lost connection has ended, another may have replaced it.
      if (this.#opened === opening) this.#opened = undefined;
    };
    client.on('error', (error) => {
      this.#watches.presence.judge(error);
      forget();
    });
    client.on('end', forget);
    opening.catch(forget);
    return opening;
  }
}
