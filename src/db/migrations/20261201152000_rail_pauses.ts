import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What takes no payments ("in"), or sends none ("out"), at the moment: a provider, a method or a network (D47).
    create table rail_pauses (
      direction text not null check (direction in ('in', 'out')),
      provider text check (length(provider) <= 100),
      method text check (length(method) <= 100),
      network text check (length(network) <= 100),
      reason text check (length(reason) between 1 and 500),
      -- Null: before there were operators.
      paused_by uuid references operators (id),
      paused_at timestamptz not null,
      check (num_nonnulls(provider, method, network) = 1),
      constraint rail_pauses_once unique nulls not distinct (direction, provider, method, network)
    );
    grant select, insert, delete on rail_pauses to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table rail_pauses');
}
