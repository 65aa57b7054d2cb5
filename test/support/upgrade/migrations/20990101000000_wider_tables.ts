import type { Knex } from 'knex';

/** Tables that every call reads or writes. */
const TABLES = [
  'accounts',
  'credentials',
  'deposits',
  'events',
  'idempotency_records',
  'ledger_balances',
  'ledger_entries',
  'ledger_postings',
  'payment_link_methods',
  'payment_links',
  'payment_methods',
];

export async function up(knex: Knex): Promise<void> {
  for (const table of TABLES) await knex.raw(`alter table ${table} add column of_next text`);
}

export async function down(knex: Knex): Promise<void> {
  for (const table of TABLES) await knex.raw(`alter table ${table} drop column of_next`);
}
