import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Whether the response was the stored one of an earlier call with the same Idempotency-Key.
    alter table request_logs add column replayed boolean not null default false;

    -- Only failed calls pay for these.
    create index request_logs_failed on request_logs (account_id, created_at, id) include (error_code, operation)
      where status >= 400;
    create index request_logs_by_error_code on request_logs (account_id, error_code, created_at, id)
      where error_code is not null;

    -- With the version, so that counting a key's versions reads no rows.
    create index request_logs_by_credential_and_version on request_logs (account_id, credential_id, created_at, id)
      include (api_version);
    drop index request_logs_by_credential;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create index request_logs_by_credential on request_logs (account_id, credential_id, created_at, id);
    drop index request_logs_by_credential_and_version, request_logs_by_error_code, request_logs_failed;
    alter table request_logs drop column replayed;
  `);
}
