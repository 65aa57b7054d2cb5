import type { Knex } from 'knex';

/** The secret before a rotation may work beside the new one, until a time that whoever rotates it has chosen (D63). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table credentials
      add column previous_secret_hmac bytea check (length(previous_secret_hmac) = 32),
      add column previous_pepper_version smallint,
      add column previous_last_four text check (length(previous_last_four) = 4),
      add column previous_valid_until timestamptz,
      add constraint credentials_previous_facts check (
        (previous_secret_hmac is null) = (previous_valid_until is null)
        and (previous_pepper_version is null) = (previous_valid_until is null)
        and (previous_last_four is null) = (previous_valid_until is null));
    create index credentials_previous on credentials (previous_valid_until) where previous_valid_until is not null;

    alter table webhook_endpoints
      add column previous_sealed_secret bytea,
      add column previous_valid_until timestamptz,
      add constraint webhook_endpoints_previous_facts check (
        (previous_sealed_secret is null) = (previous_valid_until is null));
    create index webhook_endpoints_previous on webhook_endpoints (previous_valid_until)
      where previous_valid_until is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table webhook_endpoints drop column previous_sealed_secret, drop column previous_valid_until;
    alter table credentials
      drop column previous_secret_hmac, drop column previous_pepper_version,
      drop column previous_last_four, drop column previous_valid_until;
  `);
}
