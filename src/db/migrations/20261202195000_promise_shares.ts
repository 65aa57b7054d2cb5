import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- How much of a provider's float the account's open quotes may reserve, as a fraction; null: the default.
    alter table accounts add column promise_share numeric check (promise_share > 0 and promise_share <= 1);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table accounts drop column promise_share');
}
