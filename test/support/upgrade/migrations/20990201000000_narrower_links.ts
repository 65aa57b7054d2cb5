import type { Knex } from 'knex';

export const oldestProgram = '20990101000000_wider_tables.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table payment_links drop column of_next');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table payment_links add column of_next text');
}
