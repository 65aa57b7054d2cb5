import type { Knex } from 'knex';

// The API's `refunded_amount` of a deposit is what has reached the payer. These columns count refunds from their
// request on, so that no two refunds together exceed what was paid.
const TABLES = ['payment_links', 'deposits'];

export async function up(knex: Knex): Promise<void> {
  for (const table of TABLES) {
    await knex.raw(`alter table ${table} rename column refunded_amount to refund_total`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const table of TABLES) {
    await knex.raw(`alter table ${table} rename column refund_total to refunded_amount`);
  }
}
