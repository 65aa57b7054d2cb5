import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- One-time SPEI payments that Bitso was asked for: a CLABE each, for one exact amount.
    create table bitso_payments (
      -- Ours, made of the idempotency key.
      id text primary key check (id ~ '^pay_[0-9a-f]{32}$'),
      method text not null,
      clabe text not null check (clabe ~ '^[0-9]{18}$'),
      beneficiary text,
      amount numeric(20, 2) not null check (amount > 0 and amount < 'infinity'),
      -- By when it is surely still open.
      expires_at timestamptz not null,
      created_at timestamptz not null,
      -- When Bitso is asked next what became of it; null once that is known.
      due_at timestamptz,
      asked integer not null default 0 check (asked >= 0)
    );
    create index bitso_payments_clabe on bitso_payments (clabe, created_at);
    create index bitso_payments_due on bitso_payments (due_at) where due_at is not null;
    grant select, insert, update on bitso_payments to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table bitso_payments');
}
