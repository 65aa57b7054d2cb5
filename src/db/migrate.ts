import { setTimeout as delay } from 'node:timers/promises';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import { StartupError } from '../lib/errors/errors.ts';
import type { Logger } from '../lib/logger.ts';
import { serversOf } from '../lib/database-servers.ts';
import {
  describeFault,
  type Difference,
  readDifference,
  refuseNewer,
  requireNoneOlder,
} from './compatibility.ts';
import { createHosts } from './hosts.ts';
import { listMigrations, readMigration } from './migration-files.ts';
import { requireSession } from './pooler.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** Held while the schema is changed. Any number that no other advisory lock uses. */
const MIGRATION_LOCK = 7_262_026;
const LOCK_PAUSE_MS = 200;
/** A change that waits for a lock blocks everything behind it, so it gives up and tries again. */
const LOCK_TIMEOUT_MS = 500;
const RETRY_PAUSE_MS = 1_000;
/** Long transactions of others, such as a backup, end within this time. */
const MAX_ATTEMPTS = 600;
/** The codes lock_not_available and deadlock_detected. The lock becomes free when the other transaction ends. */
const PASSING = new Set(['55P03', '40P01']);

/** Knex would print failures that are retried, and errors that are thrown anyway. */
const SILENT = {
  warn: () => undefined,
  error: () => undefined,
  deprecate: () => undefined,
  debug: () => undefined,
};

/** The settings that the service and the knex command line share. */
export function migrationConfig(connectionString: string): Knex.Config {
  return {
    client: 'pg',
    connection: { connectionString },
    pool: { min: 0, max: 2 },
    migrations: { migrationSource: source },
  };
}

/** The server among those of a connection string that takes writes. Throws StartupError if none does. */
export async function requirePrimary(connectionString: string): Promise<string> {
  if (serversOf(connectionString).length === 1) return connectionString;
  const hosts = createHosts(connectionString);
  const failure = await hosts.find();
  if (failure) throw unreachable(failure);
  return hosts.current();
}

/** Opens a session as the database's owner. Throws StartupError if none can be opened in time. */
export async function openAsOwner(
  connectionString: string,
  timeoutMs = CONNECT_TIMEOUT_MS,
): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: timeoutMs });
  // Attached immediately, because the connection can be lost as soon as it is made, and its next query fails anyway.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await requireSession(client, connectionString);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error instanceof StartupError ? error : unreachable(error);
  }
  return client;
}

function unreachable(error: unknown): StartupError {
  return new StartupError(
    `Cannot reach the database: ${error instanceof Error ? error.message || error.name : String(error)}. Check DATABASE_URL, or unset it to use the bundled Postgres.`,
    { cause: error },
  );
}

/**
 * Brings the schema up to date, as the database's owner, while programs of the previous version keep running. Several
 * processes may call it concurrently, of which one migrates and the others wait. Returns the names of the applied
 * migrations. Throws StartupError when the database cannot be reached, is too new for this program, is in use by
 * programs that are too old for a migration, or keeps a table locked for ten minutes.
 */
export async function migrate(connectionString: string, logger?: Logger): Promise<string[]> {
  const guard = await openAsOwner(connectionString);
  try {
    // Usually there is nothing to do.
    const before = await readDifference(guard);
    if (before && isUpToDate(before)) return [];
    await lockMigrations(guard);
    const difference = await readDifference(guard);
    const db = knex({ ...migrationConfig(connectionString), log: SILENT });
    try {
      if (!difference) {
        await db.transaction((trx) => applyMigrations(trx));
        return await listMigrations();
      }
      refuseNewer(difference);
      for (const name of difference.missing) await applyWhileOthersWork(db, guard, name, logger);
      return difference.missing;
    } finally {
      await db.destroy();
    }
  } finally {
    await guard.end();
  }
}

/** For processes that must not migrate. Throws a StartupError with advice unless this program works with the schema. */
export async function requireCurrent(connectionString: string): Promise<void> {
  const guard = await openAsOwner(connectionString);
  try {
    const difference = await readDifference(guard);
    if (!difference) {
      throw new StartupError(
        'This database has no deployment yet. Start the service with it to create one: npm start.',
      );
    }
    if (isUpToDate(difference)) return;
    throw new StartupError(`${describeFault(difference)} Start the service once to apply them: npm start.`);
  } finally {
    await guard.end();
  }
}

/** Throws StartupError if the database is too new. */
function isUpToDate(difference: Difference): boolean {
  refuseNewer(difference);
  return difference.missing.length === 0;
}

/**
 * Waits for exclusive use of the schema, and holds it until the connection ends. It polls instead of waiting for the
 * lock, because an index that is created concurrently waits for all running statements, including one that waits here.
 */
export async function lockMigrations(client: pg.ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.locked === true) return;
    await delay(LOCK_PAUSE_MS);
  }
}

/**
 * Applies those of the given migrations, by default all, that a database lacks; in a transaction if `db` is one. For
 * databases that are not in use yet.
 */
export async function applyMigrations(db: Knex, names?: readonly string[]): Promise<void> {
  await db.migrate.latest({
    migrationSource: { ...source, getMigrations: async () => [...(names ?? (await listMigrations()))] },
  });
  // So that the service can compare the schema with itself.
  await db.raw('grant select on knex_migrations to payments_app');
}

/**
 * Each in a transaction of its own, if it has one, so that no table stays locked for longer than its own change takes.
 */
async function applyWhileOthersWork(
  db: Knex,
  guard: pg.Client,
  name: string,
  logger: Logger | undefined,
): Promise<void> {
  const { oldestProgram } = await readMigration(name);
  if (oldestProgram !== undefined) await requireNoneOlder(guard, oldestProgram);
  for (let attempt = 1; ; attempt++) {
    try {
      // Knex's own lock outlives a killed process; ours does not, so the holder of ours may release Knex's.
      await db.migrate.forceFreeMigrationsLock();
      await db.migrate.up({
        name,
        // The program may be older than the database.
        disableMigrationsListValidation: true,
        beforeAll: async (on: Knex) => {
          if (on.isTransaction) await on.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
        },
      });
      logger?.info('migration applied', { migration: name, attempt });
      return;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && PASSING.has(error.code ?? ''))) throw error;
      if (attempt === MAX_ATTEMPTS) {
        throw new StartupError(
          `The migration ${name} waits for a table that another transaction keeps locked. End it, and start again.`,
          { cause: error },
        );
      }
      logger?.debug('migration waiting for a lock', { migration: name, attempt });
      await delay(RETRY_PAUSE_MS);
    }
  }
}

const source: Knex.MigrationSource<string> = {
  getMigrations: listMigrations,
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const migration = await readMigration(name);
    return {
      ...migration,
      async up(on) {
        await migration.up(on);
        if (migration.oldestProgram !== undefined) {
          await on('schema_floor').update({ migration: migration.oldestProgram });
        }
        if (migration.backfill) await on('backfills').insert({ migration: name });
      },
      async down(on) {
        if (migration.backfill) await on('backfills').where({ migration: name }).delete();
        await migration.down?.(on);
      },
    };
  },
};
