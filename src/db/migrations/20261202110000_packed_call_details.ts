import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Headers and bodies of a call that are stored compressed (request-logs/details.ts), instead of in their own columns.
    -- An older process shows none for such a call.
    alter table request_logs add column details bytea;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table request_logs drop column details');
}
