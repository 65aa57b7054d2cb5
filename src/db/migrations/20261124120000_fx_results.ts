import type { Knex } from 'knex';

/** For the report of each day's gain or loss, over all accounts. Only conversions at a price of our own post to "fx". */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create index fx_postings_by_time on ledger_postings (created_at) where book = 'fx'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index fx_postings_by_time');
}
