import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseAway } from '../lib/errors/database-away.ts';
import { DomainError, Overloaded } from '../lib/errors/errors.ts';
import { describeError, type Logger } from '../lib/logger.ts';
import type { Metrics, Sample } from '../lib/metrics.ts';
import { within } from '../lib/work/within.ts';
import { ALL_ACCOUNTS, hasReached, listCounts } from './account-versions.ts';
import { beginCounting } from './changes.ts';
import type { Database, DatabaseOptions, Reads, Trx } from './connect.ts';
import { createReplica, type Replica } from './replica.ts';
import { beat, BEAT_MS, findLastBeat, isBeaten } from './replica-beats.ts';

/** How long a read waits for a replica to show the account's changes before it uses the primary. */
const MAX_WAIT_MS = 200;
const FIRST_PAUSE_MS = 2;
const MAX_PAUSE_MS = 32;

interface ReplicaOptions extends Omit<DatabaseOptions, 'primary' | 'connectionString'> {
  connectionStrings: readonly string[];
  metrics: Metrics;
}

/** The reads of one request, all on one server. */
interface Reading {
  accountId: string;
  /** Undefined before its first read; then the replica, or undefined for the primary. */
  replica: Promise<Replica | undefined> | undefined;
}

const ON_PRIMARY = Promise.resolve(undefined);

/** The replicas, and how this process uses them. */
interface Pool {
  primary: Database;
  replicas: readonly Replica[];
  metrics: Metrics;
  logger: Logger;
  /** The request in progress, if it may read on replicas. */
  readings: AsyncLocalStorage<Reading>;
  /** Counts the choices, so that equally busy replicas take turns. */
  turn: number;
  /** A process that answers no reads does not probe replicas. */
  isReading: boolean;
  /** The probe in progress. */
  looking: Promise<void> | undefined;
}

/** The database, with replicas of it that answer the reads of `readingFor` (D66). */
export function withReplicas(primary: Database, options: ReplicaOptions): Database {
  const { connectionStrings, metrics, logger, ...rest } = options;
  const pool: Pool = {
    primary,
    replicas: connectionStrings.map((connectionString) =>
      createReplica({ ...rest, logger, connectionString }, () => lookNow(pool)),
    ),
    metrics,
    logger,
    readings: new AsyncLocalStorage(),
    turn: 0,
    isReading: false,
    looking: undefined,
  };
  const { replicas, readings } = pool;
  const changers = new AsyncLocalStorage<readonly string[]>();
  watchReplicas(metrics, replicas);
  const watching = setInterval(() => {
    if (pool.isReading) lookNow(pool);
  }, BEAT_MS).unref();
  const counted = <T>(work: (trx: Trx) => Promise<T>) => {
    const reading = readings.getStore();
    if (reading) reading.replica = ON_PRIMARY;
    const accountIds = changers.getStore() ?? [];
    return (trx: Trx): Promise<T> => {
      beginCounting(trx, accountIds);
      return work(trx);
    };
  };
  return {
    ...primary,
    read: { query: (command) => ask(pool, (on) => on.read.query(command)) },
    listRead: (accountId, filters) => ({
      query: (command) => ask(pool, (on) => on.listRead(accountId, filters).query(command)),
    }),
    snapshot: (work) => ask(pool, (on) => on.snapshot(work)),
    transaction: (work) => primary.transaction(counted(work)),
    inOneTrip: (work) => primary.inOneTrip(counted(work)),
    readingFor: (accountId, work) => readings.run({ accountId, replica: undefined }, work),
    changing: (accountIds, work, ...params) =>
      changers.run(accountIds === 'all' ? [ALL_ACCOUNTS] : accountIds, work, ...params),
    async close() {
      clearInterval(watching);
      await pool.looking;
      await Promise.all(replicas.map((replica) => replica.close()));
      await primary.close();
    },
  };
}

function lookNow(pool: Pool): void {
  pool.looking ??= look(pool).finally(() => (pool.looking = undefined));
}

