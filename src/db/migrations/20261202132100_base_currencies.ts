import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- In which the account's people estimate what all their balances sum to; null: they do not.
    alter table accounts add column base_currency text references currency_rates (family);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table accounts drop column base_currency');
}
