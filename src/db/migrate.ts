import { readdir } from 'node:fs/promises';
import { extname } from 'node:path';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import type { Queryable } from './connect.ts';
import { sql, statement } from './statement.ts';
import { StartupError } from '../lib/errors/errors.ts';

const MIGRATIONS = new URL('./migrations/', import.meta.url);
/** Held while the schema is changed. Any number that nothing else uses for an advisory lock. */
export const MIGRATION_LOCK = 7_262_026;
/** Of Postgres. */
const UNDEFINED_TABLE = '42P01';

/** The settings that the service and the knex command line share. */
export function migrationConfig(connectionString: string): Knex.Config {
  return {
    client: 'pg',
    connection: { connectionString },
    pool: { min: 0, max: 2 },
    migrations: { migrationSource: source },
  };
}

/** Opens a connection as the database's owner. Throws StartupError when the database cannot be reached. */
export async function openAsOwner(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: 5_000, ...config });
  // From the beginning: the connection can be lost as soon as it is made, and its next query fails anyway.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new StartupError(
      `Cannot reach the database: ${error instanceof Error ? error.message || error.name : String(error)}. Check DATABASE_URL, or unset it to use the bundled Postgres.`,
      { cause: error },
    );
  }
  return client;
}

/**
 * Brings the schema up to date, as the database's owner. Several processes may call it at once: one migrates,
 * the others wait. Throws StartupError when the database cannot be reached or is newer than this program.
 */
export async function migrate(connectionString: string): Promise<void> {
  const guard = await openAsOwner({ connectionString });
  try {
    // Usually there is nothing to do, which one query shows; it fails when there is no schema yet.
    if (await isCurrent(asReader(guard)).catch(() => false)) return;
    await guard.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const db = knex(migrationConfig(connectionString));
    try {
      // Knex's own lock outlives a process that is killed; ours does not, so the holder of ours may release Knex's.
      await db.migrate.forceFreeMigrationsLock();
      await refuseNewer(db);
      await applyMigrations(db);
    } finally {
      await db.destroy();
    }
  } finally {
    await guard.end();
  }
}

/** For what must not migrate. Throws StartupError, which says what to do, unless the schema is this program's. */
export async function requireCurrent(connectionString: string): Promise<void> {
  const guard = await openAsOwner({ connectionString });
  try {
    const [last, names] = await Promise.all([findLast(guard), listMigrations()]);
    const newest = names.at(-1) ?? '';
    if (last === undefined) {
      throw new StartupError(
        'This database has no deployment yet. Start the service with it, which makes one: npm start.',
      );
    }
    if (last > newest) throw newerThanProgram(last);
    if (last < newest) {
      throw new StartupError(
        'The database is older than this program. Start the service once, which updates it: npm start.',
      );
    }
  } finally {
    await guard.end();
  }
}

function asReader(client: pg.Client): Queryable {
  return { query: (config) => client.query(config) as Promise<unknown> as Promise<never> };
}

/** The last migration of the database; undefined when it has no schema yet. */
async function findLast(client: pg.Client): Promise<string | undefined> {
  try {
    return (await lastMigrationStatement.first(asReader(client), {}))?.name;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE) return undefined;
    throw error;
  }
}

/** Applies the migrations up to and including one, by default all; in a transaction if `db` is one. */
export async function applyMigrations(db: Knex, last?: string): Promise<void> {
  await db.migrate.latest({
    migrationSource: { ...source, getMigrations: async () => listMigrations(last) },
  });
  // So that the service can check whether its schema is current.
  await db.raw('grant select on knex_migrations to payments_app');
}

async function refuseNewer(db: Knex): Promise<void> {
  const applied = await db.migrate.currentVersion();
  const newest = (await listMigrations()).at(-1) ?? '';
  if (applied !== 'none' && applied > newest) throw newerThanProgram(applied);
}

function newerThanProgram(migration: string): StartupError {
  return new StartupError(
    `The database is newer than this program: it has migration ${migration}. Start the version that added it, or a later one.`,
  );
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
export async function listMigrations(last?: string): Promise<string[]> {
  const files = await readdir(MIGRATIONS);
  const stems = files.flatMap((file) => /^\d{14}_\w+(?=\.[tj]s$)/.exec(file) ?? []);
  const names = stems.map((stem) => `${stem}.ts`).sort();
  return last === undefined ? names : names.filter((name) => name <= last);
}

const source: Knex.MigrationSource<string> = {
  getMigrations: () => listMigrations(),
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const file = name.replace(/\.ts$/, extname(import.meta.url));
    return (await import(new URL(file, MIGRATIONS).href)) as Knex.Migration;
  },
};
