import type { Knex } from 'knex';
import { createIndex } from '../../../../src/db/index.ts';

export const config = { transaction: false };

export async function up(knex: Knex): Promise<void> {
  await createIndex(knex, 'postings_by_amount', 'on ledger_postings (account_id, amount, created_at)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index postings_by_amount');
}
