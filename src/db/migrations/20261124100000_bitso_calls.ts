import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- How each API key of Bitso is used by all processes together: Bitso counts calls and nonces by key.
    create table bitso_keys (
      -- A digest of the key.
      id text primary key check (id ~ '^[0-9a-f]{32}$'),
      -- The last six digits of the last nonce.
      number integer not null check (number between 0 and 999999),
      -- Up to when the calls that were made use up what is allowed (the theoretical arrival time of GCRA).
      used_to timestamptz not null,
      -- Nothing is sent until then: Bitso has locked the key.
      locked_until timestamptz,
      -- How many times it was locked in a row.
      lockouts integer not null default 0 check (lockouts >= 0)
    );
    grant select, insert, update on bitso_keys to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table bitso_keys');
}
