import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The field or parameter that a failed call's error is about. Null for older calls.
    alter table request_logs add column error_param text;

    -- What people see first: most calls of most accounts are reads that succeed, and pay nothing for it.
    create index request_logs_without_reads on request_logs (account_id, created_at, id)
      where method <> 'GET' or status >= 400;

    drop index request_logs_failed;
    create index request_logs_failed on request_logs (account_id, created_at, id)
      include (error_code, error_param, operation) where status >= 400;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index request_logs_failed;
    create index request_logs_failed on request_logs (account_id, created_at, id) include (error_code, operation)
      where status >= 400;
    drop index request_logs_without_reads;
    alter table request_logs drop column error_param;
  `);
}
