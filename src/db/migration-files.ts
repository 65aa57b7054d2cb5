import { readdir } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Knex } from 'knex';
import type { Trx } from './connect.ts';

const MIGRATIONS = new URL('./migrations/', import.meta.url);

/**
 * A change of the schema. It expands: programs of the version before go on to work with it, as they run beside those of
 * this version during an upgrade. What no program uses any more is removed in a later version.
 */
export interface Migration extends Knex.Migration {
  /** Without a transaction: it creates indexes concurrently, and nothing else, because a part of it may stay. */
  config?: { transaction?: boolean };
  /** It removes or changes what programs need that do not know this migration, which is named here. */
  oldestProgram?: string;
  /** What it leaves to be filled in, while the service runs. */
  backfill?: Backfill;
}

/** Work on rows that were there before a migration, in many small steps. Programs must work with rows it has not reached. */
export interface Backfill {
  /**
   * One step: short, because the rows that it changes stay locked for as long as it takes. It begins after `position`, which
   * is undefined at the start, and returns how far it got, or undefined when nothing is left.
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
 * Creates an index without keeping writes from its table: for migrations without a transaction, which may be killed at any
 * time and repeated. In a transaction, as when a database is created or restored, there is nobody to keep waiting.
 */
export async function createIndex(knex: Knex, name: string, definition: string): Promise<void> {
  if (knex.isTransaction) {
    await knex.raw(`create index ${name} ${definition}`);
    return;
  }
  // What a killed attempt leaves is an index that is written to, but never read.
  await knex.raw(`drop index concurrently if exists ${name}`);
  await knex.raw(`create index concurrently ${name} ${definition}`);
}
