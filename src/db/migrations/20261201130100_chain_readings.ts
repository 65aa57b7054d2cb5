import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Since when last_error has been set without a pass in between that went well.
    alter table evm_chains add column failing_since timestamptz;
    alter table evm_wallets add column failing_since timestamptz;

    -- How the endpoints of each chain did, and what its hot wallets held, when one process last looked: for the metrics of
    -- all of them.
    create table evm_readings (
      network text primary key references evm_chains (network),
      -- When it is read next or, while a process does so, when its claim is lost.
      due_at timestamptz not null,
      endpoints jsonb not null default '[]',
      hot_wallets jsonb not null default '[]'
    );
    grant select, insert, update on evm_readings to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table evm_readings;
    alter table evm_wallets drop column failing_since;
    alter table evm_chains drop column failing_since;
  `);
}
