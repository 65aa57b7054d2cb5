import type { Knex } from 'knex';

/** No program relies on the form of an acceptance. */
export const oldestProgram = '20261202140000_refund_notes.ts';

/** Payers who sent too little can pay the rest, and several deposits then pay one link (D7). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Whether payers are asked for the rest.
    alter table accounts add column pay_the_rest boolean not null default false;

    alter table deposits
      -- When it is next considered for an automatic refund, which waits while the rest can still be paid; null: never.
      add column auto_refund_due_at timestamptz,
      drop constraint deposits_accepted_by_check,
      -- 'rest': it was credited together with others, because they add up to the amount due.
      add constraint deposits_accepted_by_check check (accepted_by in ('person', 'tolerance', 'rest')) not valid,
      drop constraint deposits_reason_given,
      -- Of deposits that add up, the last one was never unmatched.
      add constraint deposits_reason_given check (
        case when status not in ('pending', 'credited') then unmatched_reason is not null and accepted_by is null
             else accepted_by is not distinct from 'rest'
                  or (unmatched_reason is not null) = (accepted_by is not distinct from 'person') end) not valid;
  `);
}

/** Fails once deposits were credited together. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table deposits
      drop constraint deposits_reason_given,
      add constraint deposits_reason_given check (
        case when status in ('pending', 'credited') then (unmatched_reason is not null) = (accepted_by is not distinct from 'person')
             else unmatched_reason is not null and accepted_by is null end) not valid,
      drop constraint deposits_accepted_by_check,
      add constraint deposits_accepted_by_check check (accepted_by in ('person', 'tolerance')) not valid,
      drop column auto_refund_due_at;
    alter table accounts drop column pay_the_rest;
  `);
}
