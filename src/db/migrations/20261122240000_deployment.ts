import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What is true of the deployment as a whole: one row.
    create table deployment (
      only_row boolean primary key default true check (only_row),
      environment text not null check (environment in ('test', 'live'))
    );
    grant select, insert on deployment to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table deployment');
}
