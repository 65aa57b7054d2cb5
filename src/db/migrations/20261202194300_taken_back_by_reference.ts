import type { Knex } from 'knex';
import { createIndex } from '../index.ts';

export const config = { transaction: false };

/** One debit of a provider takes back one deposit, whichever account's (D58). */
export async function up(knex: Knex): Promise<void> {
  await createIndex(knex, 'deposits_taken_back_by_debit', 'on deposits_taken_back (provider, reference)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index deposits_taken_back_by_debit');
}
