import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table deposits
      -- The payment link that it was sent for, once somebody has assigned it to another.
      add column assigned_from text,
      -- When its refund was due and attempted without a person, which happens once.
      add column refund_tried_at timestamptz;

    alter table accounts
      -- Unmatched deposits are refunded this many days later; null if only when somebody decides.
      add column refund_after_days smallint check (refund_after_days between 1 and 90),
      -- When that was set: what arrived earlier waits as long from then on.
      add column refund_after_since timestamptz;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table accounts drop column refund_after_days, drop column refund_after_since;
    alter table deposits drop column assigned_from, drop column refund_tried_at;
  `);
}
