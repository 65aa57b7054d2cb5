import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table assets (
      asset text primary key,
      family text not null
    );
    insert into assets (asset, family) values
      ('MXN', 'MXN'), ('MXNB', 'MXN'), ('USD', 'USD'), ('USDC', 'USD'), ('USDT', 'USD'), ('COP', 'COP');

    create table link_currencies (
      currency text primary key references assets (asset),
      min_amount numeric(20, 8) not null check (min_amount > 0),
      max_amount numeric(20, 8) not null check (max_amount >= min_amount and max_amount < 1e12),
      conversion_min_amount numeric(20, 8) not null check (conversion_min_amount > 0)
    );
    insert into link_currencies (currency, min_amount, max_amount, conversion_min_amount) values
      ('MXNB', 10, 1000000, 20000),
      ('USDC', 1, 50000, 100),
      ('COP', 1000, 200000000, 400000);

    create table payment_methods (
      method text primary key check (method ~ '^[A-Z0-9_]{1,32}$'),
      asset text not null references assets (asset),
      -- How many decimals of an amount the rail can carry.
      decimals smallint not null check (decimals between 0 and 8),
      kind text not null check (kind in ('clabe', 'bank', 'key', 'on_chain')),
      network text,
      -- In the asset that is sent.
      min_amount numeric(20, 8) not null default 0 check (min_amount >= 0 and min_amount < 1e12),
      -- A share of the link's amount: 0.012 is 1.2 %.
      fee_rate numeric(9, 8) not null default 0 check (fee_rate >= 0 and fee_rate < 1),
      -- In the link's currency.
      fee_fixed numeric(20, 8) not null default 0 check (fee_fixed >= 0 and fee_fixed < 1e12),
      enabled boolean not null default true,
      position smallint not null,
      constraint payment_methods_network check ((kind = 'on_chain') = (network is not null))
    );
    insert into payment_methods (method, asset, decimals, kind, network, min_amount, position) values
      ('SPEI', 'MXN', 2, 'clabe', null, 100, 1),
      ('WIRE', 'USD', 2, 'bank', null, 100, 2),
      ('MXNB', 'MXNB', 6, 'on_chain', 'Arbitrum', 0, 3),
      ('USDC', 'USDC', 6, 'on_chain', 'Polygon', 0, 4),
      ('USDT', 'USDT', 6, 'on_chain', 'Ethereum', 0, 5),
      ('BREB', 'COP', 2, 'key', null, 1600, 6);

    create table payment_links (
      account_id uuid not null references accounts (id),
      code text not null,
      status text not null check (status in ('active', 'processing', 'paid', 'cancelled', 'expired')),
      amount numeric(20, 8) not null check (amount > 0 and amount < 1e12),
      currency text not null,
      description text not null check (length(description) <= 500),
      -- json, which keeps the order of names: what is read later is what the creation answered.
      metadata json not null,
      fee_bearer text not null check (fee_bearer in ('merchant', 'payer')),
      return_url text,
      checkout_url text not null,
      -- Made once: drawing a QR code costs more than reading the link.
      qr_svg text not null,
      -- The names of its methods in their order, so that a list need not read them.
      accepted_methods text[] not null,
      request_id text,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      paid_at timestamptz,
      paid_with_method text,
      -- Gone from the API; the row stays for its movements and for money that arrives late.
      deleted_at timestamptz,
      primary key (account_id, code),
      constraint payment_links_paid_facts
        check ((status = 'paid') = (paid_at is not null) and (paid_at is null) = (paid_with_method is null))
    );
    create index payment_links_by_code on payment_links (code);
    create index payment_links_by_time on payment_links (account_id, created_at desc, code desc)
      where deleted_at is null;
    create index payment_links_by_status on payment_links (account_id, status, created_at desc, code desc)
      where deleted_at is null;
    create index payment_links_by_currency on payment_links (account_id, currency, created_at desc, code desc)
      where deleted_at is null;
    create index payment_links_due on payment_links (expires_at) where status = 'active';

    create table payment_link_methods (
      account_id uuid not null,
      link_code text not null,
      method text not null,
      asset text not null,
      position smallint not null,
      requires_conversion boolean not null,
      amount_due numeric(20, 8) not null check (amount_due > 0 and amount_due < 1e12),
      fee numeric(20, 8) not null check (fee >= 0 and fee < 1e12),
      exchange_rate numeric(20, 8) not null check (exchange_rate > 0),
      quote_status text not null check (quote_status in ('native', 'locked', 'calculating')),
      amount_due_expires_at timestamptz not null,
      -- How many decimals amount_due is written with: those of the rail when it was quoted.
      decimals smallint not null,
      instructions json not null,
      destination text not null,
      reference text,
      network text,
      primary key (account_id, link_code, method),
      foreign key (account_id, link_code) references payment_links (account_id, code)
    );
    create index payment_link_methods_by_destination on payment_link_methods (destination, reference);

    grant select on assets to payments_app;
    grant select, update on link_currencies, payment_methods to payments_app;
    grant select, insert, update on payment_links, payment_link_methods to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table payment_link_methods, payment_links, payment_methods, link_currencies, assets');
}
