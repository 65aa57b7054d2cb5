import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Grows with every change of state, which payment_link_transitions keeps for ever.
    alter table payment_links
      add column revision integer not null default 0,
      -- How much of the amount was sent back, or is on its way back to the payer.
      add column refunded_amount numeric(20, 8) not null default 0,
      add constraint payment_links_refunded_at_most
        check (refunded_amount between 0 and amount and (status = 'paid' or refunded_amount = 0));

    create table payment_link_transitions (
      account_id uuid not null,
      link_code text not null,
      revision integer not null,
      trigger text not null,
      from_status text not null,
      to_status text not null,
      created_at timestamptz not null,
      primary key (account_id, link_code, revision),
      foreign key (account_id, link_code) references payment_links (account_id, code)
    );
    grant select, insert on payment_link_transitions to payments_app;

    -- What the provider has not told yet is null: the quote, the place to pay to, or both.
    alter table payment_link_methods
      alter column amount_due drop not null,
      alter column exchange_rate drop not null,
      alter column amount_due_expires_at drop not null,
      alter column destination drop not null,
      -- The provider's name of the locked quote.
      add column quote_reference text,
      -- When the worker asks again for what is missing, and how often it has.
      add column quote_due_at timestamptz,
      add column quote_attempts integer not null default 0,
      add constraint payment_link_methods_told check
        (quote_status = 'calculating' or
         (amount_due is not null and exchange_rate is not null and amount_due_expires_at is not null
          and destination is not null)),
      add constraint payment_link_methods_locked check (quote_status <> 'locked' or quote_reference is not null);
    create index payment_link_methods_due on payment_link_methods (quote_due_at) where quote_due_at is not null;

    -- Well above what a wire must carry at least, however the rate moves.
    update link_currencies set conversion_min_amount = 500000 where currency = 'COP';

    grant update on service_clock to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    revoke update on service_clock from payments_app;
    update link_currencies set conversion_min_amount = 400000 where currency = 'COP';
    alter table payment_link_methods
      drop constraint payment_link_methods_locked,
      drop constraint payment_link_methods_told,
      drop column quote_attempts,
      drop column quote_due_at,
      drop column quote_reference,
      alter column destination set not null,
      alter column amount_due_expires_at set not null,
      alter column exchange_rate set not null,
      alter column amount_due set not null;
    drop table payment_link_transitions;
    alter table payment_links drop column refunded_amount, drop column revision;
  `);
}
