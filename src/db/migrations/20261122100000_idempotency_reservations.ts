import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table idempotency_records
      -- Null while the call is being carried out: then the row only reserves the key.
      alter column status drop not null,
      -- The key that made the call; null for a command.
      add column credential_id uuid,
      -- Of a reservation: what providers are given as their idempotency key.
      add column effect_key text,
      -- Of a reservation: whose it is, and until when, by the database's own time.
      add column lease_token uuid,
      add column leased_until timestamptz,
      add constraint idempotency_records_answered_or_reserved check (
        case when status is null
          then effect_key is not null and lease_token is not null and leased_until is not null
               and body is null and sealed_body is null
          else effect_key is null and lease_token is null and leased_until is null
        end);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from idempotency_records where status is null;
    alter table idempotency_records
      drop constraint idempotency_records_answered_or_reserved,
      drop column leased_until,
      drop column lease_token,
      drop column effect_key,
      drop column credential_id,
      alter column status set not null;
  `);
}
