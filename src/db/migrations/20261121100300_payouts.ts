import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Whatever the provider is asked to do with money that the service holds: one life for all of it (D10).
    create table payouts (
      account_id uuid not null references accounts (id),
      id uuid not null,
      kind text not null check (kind in ('withdrawal', 'conversion', 'payment_conversion', 'refund')),
      status text not null check (status in ('requested', 'held', 'sent', 'settled', 'failed')),
      asset text not null,
      -- What leaves the account, in asset; the fee is a part of it.
      amount numeric(20, 8) not null check (amount > 0 and amount < 1e12),
      fee numeric(20, 8) not null default 0 check (fee >= 0 and fee < amount),
      method text,
      destination jsonb,
      -- What comes out of a conversion, and what the payer gets of a refund where that is another asset.
      to_asset text,
      to_amount numeric(20, 8) check (to_amount > 0 and to_amount < 1e12),
      exchange_rate numeric(20, 8) check (exchange_rate > 0),
      quote_reference text,
      quote_expires_at timestamptz,
      -- What is refunded, or was paid for a link and is converted.
      deposit_id uuid,
      payment_link_code text,
      provider text not null,
      -- The provider's own name of what it did.
      provider_reference text,
      failure_reason text check (length(failure_reason) <= 200),
      -- Each claim counts one up, and only the claim that made the number may record what came of it.
      attempts integer not null default 0,
      -- When it is to be sent, or the claim counts as lost; null when nothing is to be done any more.
      due_at timestamptz,
      -- Set when the service gave up asking: an operator decides.
      stuck_at timestamptz,
      last_error text check (length(last_error) <= 500),
      request_id text,
      created_at timestamptz not null,
      finished_at timestamptz,
      primary key (account_id, id),
      constraint payouts_one_per_provider_reference unique (account_id, provider, provider_reference, kind),
      constraint payouts_due check (due_at is null or status in ('held', 'sent')),
      constraint payouts_finished check ((status in ('settled', 'failed')) = (finished_at is not null)),
      constraint payouts_failed check ((status = 'failed') = (failure_reason is not null)),
      constraint payouts_converted check (kind not in ('conversion', 'payment_conversion') or to_asset is not null),
      constraint payouts_of_deposit check ((kind in ('payment_conversion', 'refund')) = (deposit_id is not null)),
      foreign key (account_id, deposit_id) references deposits (account_id, id)
    );
    create index payouts_due on payouts (due_at) where due_at is not null;
    create index payouts_stuck on payouts (stuck_at) where stuck_at is not null;
    create index payouts_by_kind on payouts (account_id, kind, created_at desc, id desc);
    -- For the operator, who names a payout without its account.
    create index payouts_by_id on payouts (id);
    create index payouts_by_deposit on payouts (account_id, deposit_id) where deposit_id is not null;

    grant select, insert, update on payouts to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table payouts');
}
