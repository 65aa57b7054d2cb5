// What it costs to take in what a bank tells: facts that wait in the inbox, each a final deposit that pays a link of its
// own, on one account and on a hundred. How long a lone one takes is in ../lone.ts.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { RunningServer } from '../../../test/support/processes/program.ts';
import { until } from '../../../test/support/poll.ts';
import type { Row } from '../figures.ts';
import { median, quantile } from '../load.ts';
import { createStock } from '../payments/stock.ts';
import { type Pids, pidsOf, readIdle, readUsed, SETTLE_MS, since, type Used } from '../payments/used.ts';
import { keepWal, readWal } from '../payments/wal.ts';
import { phase } from '../progress.ts';
import { openRig, type BenchAccount, type Rig } from '../rig.ts';
import { BANK, paymentsOf, tellAll } from './inbox.ts';
import { proveTakenIn } from './proof.ts';
import { readClock, readTaken } from './taken.ts';

const ACCOUNTS = [1, 100];
/** How many facts the service takes in together, at most. */
const BATCHES = [1, 64];
const TAKEN_IN_WITHIN_MS = 600_000;

export async function benchIntake({ facts, rounds }: { facts: number; rounds: number }): Promise<Row[]> {
  const rig = await openRig();
  const owner = new pg.Client({ connectionString: rig.environment['DATABASE_URL'] });
  await owner.connect();
  try {
    const bench = await openBench(rig, owner);
    const waiting: { accounts: number; batch: number; figures: Waiting }[] = [];
    // In turns, so that other load on the machine affects all alike; the first round only warms up.
    for (let round = 0; round <= rounds; round++) {
      for (const accounts of ACCOUNTS) {
        for (const worker of bench.workers) {
          const { batch } = worker;
          const name = `round ${round}/${rounds}: ${accounts} accounts, batches of ${batch}`;
          const figures = await phase(name, () => takeInWaiting(bench, worker, accounts, facts));
          if (round > 0) waiting.push({ accounts, batch, figures });
        }
      }
    }
    await phase('proving that each was taken in once', () => proveTakenIn(rig, owner, bench.told));
    return ACCOUNTS.flatMap((accounts) =>
      BATCHES.map((batch) => {
        const own = waiting.filter((turn) => turn.accounts === accounts && turn.batch === batch);
        return { accounts, batch, ...rowOf(own.map(({ figures }) => figures)) };
      }),
    );
  } finally {
    await owner.end();
    await rig.close();
  }
}

interface IntakeBench {
  owner: pg.Client;
  /** Of the process that receives the notices. */
  url: string;
  workers: readonly BatchWorker[];
  stocks: ReadonlyMap<number, ReturnType<typeof createStock>>;
  /** How many facts each account has had, by its id. */
  told: Map<string, number>;
}

/** A process that takes in so many facts together. */
interface BatchWorker {
  batch: number;
  process: RunningServer;
  pids: Pids;
  /** What it and Postgres use in a millisecond without any facts. */
  idle: Used;
}

async function openBench(rig: Rig, owner: pg.Client): Promise<IntakeBench> {
  await keepWal(owner);
  const settings = { CHAOS_RAILS: JSON.stringify([BANK]), ROLES: 'api' };
  const { url } = await rig.start(settings, 'scripts/chaos/service.ts');
  const accounts: BenchAccount[] = await rig.openAccounts(Math.max(...ACCOUNTS));
  const processes: [batch: number, process: RunningServer][] = [];
  for (const batch of BATCHES) processes.push([batch, await startWorker(rig, batch)]);
  const workers: BatchWorker[] = [];
  // With all processes there, since each asks the database for work of other kinds.
  for (const [batch, process] of processes) workers.push(await idle(owner, batch, process));
  const stocks = new Map(ACCOUNTS.map((count) => [count, createStock(owner, url, accounts.slice(0, count))]));
  return { owner, url, workers, stocks, told: new Map() };
}

