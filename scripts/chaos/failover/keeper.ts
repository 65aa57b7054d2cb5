import { setTimeout as delay } from 'node:timers/promises';
import { probe } from '../../../src/db/hosts.ts';
import { DATABASE, SUPERUSER } from '../../../src/db/embedded/cluster.ts';
import { PORT, type Server } from './servers.ts';

const LOOK_EVERY_MS = 200;
/** As long as `probe` waits. */
const SILENT_MS = 1_000;
const REST_TIMEOUT_MS = 60_000;

/**
 * Plays the part of Patroni for one primary and one standby: notices that the primary is gone, promotes the standby, fences
 * the old primary and rebuilds it as the new standby. It promotes only a standby that has confirmed every commit: while
 * there is none, the primary takes writes on its own, and nothing is promoted.
 */
export class Keeper {
  #primary: Server;
  #standby: Server;

  constructor(primary: Server, standby: Server) {
    this.#primary = primary;
    this.#standby = standby;
  }

  get primary(): Server {
    return this.#primary;
  }

  async start(): Promise<void> {
    await this.#primary.create();
    await this.#primary.start();
    await this.rebuild();
  }

  /** Resolves when the primary is gone: it refuses, or says nothing for a second. `isSeen`: whether the keeper reaches it. */
  async untilGone(isSeen: boolean): Promise<number> {
    if (!isSeen) await delay(SILENT_MS);
    else while (await this.#answers()) await delay(LOOK_EVERY_MS);
    return performance.now();
  }

  /** From here on the old primary can acknowledge nothing: the one standby that could confirm it follows it no more. */
  async promote(): Promise<number> {
    await this.#standby.administer((client) => client.query('select pg_promote(true, 30)'));
    [this.#primary, this.#standby] = [this.#standby, this.#primary];
    return performance.now();
  }

  /** Ends the old primary: it must not come back as a second one. */
  async fence(): Promise<number> {
    await this.#standby.kill();
    return performance.now();
  }

  /** Makes the fenced one a standby again, by a fresh copy: the bundled Postgres comes without pg_rewind. */
  async rebuild(): Promise<void> {
    await this.#standby.copy(this.#primary);
    await this.#standby.start(this.#primary);
    await this.#require();
  }

  /** Sessions go on, and read. */
  async refuseWrites(): Promise<void> {
    await this.#primary.administer(async (client) => {
      await client.query('alter system set default_transaction_read_only = on');
      await client.query('select pg_reload_conf()');
    });
  }

  /** A switchover: the primary stops in good order, so that it can come back as the standby at once. */
  async switchOver(): Promise<number> {
    await this.#primary.stop();
    const promotedMs = await this.promote();
    await this.#standby.start(this.#primary);
    await this.#require();
    return promotedMs;
  }

  #answers(): Promise<boolean> {
    return probe(urlOf(this.#primary), (client) => client.query('select')).then(
      () => true,
      () => false,
    );
  }

  /** From here on every commit waits for the standby, which has all that was committed before. */
  async #require(): Promise<void> {
    const { name } = this.#standby;
    await this.#primary.administer(async (client) => {
      await client.query(`alter system set synchronous_standby_names = '${name}'`);
      await client.query('select pg_reload_conf()');
      const { rows } = await client.query<{ lsn: string }>('select pg_current_wal_flush_lsn() as lsn');
      for (const givesUpAt = Date.now() + REST_TIMEOUT_MS; ; await delay(50)) {
        const { rowCount } = await client.query(
          `select from pg_stat_replication
            where application_name = $1 and sync_state = 'sync' and flush_lsn >= $2`,
          [name, rows[0]?.lsn],
        );
        if (rowCount === 1) return;
        if (Date.now() > givesUpAt) throw new Error(`${name} did not catch up`);
      }
    });
  }
}

export function urlOf(...servers: readonly Server[]): string {
  const hosts = servers.map(({ host }) => `${host.address}:${PORT}`).join(',');
  return `postgresql://${SUPERUSER}@${hosts}/${DATABASE}`;
}
