import type { Config } from '../../config/index.ts';
import { migrate, planMigrations, programVersion, readUpgradeState } from '../../db/index.ts';
import { CommandFailure } from '../frame/index.ts';
import { configOf, quietLogger, requireDatabase, withDatabase } from '../deployment/deployment.ts';

/** Unlike the service, it starts nothing; for operators who migrate before they start. */
export async function migrateSchema(dataDir: string | undefined): Promise<object> {
  const applied = await onDatabase(dataDir, (url, config) => migrate(url, quietLogger(config)));
  return { applied: applied.length, data: applied.map((migration) => ({ migration })) };
}

export async function showPlan(dataDir: string | undefined): Promise<object> {
  const planned = await onDatabase(dataDir, planMigrations);
  return {
    pending: planned.length,
    data: planned.map(({ name, isConcurrent, oldestProgram, hasBackfill }) => ({
      migration: name,
      concurrent: isConcurrent,
      backfill: hasBackfill,
      // All running programs must know it.
      needs: oldestProgram ?? null,
    })),
  };
}

export async function showStatus(dataDir: string | undefined): Promise<object> {
  const state = await onDatabase(dataDir, (url) => readUpgradeState(url));
  if (!state) throw new CommandFailure('This database has no schema yet: `payments migrate` creates it.');
  const { difference, floor, programs, backfills } = state;
  return {
    program: await programVersion(),
    works_with_schema: difference.missing.length === 0 && difference.needed === undefined,
    missing: difference.missing,
    newer: difference.unknown,
    oldest_program: floor ?? null,
    programs: programs.map(({ version, connections, hosts }) => ({ program: version, connections, hosts })),
    backfills: backfills.map(({ migration, steps, position, finishedAt }) => ({
      migration,
      steps,
      position,
      finished_at: finishedAt?.toISOString() ?? null,
    })),
  };
}

async function onDatabase<T>(
  dataDir: string | undefined,
  work: (url: string, config: Config) => Promise<T>,
): Promise<T> {
  const config = configOf(process.env, dataDir);
  await requireDatabase(config, dataDir !== undefined);
  return withDatabase(config, (url) => work(url, config));
}
