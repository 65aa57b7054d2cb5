import type { Knex } from 'knex';

/** Refunds that API keys request (D41). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- How much API keys may refund within 24 hours, valued in one currency. Without a row, they may refund nothing.
    create table api_refund_limits (
      account_id uuid primary key references accounts (id),
      currency text not null references currency_rates (family),
      amount numeric(20, 8) not null check (amount > 0 and amount < 1e12)
    );
    grant select, insert, update, delete on api_refund_limits to payments_app;

    -- Which API key requested a refund.
    create table api_refunds (
      account_id uuid not null,
      refund_id uuid not null,
      credential_id uuid not null,
      created_at timestamptz not null,
      primary key (account_id, refund_id),
      foreign key (account_id, refund_id) references transfers (account_id, id),
      foreign key (account_id, credential_id) references credentials (account_id, id)
    );
    create index api_refunds_by_time on api_refunds (account_id, created_at);
    grant select, insert on api_refunds to payments_app;
  `);
}

/** Loses which refunds API keys requested, and switches them off. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table api_refunds, api_refund_limits');
}
