import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Static templates that Bridge was asked for: a place to pay to each, told apart by the message of the payment.
    create table bridge_templates (
      -- The client_reference_id, made of the idempotency key.
      id text primary key check (id ~ '^place_[0-9a-f]{32}$'),
      method text not null,
      -- By the real time, by which Bridge's lists go.
      requested_at timestamptz not null,
      -- What Bridge answered; null until then.
      transfer_id text check (length(transfer_id) between 1 and 200),
      account_number text check (account_number ~ '^[0-9A-Za-z]{4,34}$'),
      deposit_message text check (length(deposit_message) between 4 and 140),
      instructions jsonb,
      -- When it is looked after next, and how often it was; null once it is deleted.
      due_at timestamptz,
      looked_after integer not null default 0 check (looked_after >= 0),
      check ((transfer_id is null) = (instructions is null)),
      check ((transfer_id is null) = (account_number is null)),
      check ((transfer_id is null) = (deposit_message is null))
    );
    create unique index bridge_templates_by_transfer on bridge_templates (transfer_id) where transfer_id is not null;
    -- Two templates with one message could not be told apart.
    create unique index bridge_templates_by_message on bridge_templates (deposit_message, account_number)
      where deposit_message is not null;
    create index bridge_templates_due on bridge_templates (due_at) where due_at is not null;
    grant select, insert, update on bridge_templates to payments_app;

    -- Deposits, each of which Bridge makes a transfer of its own, without saying by which template.
    create table bridge_deposits (
      transfer_id text primary key check (length(transfer_id) between 1 and 200),
      template_id text not null references bridge_templates (id),
      -- When it was first seen to be final, by the real time.
      final_at timestamptz
    );
    grant select, insert, update on bridge_deposits to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table bridge_deposits, bridge_templates');
}
