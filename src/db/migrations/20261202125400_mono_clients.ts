import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- How each API client at Mono is used by all processes together: Mono counts calls by client.
    create table mono_clients (
      -- A digest of the client's id.
      id text primary key check (id ~ '^[0-9a-f]{32}$'),
      -- When the last five calls were made, the oldest first. By the real time, like all that Mono counts.
      recent_calls timestamptz[] not null check (cardinality(recent_calls) = 5),
      -- Nothing is sent until then: Mono has had too many calls.
      locked_until timestamptz
    );
    grant select, insert, update on mono_clients to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table mono_clients');
}