function startWorker(rig: Rig, batch: number): Promise<RunningServer> {
  const settings = { BENCH_BANK: JSON.stringify(BANK), BENCH_MAX_FACTS: String(batch) };
  return rig.start(settings, 'scripts/bench/intake/worker.ts');
}

async function idle(owner: pg.Client, batch: number, process: RunningServer): Promise<BatchWorker> {
  const pids = await pidsOf(process, owner);
  toggle(process);
  const used = await phase(`idle, batches of ${batch}`, () => readIdle(pids));
  const worker = { batch, process, pids, idle: used };
  await stop(worker);
  return worker;
}

/** Starts or stops the taking in. */
function toggle({ process }: RunningServer): void {
  process.kill('SIGUSR2');
}

async function stop({ process }: BatchWorker): Promise<void> {
  const before = process.stdout().length;
  toggle(process);
  await until(() => process.stdout().length > before, { what: 'the end of the taking in' });
}

/** Of one turn. */
interface Waiting {
  perSecond: number;
  perTransaction: number;
  lastingMs: number[];
  serviceMs: number;
  postgresMs: number;
  walBytes: number;
}

async function takeInWaiting(
  bench: IntakeBench,
  worker: BatchWorker,
  accounts: number,
  count: number,
): Promise<Waiting> {
  const { owner, url } = bench;
  const deposits = await payersOf(bench, accounts, count);
  await tellAll(url, deposits);
  const [before, startedAt, wal] = [readUsed(worker.pids), await readClock(owner), await readWal(owner)];
  toggle(worker.process);
  await takenIn(bench, worker);
  const walBytes = (await readWal(owner)) - wal;
  await delay(SETTLE_MS);
  const used = since(before, readUsed(worker.pids), 1);
  await stop(worker);
  const taken = await readTaken(owner, wal);
  const lastingMs = taken.map(({ takenAtMs }) => takenAtMs - startedAt);
  return {
    perSecond: taken.length / (Math.max(...lastingMs) / 1000),
    perTransaction: taken.length / new Set(taken.map(({ xid }) => xid)).size,
    lastingMs,
    serviceMs: (used.service - worker.idle.service * used.atMs) / taken.length,
    postgresMs: (used.postgres - worker.idle.postgres * used.atMs) / taken.length,
    walBytes: walBytes / taken.length,
  };
}

async function payersOf({ owner, stocks, told }: IntakeBench, accounts: number, count: number) {
  const unpaid = (await stocks.get(accounts)?.fill(count)) ?? [];
  for (const { account } of unpaid) told.set(account.id, (told.get(account.id) ?? 0) + 1);
  return paymentsOf(owner, unpaid);
}

function takenIn({ owner }: IntakeBench, { process }: BatchWorker): Promise<void> {
  const isDone = async (): Promise<boolean> => {
    const { rows } = await owner.query('select from provider_notices where due_at is not null limit 1');
    return rows.length === 0;
  };
  return until(isDone, { what: 'the last fact', timeoutMs: TAKEN_IN_WITHIN_MS }).catch((error: unknown) => {
    throw new Error(`the worker wrote:\n${process.stdout()}${process.stderr()}`, { cause: error });
  });
}

function rowOf(turns: readonly Waiting[]): Row {
  const of = (figure: (turn: Waiting) => number): number => median(turns.map(figure));
  return {
    'per second': Math.round(of(({ perSecond }) => perSecond)),
    'a transaction': of(({ perTransaction }) => perTransaction).toFixed(1),
    'p50 ms': Math.round(of(({ lastingMs }) => quantile(lastingMs, 0.5))),
    'p99 ms': Math.round(of(({ lastingMs }) => quantile(lastingMs, 0.99))),
    'service CPU ms': of(({ serviceMs }) => serviceMs).toFixed(2),
    'Postgres CPU ms': of(({ postgresMs }) => postgresMs).toFixed(2),
    'log kB': (of(({ walBytes }) => walBytes) / 1000).toFixed(1),
  };
}
