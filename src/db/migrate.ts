import { readdir } from 'node:fs/promises';
import { extname } from 'node:path';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import type { Queryable } from './connect.ts';
import { createHosts } from './hosts.ts';
import { serversOf } from '../lib/database-servers.ts';
import { sql, statement } from './statement.ts';
import { StartupError } from '../lib/errors/errors.ts';

const MIGRATIONS = new URL('./migrations/', import.meta.url);
/** Held while the schema is changed. Any number that no other advisory lock uses. */
export const MIGRATION_LOCK = 7_262_026;

/** The settings that the service and the knex command line share. */
export function migrationConfig(connectionString: string): Knex.Config {
  return {
    client: 'pg',
    connection: { connectionString },
    pool: { min: 0, max: 2 },
    migrations: { migrationSource: source },
  };
}

/** The server that takes writes, of those that a connection string names. Throws StartupError when there is none. */
export async function requirePrimary(connectionString: string): Promise<string> {
  if (serversOf(connectionString).length === 1) return connectionString;
  const hosts = createHosts(connectionString);
  const failure = await hosts.find();
  if (failure) throw unreachable(failure);
  return hosts.current();
}

/** Opens a connection as the database's owner. Throws StartupError when the database cannot be reached. */
export async function openAsOwner(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({
    ...config,
    connectionTimeoutMillis: config.connectionTimeoutMillis ?? 5_000,
  });
  // Right away: the connection can be lost as soon as it is made, and its next query fails anyway.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw unreachable(error);
  }
  return client;
}

function unreachable(error: unknown): StartupError {
  return new StartupError(
    `Cannot reach the database: ${error instanceof Error ? error.message || error.name : String(error)}. Check DATABASE_URL, or unset it to use the bundled Postgres.`,
    { cause: error },
  );
}

/** The migrations in which a database differs from this program. */
export interface Difference {
  /** The database lacks them. */
  missing: string[];
  /** The program does not know them, because it is older. */
  unknown: string[];
}

/** The number of names listed in a message. */
const LISTED = 5;

/**
 * Brings the schema up to date, as the database's owner. Several processes may call it at once: one migrates,
 * and the others wait. Throws StartupError when the database cannot be reached or is newer than this program.
 */
export async function migrate(connectionString: string): Promise<void> {
  const guard = await openAsOwner({ connectionString });
  try {
    // The usual case: nothing to do.
    const before = await readDifference(guard);
    if (before && isNone(before)) return;
    await guard.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const difference = await readDifference(guard);
    if (difference) refuseNewer(difference);
    const db = knex(migrationConfig(connectionString));
    try {
      // Knex's own lock outlives a killed process; ours does not, so the holder of ours may release Knex's.
      await db.migrate.forceFreeMigrationsLock();
      await applyMigrations(db);
    } finally {
      await db.destroy();
    }
  } finally {
    await guard.end();
  }
}

/** For processes that must not migrate. Throws a StartupError that says what to do, unless the schema is this program's. */
export async function requireCurrent(connectionString: string): Promise<void> {
  const guard = await openAsOwner({ connectionString });
  try {
    const difference = await readDifference(guard);
    if (!difference) {
      throw new StartupError(
        'This database has no deployment yet. Start the service with it to create one: npm start.',
      );
    }
    refuseNewer(difference);
    if (isNone(difference)) return;
    throw new StartupError(
      `${describeDifference(difference)} Start the service once to apply them: npm start.`,
    );
  } finally {
    await guard.end();
  }
}

/** Applies those of the given migrations, by default all, that the database lacks; in a transaction if `db` is one. */
export async function applyMigrations(db: Knex, names?: readonly string[]): Promise<void> {
  await db.migrate.latest({
    migrationSource: { ...source, getMigrations: async () => [...(names ?? (await listMigrations()))] },
  });
  // So that the service can check whether its schema is current.
  await db.raw('grant select on knex_migrations to payments_app');
}

/**
 * The migrations that a database has, in the order of their names; undefined when it has no schema yet. As its owner,
 * also in a transaction.
 */
export async function readApplied(client: pg.ClientBase): Promise<string[] | undefined> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('public.knex_migrations') is not null as found`,
  );
  if (rows[0]?.found !== true) return undefined;
  const { rows: applied } = await client.query<{ name: string }>('select name from knex_migrations');
  return applied.map(({ name }) => name).sort();
}

async function readDifference(guard: pg.Client): Promise<Difference | undefined> {
  const applied = await readApplied(guard);
  return applied && compare(applied, await listMigrations());
}

const appliedStatement = statement<Record<string, never>, { name: string }>('migrations.applied', () =>
  sql('knex_migrations').select('name'),
);

/** The same for the service, which checks often: one statement that reads a small table. */
export async function findDifference(on: Queryable): Promise<Difference> {
  const [applied, known] = await Promise.all([appliedStatement.all(on, {}), listMigrations()]);
  return compare(
    applied.map(({ name }) => name),
    known,
  );
}

/** Compares sets, not newest names: a migration added with an older name than the newest must not be skipped. */
function compare(applied: readonly string[], known: readonly string[]): Difference {
  return {
    missing: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

/** The names that this program does not know. */
export async function findUnknown(names: readonly string[]): Promise<string[]> {
  return compare(names, await listMigrations()).unknown;
}

function isNone({ missing, unknown }: Difference): boolean {
  return missing.length === 0 && unknown.length === 0;
}

/** A sentence that names the migrations, or the first of many; undefined if there is no difference. */
export function describeDifference(difference: Difference): string | undefined {
  const { missing, unknown } = difference;
  if (isNone(difference)) return undefined;
  if (unknown.length === 0) return `The database lacks migrations of this program: ${listNames(missing)}.`;
  const lacks = missing.length === 0 ? '' : `, and lacks ${listNames(missing)}`;
  return `The database is newer than this program: it has migrations that the program does not know (${listNames(unknown)})${lacks}.`;
}

/** The first of many. */
export function listNames(names: readonly string[]): string {
  const more = names.length - LISTED;
  return names.slice(0, LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Even if the database also lacks some: applying them could undo what the newer ones rely on. */
function refuseNewer(difference: Difference): void {
  if (difference.unknown.length === 0) return;
  throw new StartupError(
    `${describeDifference(difference)} Start the version that added them, or a later one.`,
  );
}

/** The names of the source files, which databases record whether the service runs from source or from a build. */
export async function listMigrations(): Promise<string[]> {
  const files = await readdir(MIGRATIONS);
  const stems = files.flatMap((file) => /^\d{14}_\w+(?=\.[tj]s$)/.exec(file) ?? []);
  return stems.map((stem) => `${stem}.ts`).sort();
}

const source: Knex.MigrationSource<string> = {
  getMigrations: listMigrations,
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const file = name.replace(/\.ts$/, extname(import.meta.url));
    return (await import(new URL(file, MIGRATIONS).href)) as Knex.Migration;
  },
};
