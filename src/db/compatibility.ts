import type pg from 'pg';
import { StartupError } from '../lib/errors/errors.ts';
import type { Queryable } from './connect.ts';
import { listMigrations } from './migration-files.ts';
import { named, query, sql } from './queries.ts';

/** The differences between a database's schema and the one that this program was written for. */
export interface Difference {
  /** Migrations that the database lacks. A program needs all that it knows. */
  missing: string[];
  /** Migrations that the program, being older, does not know. They are acceptable as long as they only expand. */
  unknown: string[];
  /** The unknown migration that a program must know to work with this schema, because something was removed since. */
  needed: string | undefined;
}

interface Schema {
  applied: string[];
  /** The migration that a program must know. */
  floor: string;
}

/** The number of names listed in a message. */
const LISTED = 5;

const schemaQuery = query.first<Record<string, never>, Schema>('migrations.schema', () =>
  sql('knex_migrations').select(
    sql.raw(`coalesce(array_agg(name::text), '{}') as applied`),
    sql.raw('(select migration from schema_floor) as floor'),
  ),
);

/** For the service, which checks often, so it is one statement on two small tables. */
export async function findDifference(on: Queryable): Promise<Difference> {
  const [schema, known] = await Promise.all([schemaQuery(on), listMigrations()]);
  if (!schema) throw new Error('a select without a row');
  return compare(schema.applied, schema.floor, known);
}

/** For the database's owner; undefined when the database has no schema yet. */
export async function readDifference(client: pg.ClientBase): Promise<Difference | undefined> {
  const applied = await readApplied(client);
  return applied && compare(applied, await readFloor(client), await listMigrations());
}

/**
 * The migrations that a database has, in the order of their names; undefined when it has no schema yet. As its owner,
 * also in a transaction.
 */
export async function readApplied(client: pg.ClientBase): Promise<string[] | undefined> {
  if (!(await hasTable(client, 'knex_migrations'))) return undefined;
  const { rows } = await client.query<{ name: string }>('select name from knex_migrations');
  return rows.map(({ name }) => name).sort();
}

/** Undefined in a database that is older than the table. */
export async function readFloor(client: pg.ClientBase): Promise<string | undefined> {
  if (!(await hasTable(client, 'schema_floor'))) return undefined;
  const { rows } = await client.query<{ migration: string }>('select migration from schema_floor');
  return rows[0]?.migration;
}

async function hasTable(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    `public.${name}`,
  ]);
  return rows[0]?.found === true;
}

/**
 * Compares sets instead of newest names, because a migration added with an older name than the newest must not be
 * skipped.
 */
function compare(
  applied: readonly string[],
  floor: string | undefined,
  known: readonly string[],
): Difference {
  return {
    missing: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
    needed: floor === undefined || known.includes(floor) ? undefined : floor,
  };
}

/** The names that this program does not know. */
export async function findUnknown(names: readonly string[]): Promise<string[]> {
  return compare(names, undefined, await listMigrations()).unknown;
}

/**
 * The reason why this program cannot work with the database, as a sentence; undefined if it can, even if the database
 * is newer.
 */
export function describeFault({ missing, unknown, needed }: Difference): string | undefined {
  if (needed !== undefined) {
    return `The database is newer than this program, and works only with programs that know the migration ${needed}.`;
  }
  if (missing.length === 0) return undefined;
  if (unknown.length === 0) return `The database lacks migrations of this program: ${listNames(missing)}.`;
  return `The database is newer than this program: it has migrations that the program does not know (${listNames(unknown)}), and lacks ${listNames(missing)}.`;
}

/** The first of many. */
export function listNames(names: readonly string[]): string {
  const more = names.length - LISTED;
  return names.slice(0, LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/**
 * Also refuses a newer database that lacks migrations, because applying those could undo what the newer ones rely on.
 */
export function refuseNewer(difference: Difference): void {
  const { missing, unknown, needed } = difference;
  if (needed === undefined && (missing.length === 0 || unknown.length === 0)) return;
  throw new StartupError(`${describeFault(difference)} Start the version that added them, or a later one.`);
}

const STAMP_LENGTH = 14;

/**
 * The name of a process's connections in pg_stat_activity. It contains the newest migration that its program knows, so
 * that migrations can tell which programs run.
 */
export async function programName(): Promise<string> {
  return `payments/${(await programVersion()) ?? ''}`;
}

/** The time in the name of the newest migration that this program knows. */
export async function programVersion(): Promise<string | undefined> {
  return (await listMigrations()).at(-1)?.slice(0, STAMP_LENGTH);
}

/** A program with connections to the database. */
export interface Program {
  /** The time in the name of the newest migration that it knows. */
  version: string;
  connections: number;
  hosts: string[];
}

/** The connected programs, oldest first. */
export async function readPrograms(client: pg.ClientBase): Promise<Program[]> {
  const { rows } = await client.query<Program>(
    `select split_part(application_name, '/', 2) as version, count(*)::integer as connections,
            array_agg(distinct coalesce(host(client_addr), 'this machine')) as hosts
       from pg_stat_activity
      where datname = current_database() and application_name ~ '^payments/\\d{14}$'
      group by 1 order by 1`,
  );
  return rows;
}

/** The hosts with connected programs that do not know this migration. */
export async function findOlderHosts(client: pg.ClientBase, migration: string): Promise<string[]> {
  const needed = migration.slice(0, STAMP_LENGTH);
  const older = (await readPrograms(client)).filter(({ version }) => version < needed);
  return [...new Set(older.flatMap((program) => program.hosts))].sort();
}

/** A connected program that does not know the migration of that time. */
const findOlderProgram = query.first<{ version: string }, { isOlder: true }>('programs.older', (p) =>
  named(
    `select true as is_older from pg_stat_activity
      where datname = current_database() and application_name ~ '^payments/[0-9]{14}$'
        and split_part(application_name, '/', 2) < :version limit 1`,
    p,
  ),
);

/** Whether a program is connected that does not know this migration, and would do wrong what is new with it (D67). */
export async function isOlderConnected(on: Queryable, migration: string): Promise<boolean> {
  return (await findOlderProgram(on, { version: migration.slice(0, STAMP_LENGTH) })) !== undefined;
}

/** Throws StartupError while programs that do not know this migration are connected. */
export async function requireNoneOlder(client: pg.ClientBase, migration: string): Promise<void> {
  const hosts = await findOlderHosts(client, migration);
  if (hosts.length === 0) return;
  throw new StartupError(
    `This version removes what programs need that do not know the migration ${migration}, and such programs are still connected to the database, from ${listNames(hosts)}. Stop them first.`,
  );
}
