import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A nonce is taken before its transaction is signed: signing may take a network call, for which no transaction of the
    -- database is held open. So the order keeps what its first transaction costs; null for those from before, which are
    -- signed. What is in evm_transactions is never changed: of two signatures, the first that is stored is sent.
    alter table evm_orders
      add column max_fee numeric(78, 0),
      add column priority_fee numeric(78, 0);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table evm_orders drop column max_fee, drop column priority_fee;
  `);
}
