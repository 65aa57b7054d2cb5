import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The last comparison of what is held with what is owed (D39), for the metrics of every process.
    create table solvency_checks (
      -- There is one row.
      id integer primary key check (id = 1),
      -- When it is made again or, while a process does so, when its claim is lost.
      due_at timestamptz not null,
      checked_at timestamptz,
      result jsonb
    );
    grant select, insert, update on solvency_checks to payments_app;

    -- What left the wallets of the EVM rail without an order. A reorganisation may take it out of the chain again, but
    -- whoever signed it has a key: rows stay.
    create table evm_unexplained (
      network text not null references evm_chains (network),
      -- A transfer's transaction and the position among its logs, or a wallet and the first of its nonces.
      reference text not null check (length(reference) <= 200),
      wallet text not null,
      -- Of a transfer of a token; null for transactions that are known by their nonces only.
      asset text,
      amount numeric(96, 18) check (amount > 0),
      recipient text,
      -- Transactions that this database never stored; null for a transfer.
      transactions bigint check (transactions > 0),
      block_number bigint not null,
      found_at timestamptz not null,
      primary key (network, reference),
      constraint evm_unexplained_what check (
        num_nulls(asset, amount, recipient) = case when transactions is null then 0 else 3 end)
    );
    create index evm_unexplained_by_time on evm_unexplained (network, found_at);
    grant select, insert, update (transactions, block_number, found_at) on evm_unexplained to payments_app;

    -- When the nonces of a chain's hot wallets are compared with those that were used here.
    alter table evm_chains add column watch_due_at timestamptz not null default service_now();

    -- Deposit addresses whose coin is for gas.
    create index evm_orders_top_ups on evm_orders (network, recipient) where kind = 'top_up';
    create index evm_sweeps_by_recipient on evm_sweeps (network, recipient) where recipient is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index evm_sweeps_by_recipient;
    drop index evm_orders_top_ups;
    alter table evm_chains drop column watch_due_at;
    drop table evm_unexplained, solvency_checks;
  `);
}
