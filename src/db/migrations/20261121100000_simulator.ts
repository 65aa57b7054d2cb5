import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The simulated provider's own books: nothing else of the service reads or joins these tables.

    -- What was asked of it under which key, and its answer: the same key gets the same answer. Its money operations
    -- together are its statement.
    create table simulator_operations (
      operation text not null check (operation in ('quote', 'convert', 'pay_out', 'refund', 'deposit', 'drop')),
      idempotency_key text not null,
      reference text not null unique,
      asset text not null,
      -- Positive: what came in. Negative: what went out. A quote's is what it would cost.
      amount numeric(30, 8) not null,
      details jsonb not null,
      -- Why it was not done: as final an answer as any other, so that a key once refused stays refused.
      refusal text check (length(refusal) <= 200),
      created_at timestamptz not null,
      primary key (operation, idempotency_key),
      constraint simulator_operations_refused_moves_nothing check (refusal is null or amount = 0)
    );
    create index simulator_operations_by_time on simulator_operations (created_at);

    -- How it misbehaves, for tests and demonstrations.
    create table simulator_settings (
      operation text primary key check (operation in
        ('quote', 'instructions', 'confirm', 'convert', 'pay_out', 'refund')),
      -- Before it does what it is asked for, and after that until it answers.
      latency_ms integer not null default 0 check (latency_ms between 0 and 600000),
      answer_delay_ms integer not null default 0 check (answer_delay_ms between 0 and 600000),
      -- lost_answer: done, but the caller never hears of it.
      failure text not null default 'none' check (failure in ('none', 'refused', 'unavailable', 'lost_answer'))
    );
    insert into simulator_settings (operation) values
      ('quote'), ('instructions'), ('confirm'), ('convert'), ('pay_out'), ('refund');

    -- What one unit is worth in US dollars before the market moves, and by how much it was moved by hand.
    create table simulator_rates (
      asset text primary key references assets (asset),
      usd numeric(20, 12) not null check (usd > 0),
      moved_by numeric(9, 8) not null default 0 check (moved_by > -1 and moved_by < 9)
    );
    insert into simulator_rates (asset, usd) values
      ('MXN', 0.0545), ('MXNB', 0.0545), ('USD', 1), ('USDC', 1), ('USDT', 1), ('COP', 0.000244);

    grant select, insert on simulator_operations to payments_app;
    grant select, update on simulator_settings, simulator_rates to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table simulator_rates, simulator_settings, simulator_operations');
}
