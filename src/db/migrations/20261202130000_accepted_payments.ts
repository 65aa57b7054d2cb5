import type { Knex } from 'knex';

/** Links that were paid with another amount than theirs (D40). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payment_links
      -- What the payment credited; null: exactly the amount, or it is not paid.
      add column amount_received numeric(20, 8),
      add constraint payment_links_received check (amount_received > 0 and (status = 'paid' or amount_received is null)),
      drop constraint payment_links_refunded_at_most,
      add constraint payment_links_refunded_at_most check (
        refund_total between 0 and coalesce(amount_received, amount) and (status = 'paid' or refund_total = 0));

    alter table deposits
      -- Who took it for its link's payment although it was not what was due; null: nobody had to.
      add column accepted_by text check (accepted_by in ('person', 'tolerance')),
      drop constraint deposits_reason_given,
      add constraint deposits_reason_given check (
        case when status in ('pending', 'credited') then (unmatched_reason is not null) = (accepted_by is not distinct from 'person')
             else unmatched_reason is not null and accepted_by is null end);
  `);
}

/** Fails once a link was paid with another amount, or a deposit accepted as a payment. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table deposits
      drop constraint deposits_reason_given,
      add constraint deposits_reason_given check ((status in ('pending', 'credited')) = (unmatched_reason is null)),
      drop column accepted_by;
    alter table payment_links
      drop constraint payment_links_refunded_at_most,
      add constraint payment_links_refunded_at_most
        check (refund_total between 0 and amount and (status = 'paid' or refund_total = 0)),
      drop column amount_received;
  `);
}
