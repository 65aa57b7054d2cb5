import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { readWal } from '../../scripts/bench/payments/wal.ts';
import { makeDataDir } from '../../test/support/cluster.ts';
import type { TestDatabase } from '../../test/support/database.ts';
import { startDatabaseProxy } from '../../test/support/outside/database-proxy.ts';
import { readUnits, type Unit } from '../../test/support/outside/database-units.ts';
import { runningOn, type TestService } from '../../test/support/service.ts';

/** The costs of one call that are the same each time, whatever else the machine does. */
export interface Cost {
  /** By name, in their order. */
  statements: string[];
  /** How often it waits for Postgres. */
  round_trips: number;
  /** Rows inserted, changed and deleted, by table. */
  rows: Record<string, number>;
  /** What the write-ahead log grows by, in bytes. */
  log_bytes: number;
  /** How often this process reads or writes: the service, its caller, and the proxy between it and Postgres. */
  system_calls: number;
  /** The bytes that it allocates. */
  heap_bytes: number;
}

/** A call to be measured, and what comes before it and is not. */
export interface Measured {
  prepare?: () => Promise<unknown>;
  call: () => Promise<unknown>;
}

export interface Meter {
  service: TestService;
  /** The cost of one call, on average of several. */
  measure(measured: Measured): Promise<Cost>;
  close(): Promise<void>;
}

/** The first calls prepare statements, and write the first rows of a day. */
const WARM_UP = 5;
const CALLS = 20;
/** Tables, and so statements, that a process writes for many calls at once, whenever that is due. */
const SHARED = ['request_logs', 'credentials', 'service_clock'];
/** Not by themselves something that is done; `tell` wakes other processes, once for all that has gathered. */
const AROUND = ['begin', 'now', 'commit', 'tell', ''];

/** Runs the service in this process, on a Postgres of its own that it reaches through a proxy. */
export async function startMeter(environment: Record<string, string>): Promise<Meter> {
  const dataDir = makeDataDir();
  const postgres = await startEmbeddedPostgres({
    dataDir,
    logger: createLogger('warn'),
    // Nothing but the calls writes, and no page is logged whole.
    settings: { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', checkpoint_timeout: '1d' },
  });
  await migrate(postgres.connectionString);
  const owner = new pg.Client({ connectionString: postgres.connectionString });
  await owner.connect();
  await owner.query('create extension pg_walinspect');
  let units: Unit[] = [];
  const proxy = await startDatabaseProxy(postgres.connectionString, {
    observe: () => readUnits((unit) => void (isOfCall(unit) && units.push(unit))),
  });
  const database: TestDatabase = {
    url: proxy.url,
    query: async (text, values) => (await owner.query(text, values)).rows as Record<string, unknown>[],
    allowConnections: () => Promise.reject(new Error('Nothing here closes the database.')),
    drop: () => Promise.resolve(),
  };
  const service = await runningOn(database, { ...environment, ROLES: 'api' });
  await service.warmUp();

  const measureOnce = async ({ prepare, call }: Measured): Promise<Cost> => {
    await prepare?.();
    const from = await endOfLog(owner);
    units = [];
    const [systemCalls, heapBytes] = [countSystemCalls(), process.memoryUsage().heapUsed];
    await call();
    const heap_bytes = process.memoryUsage().heapUsed - heapBytes;
    const system_calls = countSystemCalls() - systemCalls;
    const own = units;
    return {
      ...{ system_calls, heap_bytes },
      statements: own.flatMap(({ statements }) => statements.filter((name) => name !== '')),
      round_trips: own.reduce((sum, { roundTrips }) => sum + roundTrips, 0),
      ...(await readLog(owner, from, await endOfLog(owner))),
    };
  };
  return {
    service,
    async measure(measured) {
      for (let i = 0; i < WARM_UP; i++) await measureOnce(measured);
      const costs: Cost[] = [];
      while (costs.length < CALLS) costs.push(await measureOnce(measured));
      return usual(costs);
    },
    async close() {
      await service.close();
      proxy.close();
      await owner.end();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function isOfCall({ statements }: Unit): boolean {
  return statements.some(
    (name) => !AROUND.includes(name) && !SHARED.some((shared) => name.startsWith(`${shared}.`)),
  );
}

/**
 * Where the log ends, after a record of its own: Postgres also writes by itself, which can end within a record, and a range
 * without a whole one cannot be read.
 */
async function endOfLog(owner: pg.Client): Promise<number> {
  await owner.query(`select pg_logical_emit_message(true, 'costs', '')`);
  return readWal(owner);
}

/** Linux counts them; the reading itself is one, too. */
function countSystemCalls(): number {
  const counts = readFileSync('/proc/self/io', 'utf8').matchAll(/^sysc[rw]: (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/**
 * The costs of most calls. Of the log it is the median, because a page is split or tidied now and then; of the heap the lower
 * quartile, and of system calls the least, because timers run now and then, and on a busy machine what is sent at once
 * arrives in parts.
 */
function usual(costs: readonly Cost[]): Cost {
  const times = new Map<string, number>();
  for (const { statements, round_trips, rows } of costs) {
    const key = JSON.stringify({ statements, round_trips, rows });
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  const [most = ''] = [...times].sort(([, one], [, other]) => other - one)[0] ?? [];
  const ranked = (figure: (cost: Cost) => number, part: number): number =>
    costs.map(figure).sort((one, other) => one - other)[Math.floor(costs.length * part)] ?? 0;
  return {
    ...(JSON.parse(most) as Pick<Cost, 'statements' | 'round_trips' | 'rows'>),
    log_bytes: ranked((cost) => cost.log_bytes, 1 / 2),
    system_calls: ranked((cost) => cost.system_calls, 0),
    heap_bytes: ranked((cost) => cost.heap_bytes, 1 / 4),
  };
}

async function readLog(
  owner: pg.Client,
  from: number,
  to: number,
): Promise<Pick<Cost, 'rows' | 'log_bytes'>> {
  const { rows } = await owner.query<{ table: string; rows: string; bytes: string }>(
    `with blocks as (
       select start_lsn, (array_agg(relfilenode order by block_id))[1] as node
         from pg_get_wal_block_info('0/0'::pg_lsn + $1::numeric, '0/0'::pg_lsn + $2::numeric, false) group by 1)
     select coalesce(pg_partition_root(t.oid), t.oid)::regclass::text as table,
            count(*) filter (where r.resource_manager = 'Heap'
                               and r.record_type ~ '^(INSERT|UPDATE|HOT_UPDATE|DELETE)') as rows,
            sum(r.record_length) as bytes
       from pg_get_wal_records_info('0/0'::pg_lsn + $1::numeric, '0/0'::pg_lsn + $2::numeric) r
       join blocks b using (start_lsn)
       join pg_class c on c.relfilenode = b.node
       left join pg_index i on i.indexrelid = c.oid
       join pg_class t on t.oid = coalesce(i.indrelid, c.oid)
      where t.relnamespace = 'public'::regnamespace
      group by 1 order by 1`,
    [from, to],
  );
  const own = rows.filter(({ table }) => !SHARED.some((shared) => table.endsWith(shared)));
  return {
    rows: Object.fromEntries(
      own.filter(({ rows: count }) => count !== '0').map(({ table, rows: count }) => [table, Number(count)]),
    ),
    log_bytes: own.reduce((sum, { bytes }) => sum + Number(bytes), 0),
  };
}
