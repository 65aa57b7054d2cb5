import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Who exchanges what the method's provider receives; null: that provider itself.
    alter table payment_methods add column exchange_provider text
      check (exchange_provider ~ '^[a-z][a-z0-9_]{0,31}$');
    -- The one that the link's quotes come from. Null: the provider itself, or nothing is exchanged.
    alter table payment_link_methods add column exchange_provider text;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payment_link_methods drop column exchange_provider;
    alter table payment_methods drop column exchange_provider;
  `);
}
