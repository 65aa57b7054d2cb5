import { readdir } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Knex } from 'knex';
import type { Trx } from './connect.ts';

const MIGRATIONS = new URL('./migrations/', import.meta.url);

/**
 * A change of the schema. It only expands, because programs of the previous version run beside those of this version
 * during an upgrade. Parts that no program uses any more are removed in a later version.
 */
export interface Migration extends Knex.Migration {
  /**
   * Only for creating indexes concurrently may `transaction` be false, because a part of the migration may remain after
   * a failure.
   */
  config?: { transaction?: boolean };
  /**
   * Names a migration that programs must know from now on, because this one removes or changes what older programs
   * need.
   */
  oldestProgram?: string;
  /** The rows it leaves to be filled in while the service runs. */
  backfill?: Backfill;
}

/** Work on rows that were there before a migration, in many small steps. Programs must work with rows it has not reached. */
export interface Backfill {
  /**
   * One step, kept short because its rows stay locked meanwhile. It begins after `position`, which is undefined at the
   * start, and returns the new position, or undefined when nothing is left.
   */
  step(trx: Trx, position: string | undefined): Promise<string | undefined>;
}

/** The names of the source files, which databases record whether the service runs from source or from a build. */
export async function listMigrations(): Promise<string[]> {
  const files = await readdir(MIGRATIONS);
  const stems = files.flatMap((file) => /^\d{14}_\w+(?=\.[tj]s$)/.exec(file) ?? []);
  return stems.map((stem) => `${stem}.ts`).sort();
}

export async function readMigration(name: string): Promise<Migration> {
  const file = name.replace(/\.ts$/, extname(import.meta.url));
  return (await import(new URL(file, MIGRATIONS).href)) as Migration;
}

/**
 * Creates an index without blocking writes to its table. For migrations without a transaction, which may be killed at
 * any time and repeated. In a transaction, as when a database is created or restored, there are no concurrent writes.
 */
export async function createIndex(knex: Knex, name: string, definition: string): Promise<void> {
  if (knex.isTransaction) {
    await knex.raw(`create index ${name} ${definition}`);
    return;
  }
  // A killed attempt leaves an index that is written to, but never read.
  await knex.raw(`drop index concurrently if exists ${name}`);
  await knex.raw(`create index concurrently ${name} ${definition}`);
}
