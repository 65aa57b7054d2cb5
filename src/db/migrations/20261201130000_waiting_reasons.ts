import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table transfers
      -- Why a transfer that was neither done nor refused does not go on, as the account's people are told; what the rail
      -- itself says is in last_error. Null: it takes no longer than usual.
      add column waits_for text check (length(waits_for) <= 40),
      -- Since when it has waited without going on in between, for whatever reason.
      add column waits_since timestamptz,
      add constraint transfers_waiting check ((waits_for is null) = (waits_since is null));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'alter table transfers drop constraint transfers_waiting, drop column waits_for, drop column waits_since',
  );
}
