import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import knex, { type Knex } from 'knex';
import { startEmbeddedPostgres } from '../../src/db/embedded/index.ts';
import { listMigrations, readMigration, type Migration as Exports } from '../../src/db/migration-files.ts';
import { createLogger } from '../../src/lib/logger.ts';

/** What a file of `src/db/migrations` exports, with its name. */
export interface Migration extends Pick<Exports, 'up' | 'config' | 'oldestProgram'> {
  name: string;
}

export interface RecordedMigration {
  name: string;
  inTransaction: boolean;
  oldestProgram: string | undefined;
  /** What it had Postgres run, in order; without what depends on rows, because there are none. */
  statements: string[];
}

export async function readMigrations(): Promise<Migration[]> {
  return Promise.all(
    (await listMigrations()).map(async (name) => ({ ...(await readMigration(name)), name })),
  );
}

/** Passes `use` the address of a Postgres, which is stopped and removed afterwards. */
export async function withPostgres<T>(use: (postgresUrl: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-migrations-'));
  try {
    const postgres = await startEmbeddedPostgres({
      dataDir,
      logger: createLogger('warn'),
      // Nothing here has to survive the run.
      settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
    });
    try {
      return await use(postgres.connectionString);
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Applies migrations one after the other to a database of its own. Throws with the name of one that fails. */
export async function recordOnNewDatabase(
  postgresUrl: string,
  migrations: readonly Migration[],
): Promise<RecordedMigration[]> {
  const name = `migrations_${randomUUID().replaceAll('-', '')}`;
  const owner = connect(postgresUrl);
  try {
    await owner.raw(`create database ${name}`);
  } finally {
    await owner.destroy();
  }
  const db = connect(postgresUrl.replace(/[^/]*$/, name));
  try {
    const recorded: RecordedMigration[] = [];
    for (const migration of migrations) recorded.push(await record(db, migration));
    return recorded;
  } finally {
    await db.destroy();
  }
}

async function record(db: Knex, { name, up, config, oldestProgram }: Migration): Promise<RecordedMigration> {
  const inTransaction = config?.transaction !== false;
  const statements: string[] = [];
  const run = async (on: Knex) => {
    const note = ({ sql }: { sql: string }) => void statements.push(sql);
    on.on('query', note);
    try {
      await up(on);
    } finally {
      // Before the commit, which is not the migration's.
      on.off('query', note);
    }
  };
  try {
    await (inTransaction ? db.transaction(run) : run(db));
  } catch (error) {
    throw new Error(`${name} fails: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  return { name, inTransaction, oldestProgram, statements };
}

function connect(connectionString: string): Knex {
  return knex({ client: 'pg', connection: { connectionString }, pool: { min: 0, max: 1 } });
}
