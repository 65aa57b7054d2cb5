import { type BackfillState, readBackfills } from './backfills.ts';
import {
  type Difference,
  type Program,
  readApplied,
  readDifference,
  readFloor,
  readPrograms,
  refuseNewer,
} from './compatibility.ts';
import { openAsOwner } from './migrate.ts';
import { listMigrations, readMigration } from './migration-files.ts';

/** A migration that a database lacks, with the facts that an operator needs before it is applied. */
interface PlannedMigration {
  name: string;
  /** Whether it creates indexes while writes continue, so that its duration grows with the tables. */
  isConcurrent: boolean;
  /** If it removes something, the migration that all programs must know by then. */
  oldestProgram: string | undefined;
  /** Whether it leaves work on earlier rows, which is done while the service runs. */
  hasBackfill: boolean;
}

/** The migrations that `migrate` would apply, in order. Throws StartupError as it does. */
export async function planMigrations(connectionString: string): Promise<PlannedMigration[]> {
  const client = await openAsOwner(connectionString);
  try {
    const difference = await readDifference(client);
    if (difference) refuseNewer(difference);
    return await describeMigrations(difference?.missing ?? (await listMigrations()));
  } finally {
    await client.end();
  }
}

function describeMigrations(names: readonly string[]): Promise<PlannedMigration[]> {
  return Promise.all(
    names.map(async (name) => {
      const { config, oldestProgram, backfill } = await readMigration(name);
      return {
        name,
        isConcurrent: config?.transaction === false,
        oldestProgram,
        hasBackfill: backfill !== undefined,
      };
    }),
  );
}

/** The progress of an upgrade. */
interface UpgradeState {
  /** The newest migration that the database has. */
  newest: string | undefined;
  difference: Difference;
  /** The migration that a program must know to work with the schema. */
  floor: string | undefined;
  programs: Program[];
  backfills: BackfillState[];
}

/** Undefined when the database has no schema yet. Throws StartupError when it cannot be reached in time. */
export async function readUpgradeState(
  connectionString: string,
  timeoutMs?: number,
): Promise<UpgradeState | undefined> {
  const client = await openAsOwner(connectionString, timeoutMs);
  try {
    const applied = await readApplied(client);
    const difference = await readDifference(client);
    if (!applied || !difference) return undefined;
    const floor = await readFloor(client);
    const backfills = floor === undefined ? [] : await readBackfills(client);
    const newest = applied.at(-1);
    return { newest, difference, floor, programs: await readPrograms(client), backfills };
  } finally {
    await client.end();
  }
}
