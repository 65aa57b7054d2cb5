import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { ownCell } from '../lib/cell.ts';
import { DatabaseAway } from '../lib/errors/database-away.ts';
import type { Logger } from '../lib/logger.ts';
import { passesWhenRepeated, translateDatabaseError } from './constraints.ts';
import { SpanKind } from '@opentelemetry/api';
import { inSpan } from '../lib/telemetry/tracing.ts';
import { GatheredRows, type WriteWith } from './gathered-rows.ts';
import { clientOf, type ConnectionConfig, createHosts, type Hosts } from './hosts.ts';
import { watchPresence, type Presence } from './presence.ts';
import { watchForDeadConnections } from './dead-connections.ts';
import { listen, type Listener, type ListenerEvents } from './listener.ts';
import { createListReaders } from './list-readers.ts';
import { showCaller, type Command, type Rows } from './pg-batch.ts';
import { pipelineOf, Pool, type Watches } from './pool.ts';
import { createSharedReaders } from './shared-readers.ts';
import { createWakes, type Work } from './wakes.ts';

export type { Command, Rows };

export interface Queryable {
  query<R>(command: Command): Promise<Rows<R>>;
}

/** An open transaction. Every function that writes takes one as its first argument. */
export interface Trx extends Queryable {
  /** The deployment's time at the transaction's start, which is the one timestamp of all its rows (D21). */
  readonly now: Promise<Date>;
  /**
   * For a write whose result is not needed. The transaction continues without waiting for it, and its failure fails the
   * commit, with the stack of the function that deferred it. Saves a round trip per write.
   */
  defer(write: Promise<unknown>): void;
  /**
   * For a write of which the transaction may have many, such as one per deposit of a batch. Rows of the same `write`
   * are written together, before the transaction's next query or its commit. `key` names the row's record; the rows of
   * one record are written in the order in which they were gathered. A failure fails the commit.
   */
  gather<W>(write: WriteRows<W>, row: W, key: string): void;
  /**
   * For writes that must come last, because other transactions wait for their locks. `finish` runs once the work is
   * done, those of an earlier stage first; the commit waits for it.
   */
  beforeCommit(stage: CommitStage, finish: () => Promise<void>): void;
  /** Leaves work to a worker, which is woken once the transaction is committed. */
  leave(work: Work): void;
}

type WriteRows<W> = WriteWith<Trx, W>;

/** Every transaction locks an account's books, then its sequence of events, then its counts, so that two cannot deadlock. */
const COMMIT_STAGES = ['books', 'events', 'versions'] as const;
export type CommitStage = (typeof COMMIT_STAGES)[number];

/** Reads outside a transaction. */
export interface Reads {
  /** For short reads. A few shared connections have many queries in flight on each. */
  readonly read: Queryable;
  /**
   * For the rows of an account's list. Filters can exclude most of the rows read, so a filtered list uses connections
   * reserved for such lists, of which one account gets at most half; an unfiltered list is a short read.
   */
  listRead(accountId: string, filters: object): Queryable;
  /** Runs reads that must all see the same snapshot, including long ones. They may be run again, as a transaction's work. */
  snapshot<T>(work: (on: Queryable) => Promise<T>): Promise<T>;
}

export interface Database extends Reads {
  /**
   * Runs the work in one transaction, and commits unless it throws. Never await the network inside. Work that
   * conflicts with another transaction is run again, so it must change nothing outside the transaction.
   */
  transaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /**
   * As `transaction`, for work that sends all of its statements at once, such as a worker's claim. The commit goes with
   * them, which saves a round trip. A statement that waits for the result of another is refused, after the commit.
   */
  inOneTrip<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /** Runs work whose transactions each begin with `first`; where it throws, nothing is changed. */
  beginningWith<T>(first: (trx: Trx) => Promise<void>, work: () => Promise<T>): Promise<T>;
  /**
   * Runs reads about one account that show everything that was answered or reported about it before; replicas may
   * answer them (D66). Reads after a transaction of the work show that transaction too.
   */
  readingFor<T>(accountId: string, work: () => Promise<T>): Promise<T>;
  /** Runs work, with its parameters, that changes something about these accounts, or all, so that later reads about them show it (D66). */
  changing<T, P extends unknown[]>(
    accountIds: readonly string[] | 'all',
    work: (...params: P) => Promise<T>,
    ...params: P
  ): Promise<T>;
  /** Receives the notifications of a channel, over a connection of its own. */
  listen(channel: string, events: ListenerEvents): Listener;
  /** Calls `wake` when a transaction of any process has left this work. Returns the function that ends that. */
  onWork(work: Work, wake: () => void): () => void;
  /** The current connections for transactions, and how many calls wait for one. */
  usage(): { open: number; idle: number; waiting: number };
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** The connection string of one server, or of several of which one takes writes. */
  connectionString: string;
  /** The one that takes writes now, by default the first. */
  primary?: string;
  /** The name of its connections in pg_stat_activity. */
  applicationName?: string;
  /** Transactions that may be open at once in this process. */
  maxTransactions: number;
  logger: Logger;
}

