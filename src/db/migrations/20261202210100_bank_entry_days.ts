import type { Knex } from 'knex';
import { createIndex } from '../index.ts';

export const config = { transaction: false };

/** Finds what the books of an account have in the days of a statement (D42). */
export async function up(knex: Knex): Promise<void> {
  await createIndex(
    knex,
    'bank_entries_by_day',
    'on bank_entries (account, booking_date) where statement is not null',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists bank_entries_by_day');
}
