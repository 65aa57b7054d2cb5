import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Tokens as they describe themselves on chain: processes that only serve calls never ask a chain.
    create table evm_tokens (
      network text not null,
      contract text not null check (contract ~ '^0x[0-9a-f]{40}$'),
      decimals integer not null check (decimals between 0 and 18),
      primary key (network, contract)
    );
    grant select, insert on evm_tokens to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table evm_tokens');
}
