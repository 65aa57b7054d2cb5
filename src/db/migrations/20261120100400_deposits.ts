import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table deposits (
      account_id uuid not null references accounts (id),
      id uuid not null,
      status text not null check (status in ('credited', 'unmatched')),
      unmatched_reason text check (unmatched_reason in
        ('UNDERPAID', 'OVERPAID', 'LINK_EXPIRED', 'LINK_CANCELLED', 'LINK_ALREADY_PAID', 'WRONG_ASSET', 'WRONG_NETWORK')),
      payment_link_code text,
      method text not null,
      asset text not null,
      network text,
      amount numeric(20, 8) not null check (amount > 0 and amount < 1e12),
      destination text not null,
      reference text,
      provider text not null,
      provider_reference text not null,
      -- Facts that events never carry: payer's name, tracking key, transaction hash, source address or account.
      payer jsonb not null,
      request_id text,
      created_at timestamptz not null,
      primary key (account_id, id),
      -- A notice that comes twice is a no-op.
      constraint deposits_one_per_notice unique (account_id, provider, provider_reference),
      constraint deposits_reason_given check ((status = 'unmatched') = (unmatched_reason is not null))
    );
    create index deposits_by_link on deposits (account_id, payment_link_code, created_at desc);

    grant select, insert, update on deposits to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table deposits');
}
