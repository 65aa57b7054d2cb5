import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table deposits
      validate constraint deposits_accepted_by_check,
      validate constraint deposits_reason_given;
  `);
}

export async function down(): Promise<void> {
  // A constraint cannot be made unvalidated again.
}
