import { readdir } from 'node:fs/promises';
import { extname } from 'node:path';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import type { Queryable } from './connect.ts';
import { sql, statement } from './statement.ts';
import { StartupError } from '../lib/errors/errors.ts';

const MIGRATIONS = new URL('./migrations/', import.meta.url);
// Any number that nothing else uses for an advisory lock.
const MIGRATION_LOCK = 7_262_026;

/** The settings that the service and the knex command line share. */
export function migrationConfig(connectionString: string): Knex.Config {
  return {
    client: 'pg',
    connection: { connectionString },
    pool: { min: 0, max: 2 },
    migrations: { migrationSource: source },
  };
}

/**
 * Brings the schema up to date, as the database's owner. Several processes may call it at once: one migrates,
 * the others wait. Throws StartupError when the database cannot be reached or is newer than this program.
 */
export async function migrate(connectionString: string): Promise<void> {
  const guard = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  // From the beginning: the connection can be lost as soon as it is made, and its next query fails anyway.
  guard.on('error', () => undefined);
  try {
    await guard.connect();
  } catch (error) {
    throw new StartupError(
      `Cannot reach the database: ${error instanceof Error ? error.message || error.name : String(error)}. Check DATABASE_URL, or unset it to use the bundled Postgres.`,
      { cause: error },
    );
  }
  try {
    // Usually there is nothing to do, which one query shows; it fails when there is no schema yet.
    const asReader: Queryable = {
      query: (config) => guard.query(config) as Promise<unknown> as Promise<never>,
    };
    if (await isCurrent(asReader).catch(() => false)) return;
    await guard.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const db = knex(migrationConfig(connectionString));
    try {
      // Knex's own lock outlives a process that is killed; ours does not, so the holder of ours may release Knex's.
      await db.migrate.forceFreeMigrationsLock();
      await refuseNewer(db);
      await db.migrate.latest();
      // So that the service can check whether its schema is current.
      await db.raw('grant select on knex_migrations to payments_app');
    } finally {
      await db.destroy();
    }
  } finally {
    await guard.end();
  }
}

async function refuseNewer(db: Knex): Promise<void> {
  const applied = await db.migrate.currentVersion();
  const newest = (await listMigrations()).at(-1) ?? '';
  if (applied !== 'none' && applied > newest) {
    throw new StartupError(
      `The database is newer than this program: it has migration ${applied}. Start the version that added it, or a later one.`,
    );
  }
}

const lastMigrationStatement = statement<Record<string, never>, { name: string }>('migrations.last', () =>
  sql('knex_migrations').orderBy('id', 'desc').limit(1).select('name'),
);

/** Whether the database answers and its schema is the one that this program was written for. */
export async function isCurrent(on: Queryable): Promise<boolean> {
  const [last, names] = await Promise.all([lastMigrationStatement.first(on, {}), listMigrations()]);
  return last?.name === names.at(-1);
}

/** The names of the source files, which databases record whether the service runs from source or from a build. */
async function listMigrations(): Promise<string[]> {
  const files = await readdir(MIGRATIONS);
  const names = files.flatMap((file) => /^\d{14}_\w+(?=\.[tj]s$)/.exec(file) ?? []);
  return names.map((name) => `${name}.ts`).sort();
}

const source: Knex.MigrationSource<string> = {
  getMigrations: listMigrations,
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const file = name.replace(/\.ts$/, extname(import.meta.url));
    return (await import(new URL(file, MIGRATIONS).href)) as Knex.Migration;
  },
};
