import type { Knex } from 'knex';

/** Auditors read everything and change nothing (D29). A program that does not know the role lets them do nothing. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table memberships
      drop constraint memberships_role_check,
      add constraint memberships_role_check
        check (role in ('owner', 'finance', 'developer', 'auditor', 'viewer')) not valid;
    alter table memberships validate constraint memberships_role_check;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update memberships set role = 'viewer' where role = 'auditor';
    alter table memberships
      drop constraint memberships_role_check,
      add constraint memberships_role_check check (role in ('owner', 'finance', 'developer', 'viewer'));
  `);
}