/** The database role of the service, which may append to the ledger but not change it (D9). */
export const APP_ROLE = 'payments_app';

/** One connection for filtered lists per this many for transactions; on a replica, also one for snapshots. */
const TRANSACTIONS_PER_LIST_READER = 4;
/** How long a connection is idle before a probe is sent, so that no device on the path drops it. */
const KEEP_ALIVE_MS = 5_000;
/** How long a call waits for a free connection before it is refused as overload; long enough for a burst. */
const ACQUIRE_TIMEOUT_MS = 4_000;
const TRANSACTION_STATEMENT_TIMEOUT_MS = 15_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;
const MAX_ATTEMPTS = 5;
const REPEAT_PAUSE_MS = 20;
const TRANSACTION_SPAN = { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } };
const BEGIN: Command = { name: 'begin', text: 'begin' };
const BEGIN_SNAPSHOT: Command = {
  name: 'begin_snapshot',
  text: 'begin isolation level repeatable read read only',
};
/** For reads of whole tables. */
const ALL_JOINS: Command = {
  name: 'all_joins',
  text: `select set_config('enable_hashjoin', 'on', true), set_config('enable_mergejoin', 'on', true)`,
};
const NOW: Command = { name: 'now', text: 'select service_now() as now' };
const WORK_CHANNEL = 'work';
const TELL: Command = { name: 'tell', text: `select pg_notify('${WORK_CHANNEL}', $1)` };
const COMMIT: Command = { name: 'commit', text: 'commit' };
const ROLLBACK: Command = { name: 'rollback', text: 'rollback' };

export function connect(options: DatabaseOptions): Database {
  const hosts = createHosts(options.connectionString, options.primary);
  const presence = watchPresence(hosts, options.logger);
  const deadConnections = watchForDeadConnections(hosts, options.logger);
  const watches = { presence, deadConnections };
  hosts.onMove(() => {
    options.logger.warn('database failover: another host takes the writes');
    deadConnections.cutAll();
  });
  const config = configFor(hosts, options.applicationName);
  const pool = openPool(config, options.maxTransactions, watches);
  const reads = openReads(config, pool, listReadersFor(options), watches);
  const beginnings = new AsyncLocalStorage<(trx: Trx) => Promise<void>>();
  const listenOn: Database['listen'] = (channel, events) =>
    listen({ ...config, pipeline: false }, channel, events, watches);
  const wakes = createWakes({
    tell: (work) => reads.read.query({ values: [work], ...TELL }),
    listen: (events) => listenOn(WORK_CHANNEL, events),
  });

  const run = <T>(work: (trx: Trx) => Promise<T>, isOneTrip: boolean): Promise<T> =>
    inSpan('transaction', TRANSACTION_SPAN, () =>
      repeating(async () => {
        const left = new Set<Work>();
        const result = await runTransaction(pool, presence, { begin: BEGIN, left, isOneTrip }, work);
        wakes.committed(left);
        return result;
      }),
    );
  const transaction: Database['transaction'] = (work) => {
    const first = beginnings.getStore();
    return run(first ? (trx) => first(trx).then(() => work(trx)) : work, false);
  };

  return {
    ...reads,
    transaction,
    // A beginning has to be waited for.
    inOneTrip: (work) => (beginnings.getStore() ? transaction(work) : run(work, true)),
    beginningWith: (first, work) => beginnings.run(first, work),
    readingFor: (_accountId, work) => work(),
    changing: (_accountIds, work, ...params) => work(...params),
    listen: listenOn,
    onWork: (work, wake) => wakes.on(work, wake),
    usage: () => pool.usage(),
    async close() {
      deadConnections.expectGoodbyes();
      await wakes.close();
      await Promise.all([pool.close(), reads.close(), presence.close()]);
      deadConnections.close();
    },
  };
}

interface ReadConnections extends Reads {
  close(): Promise<void>;
}

/** Connections to one server that is only read. Each connection that is lost or not made is reported to `presence`. */
export function connectForReads(options: DatabaseOptions, presence: Presence): ReadConnections {
  const hosts = createHosts(options.connectionString);
  const deadConnections = watchForDeadConnections(hosts, options.logger);
  const watches = { presence, deadConnections };
  const config = configFor(hosts, options.applicationName);
  const pool = openPool(config, listReadersFor(options), watches);
  const reads = openReads(config, pool, listReadersFor(options), watches);
  return {
    ...reads,
    async close() {
      deadConnections.expectGoodbyes();
      await Promise.all([pool.close(), reads.close()]);
      deadConnections.close();
    },
  };
}

function configFor(hosts: Hosts, applicationName: string | undefined): ConnectionConfig {
  return {
    Client: clientOf(hosts),
    settings: {
      role: APP_ROLE,
      timezone: 'UTC',
      // The cell in the ids that queries and commands generate.
      'payments.cell': String(ownCell()),
      // One plan for all values. Each list is written to fit one index, and planning again for each account's data
      // would take longer than most queries.
      plan_cache_mode: 'force_generic_plan',
    },
    // Several batches may be in flight, because calls wait for round trips rather than for queries.
    pipeline: true,
    application_name: applicationName,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  };
}

