import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table deployment
      -- Since when no provider is asked to carry out a transfer; null: transfers are sent.
      add column transfers_held_since timestamptz;
    grant update (transfers_held_since) on deployment to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table deployment drop column transfers_held_since');
}
