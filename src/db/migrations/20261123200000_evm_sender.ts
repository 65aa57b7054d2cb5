import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What the EVM rail sends (D28). Amounts of a chain's coin and of gas are in its smallest units.

    -- A wallet's transactions have consecutive nonces, and whoever takes the next one locks the wallet's row.
    create table evm_wallets (
      network text not null,
      address text not null check (address ~ '^0x[0-9a-f]{40}$'),
      -- Of the deposit address; null for a hot wallet.
      derivation_index integer,
      next_nonce bigint not null check (next_nonce >= 0),
      -- When it is looked after next or, while a process does so, when its claim is lost; null while nothing is open.
      due_at timestamptz,
      claims bigint not null default 0,
      failures integer not null default 0,
      last_error text check (length(last_error) <= 500),
      primary key (network, address)
    );
    create index evm_wallets_hot on evm_wallets (network, address) where derivation_index is null;
    create index evm_wallets_due on evm_wallets (due_at) where due_at is not null;

    -- What a nonce is used for, once and for all: written with its first signed transaction, before that is sent.
    create table evm_orders (
      network text not null,
      wallet text not null,
      nonce bigint not null,
      kind text not null check (kind in ('pay_out', 'refund', 'top_up', 'sweep')),
      idempotency_key text not null unique check (length(idempotency_key) <= 200),
      asset text not null,
      amount numeric(96, 18) not null check (amount > 0),
      recipient text not null,
      -- The transaction itself, apart from its fees.
      target text not null,
      data text not null,
      value numeric(78, 0) not null,
      gas_limit bigint not null,
      -- Open until it is final: then done, or reverted, which uses up its nonce and moves nothing.
      status text not null default 'open' check (status in ('open', 'done', 'reverted')),
      -- Of its transactions, the one that is in a block, and what that cost.
      transaction_hash text,
      block_number bigint,
      gas_paid numeric(78, 0),
      -- Since when its nonce has been used up by a transaction that is none of its own.
      lost_at timestamptz,
      created_at timestamptz not null,
      final_at timestamptz,
      primary key (network, wallet, nonce),
      foreign key (network, wallet) references evm_wallets (network, address),
      constraint evm_orders_mined check ((transaction_hash is null) = (block_number is null)),
      constraint evm_orders_final check (
        (status = 'open') = (final_at is null) and (status = 'open' or transaction_hash is not null and gas_paid is not null))
    );
    create index evm_orders_open on evm_orders (network, wallet, nonce) where status = 'open';
    create index evm_orders_by_end on evm_orders (final_at) where status = 'done' and kind in ('pay_out', 'refund');

    -- Whether a payment is made or refused is decided once, by whoever writes its key first.
    create table evm_decisions (
      idempotency_key text primary key check (length(idempotency_key) <= 200),
      -- Null: it is made, by the order with this key.
      refusal_reason text,
      refusal_message text check (length(refusal_message) <= 500),
      decided_at timestamptz not null,
      constraint evm_decisions_refused check ((refusal_reason is null) = (refusal_message is null))
    );

    -- The signed transactions of an order: the same but for their fees, and any of them may be mined.
    create table evm_transactions (
      network text not null,
      wallet text not null,
      nonce bigint not null,
      -- Counts the order's transactions up from 1.
      version integer not null,
      hash text not null,
      raw text not null,
      max_fee numeric(78, 0) not null,
      priority_fee numeric(78, 0) not null,
      created_at timestamptz not null,
      -- When a node last took it.
      sent_at timestamptz,
      primary key (network, wallet, nonce, version),
      unique (network, hash),
      foreign key (network, wallet, nonce) references evm_orders (network, wallet, nonce)
    );

    grant select, insert on evm_decisions to payments_app;
    grant select, insert, update on evm_wallets to payments_app;
    grant select, insert, update (status, transaction_hash, block_number, gas_paid, lost_at, final_at) on evm_orders
      to payments_app;
    grant select, insert, update (sent_at) on evm_transactions to payments_app;

    -- The deployment's own books: what its rails cost.
    insert into accounts (id, name, created_at) values ('00000000-0000-0000-0000-000000000001', 'House', now());

    -- To the last digit, of which the ledger keeps eight.
    create table provider_costs (
      account_id uuid not null references accounts (id),
      provider text not null,
      reference text not null check (length(reference) <= 200),
      id uuid not null,
      asset text not null,
      amount numeric(96, 18) not null check (amount > 0),
      -- In the ledger; zero when earlier roundings covered it.
      booked numeric(30, 8) not null check (booked >= 0),
      created_at timestamptz not null,
      primary key (account_id, provider, reference)
    );
    -- By how much more was booked than it cost, never by a unit of the ledger: the next cost is booked with that less.
    create table provider_cost_roundings (
      account_id uuid not null references accounts (id),
      asset text not null,
      excess numeric(96, 18) not null default 0 check (excess >= 0 and excess < 0.00000001),
      primary key (account_id, asset)
    );
    grant select, insert on provider_costs to payments_app;
    grant select, insert, update on provider_cost_roundings to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table provider_cost_roundings, provider_costs, evm_transactions, evm_decisions, evm_orders, evm_wallets;
    delete from ledger_postings where account_id = '00000000-0000-0000-0000-000000000001';
    delete from ledger_entries where account_id = '00000000-0000-0000-0000-000000000001';
    delete from ledger_balances where account_id = '00000000-0000-0000-0000-000000000001';
    delete from accounts where id = '00000000-0000-0000-0000-000000000001';
  `);
}
