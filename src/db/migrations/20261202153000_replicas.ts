import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Counts the changes of an account of which no event tells, so that a replica shows how far it has come (D66). The nil
    -- account's count for all accounts. Slots, because a row is locked until the commit of whoever counts in it.
    create table account_versions (
      account_id uuid not null,
      slot smallint not null,
      version bigint not null,
      primary key (account_id, slot)
    ) with (fillfactor = 50);
    grant select, insert, update on account_versions to payments_app;

    -- What the primary wrote lately: by its last beat, a replica shows whose it is, and how far behind.
    create table replica_beats (
      beat bigint generated always as identity primary key,
      token uuid not null default gen_random_uuid(),
      beaten_at timestamptz not null default clock_timestamp()
    );
    grant select, insert, delete on replica_beats to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table account_versions, replica_beats');
}
