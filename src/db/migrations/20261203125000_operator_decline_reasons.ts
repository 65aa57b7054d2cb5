import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table operator_requests
      -- The reason that the operator gave for declining it, for the one who requested it.
      add column decline_reason text check (char_length(decline_reason) between 1 and 500);

    grant update (decline_reason) on operator_requests to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table operator_requests drop column decline_reason');
}