function openPool(config: ConnectionConfig, max: number, watches: Watches): Pool {
  return new Pool(
    {
      ...config,
      settings: {
        ...config.settings,
        // Without these joins, the rows that are passed to a query are looked up in an index, one by one. A plan
        // that was made while a table was small would otherwise go on to read all of it.
        enable_hashjoin: 'off',
        enable_mergejoin: 'off',
        statement_timeout: `${TRANSACTION_STATEMENT_TIMEOUT_MS}`,
        idle_in_transaction_session_timeout: `${IDLE_IN_TRANSACTION_TIMEOUT_MS}`,
      },
      max,
      connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
    },
    watches,
  );
}

function listReadersFor({ maxTransactions }: DatabaseOptions): number {
  return Math.ceil(maxTransactions / TRANSACTIONS_PER_LIST_READER);
}

function openReads(
  config: ConnectionConfig,
  pool: Pool,
  maxLists: number,
  watches: Watches,
): Reads & { close(): Promise<unknown> } {
  const read = createSharedReaders(config, watches);
  const lists = createListReaders(config, maxLists, watches);
  return {
    read,
    listRead: (accountId, filters) =>
      Object.values(filters).every((filter) => filter === undefined)
        ? read
        : { query: (command) => lists.query(accountId, command) },
    snapshot: (work) =>
      repeating(() =>
        runTransaction(pool, watches.presence, SNAPSHOT, (trx) => {
          trx.defer(trx.query(ALL_JOINS));
          return work(trx);
        }),
      ),
    close: () => Promise.all([read.close(), lists.close()]),
  };
}

/** Runs a transaction, and retries it when it failed only because of a concurrent one, or of a migration. */
async function repeating<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!passesWhenRepeated(error) || attempt === MAX_ATTEMPTS) throw error;
      // An immediate retry could overtake the other transaction and again take the locks that it waits for.
      await delay(REPEAT_PAUSE_MS);
    }
  }
}

interface TransactionOptions {
  begin: Command;
  /** Gets the work that the transaction leaves; null where it can leave none. */
  left: Set<Work> | null;
  /** Whether the commit is sent with the statements. */
  isOneTrip: boolean;
}

const SNAPSHOT: TransactionOptions = { begin: BEGIN_SNAPSHOT, left: null, isOneTrip: false };

async function runTransaction<T>(
  pool: Pool,
  presence: Presence,
  { begin, left, isOneTrip }: TransactionOptions,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  const client = await pool.acquire();
  const pipeline = pipelineOf(client);
  const deferred: Promise<unknown>[] = [];
  let failure: unknown;
  const query = async <R>(command: Command): Promise<Rows<R>> => {
    // The connection may already belong to another transaction.
    if (ended) throw new Error('the transaction has ended');
    try {
      return await pipeline.query<R>(command);
    } catch (error) {
      // Everything after the first failure fails because of it, so the first is the one to report.
      throw (failure ??= translateDatabaseError(presence.judge(showCaller(error, command))));
    }
  };
  const defer = (write: Promise<unknown>): void => {
    // Its failure is reported below; until then it must not count as unhandled.
    write.catch(() => undefined);
    deferred.push(write);
  };
  let ended = false;
  let broken = false;
  try {
    defer(query(begin));
    const now = query<{ now: Date }>(NOW).then(({ rows }) => rows[0]?.now ?? new Date(Number.NaN));
    defer(now);
    const finishes: Record<CommitStage, (() => Promise<void>)[]> = { books: [], events: [], versions: [] };
    const gathered = new GatheredRows<Trx>();
    const trx: Trx = {
      now,
      defer,
      query: (command) => {
        gathered.write(trx, defer);
        return query(command);
      },
      gather: (write, row, key) => gathered.add(write, row, key, () => gathered.write(trx, defer)),
      beforeCommit: (stage, finish) => finishes[stage].push(finish),
      leave: (what) => left?.add(what),
    };
    // The commit must get into the batch of the statements, which is sent when nothing more is ready to run.
    const finish = (step: Promise<unknown>) => (isOneTrip ? defer(step) : step);
    const working = work(trx);
    await finish(working);
    gathered.write(trx, defer);
    for (const stage of COMMIT_STAGES) for (const step of finishes[stage]) await finish(step());
    const commit = query(COMMIT);
    ended = isOneTrip;
    defer(commit);
    for (const write of deferred) await write;
    // Postgres responds to the COMMIT of a failed transaction with ROLLBACK.
    if ((await commit).command !== 'COMMIT') throw new Error('the transaction was rolled back');
    return await working;
  } catch (error) {
    ended = true;
    // Commands not sent yet must not run after the rollback, outside the transaction.
    pipeline.withdraw(error);
    // Its server may have become one that takes no writes.
    broken = error instanceof DatabaseAway;
    await pipeline.query(ROLLBACK).catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    ended = true;
    client.release(broken);
  }
}
