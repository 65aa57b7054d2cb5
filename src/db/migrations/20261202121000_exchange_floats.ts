import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- When each provider that exchanges for others was last asked what it holds. read_at: null before the first answer.
    create table exchange_readings (
      provider text primary key check (provider ~ '^[a-z][a-z0-9_]{0,31}$'),
      due_at timestamptz not null,
      read_at timestamptz
    );
    -- What it held then, per asset.
    create table exchange_floats (
      provider text not null references exchange_readings,
      asset text not null,
      held numeric not null,
      primary key (provider, asset)
    );
    grant select, insert, update on exchange_readings to payments_app;
    grant select, insert, update, delete on exchange_floats to payments_app;
    -- What open quotes have promised to exchange.
    create index payment_link_methods_promised on payment_link_methods (exchange_provider, asset, amount_due_expires_at)
      where exchange_provider is not null;
    -- What a provider has moved since it was asked.
    create index transfers_finished_by_provider on transfers (provider, finished_at) where finished_at is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index transfers_finished_by_provider;
    drop index payment_link_methods_promised;
    drop table exchange_floats;
    drop table exchange_readings;
  `);
}
