import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- How much of its amount a quote reserves of the exchanging provider's float, as a fraction; null: all of it.
    alter table payment_link_methods
      add column reserved_share numeric(9, 8) check (reserved_share > 0 and reserved_share <= 1);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table payment_link_methods drop column reserved_share');
}
