import type pg from 'pg';
import type { Logger } from '../lib/logger.ts';
import type { Metrics } from '../lib/metrics.ts';
import type { Worker } from '../lib/work/claim-worker.ts';
import { createBatchWorker } from './batch-worker.ts';
import type { Database, Queryable, Trx } from './connect.ts';
import { listMigrations, readMigration } from './migration-files.ts';
import { command, query, sql } from './queries.ts';
import type { Tables } from './tables.ts';

const PAUSE_MS = 10_000;

type UnfinishedRow = Pick<Tables['backfills'], 'migration' | 'position'>;

/** Only those that this program knows; there may be newer ones. */
const lockUnfinished = command.first<{ known: string[] }, UnfinishedRow>('backfills.lock', (p) =>
  sql('backfills')
    .select('migration', 'position')
    .whereNull('finished_at')
    .whereRaw('migration = any(?::text[])', [p.known as never])
    .orderBy('migration')
    .limit(1)
    .forUpdate()
    .skipLocked(),
);

const recordStep = command.run<{ migration: string; position: string | null }>('backfills.record', (p) =>
  sql('backfills')
    .where({ migration: p.migration })
    .update({
      position: sql.raw('coalesce(?, position)', [p.position]),
      steps: sql.raw('steps + 1'),
      finished_at: sql.raw('case when ?::text is null then now() end', [p.position]),
    }),
);

/**
 * Runs the backfills of migrations to completion, one step at a time in the whole deployment, each in a transaction
 * that also records the position. So a killed process repeats no step, and another continues from there.
 */
export function createBackfillWorker(options: { db: Database; logger: Logger }): Worker {
  return createBatchWorker({
    ...options,
    name: 'backfills',
    pauseMs: PAUSE_MS,
    batchSize: 1,
    jobs: [takeStep],
  });
}

/** Returns the number of steps taken, which is 0 if there is nothing to do, or another process is doing it. */
async function takeStep(trx: Trx): Promise<number> {
  const unfinished = await lockUnfinished(trx, { known: await listMigrations() });
  if (!unfinished) return 0;
  const { migration } = unfinished;
  const { backfill } = await readMigration(migration);
  if (!backfill) throw new Error(`the migration ${migration} has no backfill`);
  const position = await backfill.step(trx, unfinished.position ?? undefined);
  await recordStep(trx, { migration, position: position ?? null });
  return 1;
}

/** The remaining work of a migration on earlier rows. */
export interface BackfillState {
  migration: string;
  /** The position reached, in the backfill's own terms. */
  position: string | null;
  steps: number;
  finishedAt: Date | null;
}

/** As the database's owner. */
export async function readBackfills(client: pg.ClientBase): Promise<BackfillState[]> {
  const { rows } = await client.query<BackfillState>(
    `select migration, position, steps::float8 as steps, finished_at as "finishedAt" from backfills order by migration`,
  );
  return rows;
}

const count = query.first<Record<string, never>, { unfinished: number }>('backfills.count', () =>
  sql('backfills').whereNull('finished_at').select(sql.raw('count(*)::integer as unfinished')),
);

export function watchBackfills(metrics: Metrics, read: Queryable): void {
  metrics.watch(
    'payments_backfills_unfinished',
    'Migrations whose work on earlier rows goes on in the background.',
    async () => (await count(read))?.unfinished ?? 0,
  );
}
