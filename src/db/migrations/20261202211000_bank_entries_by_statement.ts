import type { Knex } from 'knex';
import { createIndex } from '../index.ts';

export const config = { transaction: false };

/** Finds the entries of a statement, and the statements of its file, which are looked at together when it was booked (D42). */
export async function up(knex: Knex): Promise<void> {
  await createIndex(
    knex,
    'bank_entries_by_statement',
    'on bank_entries (account, statement) where statement is not null',
  );
  await createIndex(knex, 'bank_statements_by_file', 'on bank_statements (file_id, account)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists bank_entries_by_statement');
  await knex.raw('drop index concurrently if exists bank_statements_by_file');
}
