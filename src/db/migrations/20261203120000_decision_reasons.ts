import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table transfer_requests
      -- The reason that a person gave for declining the transfer, for the people of the account.
      add column decision_reason text check (char_length(decision_reason) between 1 and 200);

    grant update (decision_reason) on transfer_requests to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table transfer_requests drop column decision_reason');
}