async function look({ primary, replicas, logger }: Pool): Promise<void> {
  try {
    const last = await findLastBeat(primary.read);
    if (last) await Promise.all(replicas.map((replica) => replica.look(primary.read, last)));
    await primary.transaction(beat);
  } catch (error) {
    if (!(error instanceof DatabaseAway || error instanceof Overloaded))
      logger.warn('replica check failed', describeError(error));
  }
}

/**
 * A read that fails on a replica is repeated on the primary, so that no caller gets an error because of a replica.
 */
async function ask<T>(pool: Pool, read: (on: Reads) => Promise<T>): Promise<T> {
  const { primary, readings, metrics } = pool;
  const reading = readings.getStore();
  if (!reading) return read(primary);
  const replica = await (reading.replica ??= choose(pool, reading.accountId));
  if (!replica) return read(primary);
  replica.busy += 1;
  try {
    return await read(replica.reads);
  } catch (error) {
    // A replica that is stuck keeps the connections of an account's lists too.
    if (error instanceof DomainError && error.code !== 'rate_limit_exceeded') throw error;
    metrics.countRead('primary', 'failed');
    reading.replica = ON_PRIMARY;
  } finally {
    replica.busy -= 1;
  }
  return read(primary);
}

/** A replica that shows all of the account's changes so far; undefined if none does in time. */
async function choose(pool: Pool, accountId: string): Promise<Replica | undefined> {
  const { primary, metrics } = pool;
  pool.isReading = true;
  let candidates = nextAsked(pool);
  if (candidates.length === 0) {
    metrics.countRead('primary', 'away');
    return undefined;
  }
  const counts = await listCounts(primary.read, { accountId });
  const untilMs = performance.now() + MAX_WAIT_MS;
  const leftMs = (): number => untilMs - performance.now();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    for (const replica of candidates) {
      const reached = within(Math.max(0, leftMs()), hasReached(replica.reads.read, accountId, counts));
      if (!(await reached.catch(() => false))) continue;
      metrics.countRead('replica', 'fresh');
      return replica;
    }
    if (leftMs() <= pauseMs) break;
    await delay(pauseMs);
    candidates = nextAsked(pool);
  }
  metrics.countRead('primary', 'stale');
  return undefined;
}

/** The least busy first; equally busy ones take turns. */
function nextAsked(pool: Pool): Replica[] {
  const { replicas } = pool;
  const from = pool.turn++ % replicas.length;
  return [...replicas.slice(from), ...replicas.slice(0, from)]
    .filter((replica) => replica.state() === 'asked')
    .sort((one, other) => one.busy - other.busy);
}

function watchReplicas(metrics: Metrics, replicas: readonly Replica[]): void {
  const samples = (read: (replica: Replica) => number | undefined) => (): Promise<Sample<'replica'>[]> =>
    Promise.resolve(
      replicas.flatMap((replica) => {
        const value = read(replica);
        return value === undefined ? [] : [{ labels: { replica: replica.name }, value }];
      }),
    );
  metrics.watchEach(
    'payments_replica_asked',
    '1 while a replica is asked, 0 while it is not.',
    ['replica'],
    samples((replica) => (replica.state() === 'new' ? undefined : Number(replica.state() === 'asked'))),
    'min',
  );
  metrics.watchEach(
    'payments_replica_lag_seconds',
    'How far a replica is behind the primary.',
    ['replica'],
    samples((replica) => replica.lagS()),
    'max',
  );
}

/** For a process without replicas, which therefore does not count its changes. */
export async function warnOfReplicas(db: Database, logger: Logger): Promise<void> {
  // In a transaction, which may wait longer for its connection than a read, because a busy machine must not fail a
  // start.
  if (!(await db.transaction((trx) => isBeaten(trx)))?.isBeaten) return;
  logger.warn('other processes read on replicas and may show changes made here some seconds late', {
    missing: 'DATABASE_READ_URLS',
  });
}
