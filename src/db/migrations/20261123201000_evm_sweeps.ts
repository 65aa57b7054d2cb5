import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- When what a transfer brought had left its deposit address.
    alter table evm_transfers add column swept_at timestamptz;
    create index evm_transfers_to_sweep on evm_transfers (network, asset, recipient)
      where status = 'final' and swept_at is null;

    -- Tokens that are moved from a deposit address to the hot wallet or the cold address, all that is there at once.
    create table evm_sweeps (
      network text not null,
      address text not null,
      asset text not null,
      -- Counts the sweeps of the asset from the address: an authorization's nonce is made of it.
      number integer not null check (number > 0),
      -- Nothing is signed for it while gas, tip included, is dearer; in the coin's smallest units.
      max_gas_price numeric(78, 0) not null,
      -- Decided when it is signed: how much, where to, and as of which block that was all.
      amount numeric(96, 18) check (amount > 0),
      recipient text,
      block_number bigint,
      outcome text check (outcome in ('done', 'reverted', 'empty')),
      -- When it is looked at next or, while a process does so, when its claim is lost; null once it has its outcome.
      due_at timestamptz,
      last_error text check (length(last_error) <= 500),
      created_at timestamptz not null,
      primary key (network, address, asset, number),
      constraint evm_sweeps_over check ((outcome is null) = (due_at is not null)),
      constraint evm_sweeps_signed check (
        (amount is null) = (recipient is null) and (amount is null) = (block_number is null))
    );
    create unique index evm_sweeps_one_open on evm_sweeps (network, address, asset) where outcome is null;
    create index evm_sweeps_open on evm_sweeps (network, created_at, address) where outcome is null;
    create index evm_sweeps_incoming on evm_sweeps (network, recipient, asset) where outcome is null;
    grant select, insert, update on evm_sweeps to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table evm_sweeps;
    drop index evm_transfers_to_sweep;
    alter table evm_transfers drop column swept_at;
  `);
}
