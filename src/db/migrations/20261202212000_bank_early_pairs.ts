import type { Knex } from 'knex';
import { createIndex } from '../index.ts';

export const config = { transaction: false };

/** What a bank tells early is looked for among all that was told before, by day, by UETR, and among what is not booked. */
export async function up(knex: Knex): Promise<void> {
  await createIndex(
    knex,
    'bank_entries_by_amount_and_day',
    'on bank_entries (account, amount, coalesce(value_date, booking_date))',
  );
  await createIndex(
    knex,
    'bank_entries_by_uetr',
    `on bank_entries (account, (entry #>> '{references,uetr}')) where entry #>> '{references,uetr}' is not null`,
  );
  await createIndex(
    knex,
    'bank_entries_unbooked',
    `on bank_entries (account, amount) where role = 'early' and not is_paired`,
  );
  await createIndex(
    knex,
    'bank_statements_early',
    `on bank_statements (account, received_at) where role = 'early'`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index bank_entries_by_amount_and_day');
  await knex.raw('drop index bank_entries_by_uetr');
  await knex.raw('drop index bank_entries_unbooked');
  await knex.raw('drop index bank_statements_early');
}
