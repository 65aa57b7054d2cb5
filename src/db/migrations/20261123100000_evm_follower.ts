import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What the EVM rail knows (D28). Chains know no accounts, and nothing outside the rail reads these tables.

    -- Each process takes indexes in blocks of 64 and gives each of them once: a sequence never goes back, whatever is
    -- rolled back or lost.
    create sequence evm_address_blocks as integer minvalue 0 increment by 64;
    create table evm_addresses (
      address text primary key check (address ~ '^0x[0-9a-f]{40}$'),
      index integer not null unique,
      -- The idempotency key that it was given out under.
      issued_for text not null unique check (length(issued_for) <= 200),
      created_at timestamptz not null
    );

    -- How far each chain was followed: all transfers up to final_block are in evm_transfers for good, those up to
    -- seen_block as long as that block's hash is seen_hash.
    create table evm_chains (
      network text primary key,
      chain_id bigint not null unique,
      final_block bigint not null,
      final_hash text,
      seen_block bigint not null,
      seen_hash text,
      head_block bigint,
      -- How many blocks are read at once: fewer where an endpoint refuses more.
      range_blocks integer not null default 1000 check (range_blocks between 1 and 10000),
      -- When it is followed next or, while a process does so, when its claim is lost. Each claim counts one up.
      due_at timestamptz not null,
      claims bigint not null default 0,
      failures integer not null default 0,
      last_error text check (length(last_error) <= 500),
      -- Set when something contradicts what was final or configured: nothing goes on before an operator says so.
      halted_at timestamptz,
      -- When what the chain says our addresses hold is compared with the books next.
      audit_due_at timestamptz not null,
      updated_at timestamptz not null,
      check (seen_block >= final_block)
    );

    -- Transfers of known tokens to our addresses. One is the position-th log of its transaction: the transaction can move
    -- to another block, and its logs then get other indexes there.
    create table evm_transfers (
      network text not null references evm_chains (network),
      transaction_hash text not null,
      position integer not null,
      status text not null check (status in ('seen', 'gone', 'final', 'dropped')),
      -- When its status is reported next; null once that is done.
      report_at timestamptz,
      asset text not null,
      sender text not null,
      recipient text not null,
      amount numeric(96, 18) not null check (amount > 0),
      block_number bigint not null,
      block_hash text not null,
      seen_at timestamptz not null,
      final_at timestamptz,
      -- Since when it is in no block any more.
      gone_at timestamptz,
      primary key (network, transaction_hash, position),
      constraint evm_transfers_gone check ((status = 'gone') = (gone_at is not null)),
      constraint evm_transfers_final check ((status = 'final') = (final_at is not null))
    );
    create index evm_transfers_to_report on evm_transfers (report_at, block_number, position)
      where report_at is not null;
    create index evm_transfers_by_end on evm_transfers (final_at, network, transaction_hash, position)
      where final_at is not null;
    create index evm_transfers_open on evm_transfers (network, block_number) where status in ('seen', 'gone');
    create index evm_transfers_by_recipient on evm_transfers (recipient);

    grant usage on sequence evm_address_blocks to payments_app;
    grant select, insert on evm_addresses to payments_app;
    grant select, insert, update on evm_chains, evm_transfers to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table evm_transfers, evm_chains, evm_addresses; drop sequence evm_address_blocks');
}
