import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Holds what was sent to a place that nobody was told of, until the operator sends it back. It has no
    -- verification and so can have no API key.
    insert into accounts (id, name, created_at) values
      ('00000000-0000-0000-0000-000000000000', 'Unclaimed deposits', now());

    alter table deposits
      drop constraint deposits_status_check,
      drop constraint deposits_unmatched_reason_check,
      drop constraint deposits_reason_given,
      -- When the provider is asked whether a deposit that was only seen has become final, and how often it was.
      add column confirmation_due_at timestamptz,
      add column confirmation_attempts integer not null default 0,
      -- How much of it was sent back, or is on its way back to the payer.
      add column refunded_amount numeric(20, 8) not null default 0,
      -- When the payer gets it back, or the account keeps it.
      add column resolved_at timestamptz;
    alter table deposits
      add constraint deposits_status_check check
        (status in ('pending', 'credited', 'failed', 'unmatched', 'accepted', 'refunding', 'refunded')),
      add constraint deposits_unmatched_reason_check check (unmatched_reason in
        ('UNDERPAID', 'OVERPAID', 'QUOTE_EXPIRED', 'LINK_EXPIRED', 'LINK_CANCELLED', 'LINK_ALREADY_PAID',
         'WRONG_ASSET', 'WRONG_NETWORK', 'UNKNOWN_DESTINATION', 'CONVERSION_FAILED', 'NOT_CONFIRMED')),
      add constraint deposits_reason_given check ((status in ('pending', 'credited')) = (unmatched_reason is null)),
      add constraint deposits_refunded_at_most check (refunded_amount between 0 and amount),
      add constraint deposits_confirmation_pending check (confirmation_due_at is null or status = 'pending');
    create index deposits_to_confirm on deposits (confirmation_due_at) where confirmation_due_at is not null;
    -- For the operator, who names a deposit without its account.
    create index deposits_by_id on deposits (id);
    create index deposits_by_time on deposits (account_id, created_at desc, id desc);
    create index deposits_unmatched on deposits (account_id, created_at desc, id desc) where status = 'unmatched';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index deposits_unmatched;
    drop index deposits_by_time;
    drop index deposits_by_id;
    alter table deposits
      drop constraint deposits_confirmation_pending,
      drop constraint deposits_refunded_at_most,
      drop constraint deposits_reason_given,
      drop constraint deposits_unmatched_reason_check,
      drop constraint deposits_status_check,
      drop column resolved_at,
      drop column refunded_amount,
      drop column confirmation_attempts,
      drop column confirmation_due_at;
    alter table deposits
      add constraint deposits_status_check check (status in ('credited', 'unmatched')),
      add constraint deposits_unmatched_reason_check check (unmatched_reason in
        ('UNDERPAID', 'OVERPAID', 'LINK_EXPIRED', 'LINK_CANCELLED', 'LINK_ALREADY_PAID', 'WRONG_ASSET', 'WRONG_NETWORK')),
      add constraint deposits_reason_given check ((status = 'unmatched') = (unmatched_reason is not null));
    delete from accounts where id = '00000000-0000-0000-0000-000000000000';
  `);
}
