import type { Knex } from 'knex';
import { createIndex } from '../index.ts';

export const config = { transaction: false };

/** Statements say what was outside the available balance at any moment. */
export async function up(knex: Knex): Promise<void> {
  await createIndex(
    knex,
    'postings_outside_balances',
    `on ledger_postings (account_id, asset, book, created_at desc, id desc) where book in ('pending', 'unmatched', 'owed')`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index postings_outside_balances');
}
