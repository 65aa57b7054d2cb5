import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table memberships validate constraint memberships_role_check');
}

export async function down(): Promise<void> {
  // A constraint cannot be made unvalidated again.
}
