import type { Knex } from 'knex';

/** Each database is that of one cell (D73); one that was there before cells is cell 0's. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table deployment add column cell smallint check (cell between 0 and 1295);
    update deployment set cell = 0;
    grant update (cell) on deployment to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table deployment drop column cell');
}
