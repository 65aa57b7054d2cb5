import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- In which the account's people count days: of the IANA database, like America/Mexico_City.
    alter table accounts
      add column time_zone text not null default 'UTC' check (length(time_zone) between 3 and 50);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table accounts drop column time_zone');
}
