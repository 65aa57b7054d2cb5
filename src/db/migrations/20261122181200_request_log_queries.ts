import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table request_logs
      add column query json,
      -- A path or a method can belong to no operation, and the call still to somebody.
      alter column operation drop not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from request_logs where operation is null;
    alter table request_logs
      drop column query,
      alter column operation set not null;
  `);
}
