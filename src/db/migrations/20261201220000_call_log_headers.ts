import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The request headers that a call's outcome depends on, and its User-Agent, by name. Null for older calls.
    alter table request_logs add column headers json;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table request_logs drop column headers');
}
