import type { Socket } from 'node:net';
import pg from 'pg';
import { serversOf } from '../lib/database-servers.ts';
import { within } from '../lib/work/within.ts';
import { applySettings, type SessionSettings } from './session-settings.ts';

/** The servers that may be the database. There is one, or several of which one takes writes. */
export interface Hosts {
  /** The connection string of the server to use, which is the first until `find` has switched to another. */
  current(): string;
  /** Whether there are several. */
  readonly areSeveral: boolean;
  /**
   * Probes all servers in parallel. Stays with the current one if that takes writes and no other was promoted after it;
   * otherwise switches to one that does, but never to one from before the last promotion. Returns the current one's
   * fault if there is none. Takes a second at most.
   */
  find(): Promise<Error | undefined>;
  /** Is called when another server has become the one that takes writes. */
  onMove(moved: () => void): void;
}

/** The configuration of a new connection. */
export type ConnectionConfig = pg.ClientConfig & {
  Client: typeof pg.Client;
  /** The settings of the session. A connection with other settings is never handed out. */
  settings: SessionSettings;
};

/** A server that takes writes. */
interface Found {
  server: string;
  timeline: number;
}

const CONNECT_TIMEOUT_MS = 1_000;
/** A server that has responded once may be busy. */
const SETTINGS_TIMEOUT_MS = 4_000;
const PROBE_TIMEOUT_MS = 1_000;
/** Each promotion begins a new timeline. */
const TIMELINE = `select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer as timeline`;
const IS_READ_ONLY = `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is`;

/** `first` is the one to begin with. */
export function createHosts(connectionString: string, first?: string): Hosts {
  /** The current one first. */
  let servers = beginningWith(first, serversOf(connectionString));
  const moved: (() => void)[] = [];
  const current = (): string => servers[0] ?? connectionString;
  /** The newest known promotion. */
  let newest = 0;
  const look = async (server: string): Promise<Found> => {
    const timeline = await probe(server, requireWritable);
    // A server from before it is an old primary that does not know of its demotion yet.
    if (server !== current() && timeline < newest) throw new Error('another server was promoted since');
    newest = Math.max(newest, timeline);
    return { server, timeline };
  };
  const goTo = ({ server }: Found): void => {
    if (server === current()) return;
    servers = beginningWith(server, servers);
    for (const notify of moved) notify();
  };
  return {
    current,
    areSeveral: servers.length > 1,
    async find() {
      const asked = current();
      const stays = look(asked);
      const others = servers.filter((server) => server !== asked).map(look);
      // One may fail while the current one is still being probed.
      const settled = Promise.allSettled(others);
      const kept = await stays.catch(toError);
      const found =
        kept instanceof Error
          ? await Promise.any(others).catch(() => kept)
          : promotedLast(kept, await settled);
      if (found instanceof Error) return found;
      goTo(found);
      return undefined;
    },
    onMove: (notify) => void moved.push(notify),
  };
}

function beginningWith(first: string | undefined, servers: readonly string[]): readonly string[] {
  return first === undefined ? servers : [first, ...servers.filter((server) => server !== first)];
}

/** Returns the server's timeline; 0 if it reports none, as a server that only resembles Postgres may not. */
async function requireWritable(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ is: boolean }>(IS_READ_ONLY);
  // Code 25006 is how Postgres itself reports it.
  if (rows[0]?.is !== false) throw Object.assign(new Error('the server takes no writes'), { code: '25006' });
  return client.query<{ timeline: number }>(TIMELINE).then(
    (answer) => answer.rows[0]?.timeline ?? 0,
    () => 0,
  );
}

/** A primary that was cut off while another server was promoted may not know it yet, and keep responding. */
function promotedLast(current: Found, others: readonly PromiseSettledResult<Found>[]): Found {
  const found = others.flatMap((other) => (other.status === 'fulfilled' ? other.value : []));
  return found.reduce((last, other) => (other.timeline > last.timeline ? other : last), current);
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

type Callback = (error: Error | null, client?: pg.Client) => void;

/** Connections to the server that takes writes now, each with its settings. */
export function clientOf(hosts: Hosts): typeof pg.Client {
  return class extends pg.Client {
    readonly #settings: SessionSettings;

    constructor({ settings, ...config }: ConnectionConfig) {
      super({
        ...config,
        connectionString: hosts.current(),
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      });
      this.#settings = settings;
      // It can be lost before its opener listens.
      this.on('error', () => undefined);
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: Callback): void;
    override connect(callback?: Callback): Promise<pg.Client> | void {
      const opening = this.#open();
      if (!callback) return opening;
      opening.then((client) => callback(null, client), callback);
    }

    async #open(): Promise<this> {
      try {
        await super.connect();
        backends.set(this, await within(SETTINGS_TIMEOUT_MS, applySettings(this, this.#settings)));
        return this;
      } catch (error) {
        // Expected from here on, because the connection is given up, not lost.
        this.end().catch(() => undefined);
        cut(this);
        throw error;
      }
    }
  };
}

/** The server processes of connections. Behind a pooler, the protocol reports other numbers. */
const backends = new WeakMap<pg.ClientBase, number>();

/** The server process of a connection that `clientOf` opened. */
export function backendOf(client: pg.ClientBase): number {
  return backends.get(client) ?? 0;
}

/** Does something over a connection of its own, within a second in all; after that, a server counts as away. */
export async function probe<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString });
  // It can be lost as soon as it is made; the work then fails.
  client.on('error', () => undefined);
  try {
    return await within(
      PROBE_TIMEOUT_MS,
      client.connect().then(() => work(client)),
    );
  } finally {
    cut(client);
  }
}

/** Closes a connection without the closing message, which a dead peer would not receive. */
export function cut(client: pg.ClientBase, reason?: Error): void {
  streamOf(client).destroy(reason);
}

/** How many bytes a connection has received. */
export function bytesFrom(client: pg.ClientBase): number {
  return streamOf(client).bytesRead;
}

/** The stream of pg's connection, which its types leave out; test/http/libraries.test.ts guards it. */
function streamOf(client: pg.ClientBase): Socket {
  return (client as pg.ClientBase & { connection: { stream: Socket } }).connection.stream;
}
