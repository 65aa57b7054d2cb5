import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Which provider carries a method (D25). A link's method keeps the one that it was offered with.
    alter table payment_methods add column provider text not null default 'simulator'
      check (provider ~ '^[a-z][a-z0-9_]{0,31}$');
    alter table payment_link_methods add column provider text not null default 'simulator';
    alter table payment_link_methods alter column provider drop default;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payment_link_methods drop column provider;
    alter table payment_methods drop column provider;
  `);
}
