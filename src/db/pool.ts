import pg from 'pg';
import { Overloaded } from '../lib/errors/errors.ts';
import type { ConnectionConfig } from './hosts.ts';
import { Pipeline } from './pg-batch.ts';
import type { Presence } from './presence.ts';
import type { DeadConnections } from './dead-connections.ts';

/** The monitors of connections. */
export interface Watches {
  presence: Presence;
  deadConnections: DeadConnections;
}

/** Connections that are each used by one caller at a time. */
export class Pool {
  readonly #pool: pg.Pool;
  readonly #presence: Presence;
  #closing = false;

  constructor(config: ConnectionConfig & pg.PoolConfig, { presence, deadConnections }: Watches) {
    this.#presence = presence;
    this.#pool = new pg.Pool(config);
    // Without a listener, a dying connection would end the process. Its running statements fail anyway.
    this.#pool.on('connect', (client) => {
      client.on('error', () => undefined);
      deadConnections.watch(client, () => pipelineOf(client).isOwed);
    });
    this.#pool.on('error', (error) => {
      // The last connections may still be closing when the database is stopped too.
      if (!this.#closing) presence.judge(error);
    });
  }

  /** Throws DatabaseAway, and Overloaded when no connection becomes free in the time that a call waits for one. */
  async acquire(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      // Connections that are being opened count as well. One that cannot be opened fails with a code, unlike a wait.
      const areAllInUse = this.#pool.totalCount >= this.#pool.options.max && this.#pool.idleCount === 0;
      const hasWaited = !(error instanceof Error && 'code' in error);
      throw areAllInUse && hasWaited ? new Overloaded(error) : this.#presence.judge(error);
    }
  }

  usage(): { open: number; idle: number; waiting: number } {
    return {
      open: this.#pool.totalCount,
      idle: this.#pool.idleCount,
      waiting: this.#pool.waitingCount,
    };
  }

  async close(): Promise<void> {
    this.#closing = true;
    await this.#pool.end();
  }
}

const pipelines = new WeakMap<pg.PoolClient, Pipeline>();

/** Commands of one turn of the event loop, up to the first wait for a result, are sent together. */
export function pipelineOf(client: pg.PoolClient): Pipeline {
  let pipeline = pipelines.get(client);
  if (!pipeline) {
    pipeline = new Pipeline(client, { schedule: (send) => process.nextTick(send), afterFailure: 'fail' });
    pipelines.set(client, pipeline);
  }
  return pipeline;
}
