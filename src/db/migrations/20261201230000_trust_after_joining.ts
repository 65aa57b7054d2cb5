import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A promotion before somebody joined had begun their 24 hours.
    update memberships set trusted_at = null, vouched_by = null where accepted_at is null;
    alter table memberships
      add constraint memberships_trusted check (accepted_at is not null or num_nonnulls(trusted_at, vouched_by) = 0);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table memberships drop constraint memberships_trusted');
}
