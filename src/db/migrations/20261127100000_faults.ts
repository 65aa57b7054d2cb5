import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What an account asked to go wrong with its next calls and deliveries. Only in the test environment.
    create table faults (
      account_id uuid not null references accounts (id),
      id uuid not null,
      kind text not null check (kind in
        ('rate_limited', 'internal_error', 'late_response', 'lost_request', 'lost_response',
         'late_delivery', 'duplicate_delivery', 'out_of_order_delivery')),
      -- Null: every operation; always null for deliveries.
      operation text check (length(operation) <= 100),
      delay_ms integer check (delay_ms between 1 and 10000),
      count integer not null check (count between 1 and 100),
      remaining integer not null check (remaining between 0 and count),
      created_at timestamptz not null,
      expires_at timestamptz not null,
      primary key (account_id, id),
      constraint faults_delay check ((delay_ms is not null) = (kind in ('late_response', 'late_delivery'))),
      constraint faults_operation check (operation is null or kind not like '%_delivery')
    );
    grant select, insert, update, delete on faults to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table faults');
}
