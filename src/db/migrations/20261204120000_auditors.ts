import type { Knex } from 'knex';

/** A program that does not know the role lets its members do nothing. */
export const oldestProgram = '20261202140000_refund_notes.ts';

/** Auditors read everything and change nothing (D29). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table memberships
      drop constraint memberships_role_check,
      add constraint memberships_role_check
        check (role in ('owner', 'finance', 'developer', 'auditor', 'viewer')) not valid;
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
