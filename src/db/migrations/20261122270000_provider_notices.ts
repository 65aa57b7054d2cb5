import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What providers told, as it was received, until it is taken in (D27). It names no account before it is read.
    create table provider_notices (
      id uuid primary key,
      provider text not null check (provider ~ '^[a-z][a-z0-9_]{0,31}$'),
      -- The provider's own id of the notice.
      notice_id text not null check (length(notice_id) between 1 and 200),
      body bytea not null,
      status text not null check (status in ('waiting', 'processed', 'failed', 'dismissed')),
      -- Each claim increments it, and only the claim with the current number may record its result.
      attempts integer not null default 0,
      -- When it is to be processed or, once claimed, when the claim counts as lost.
      due_at timestamptz,
      last_error text check (length(last_error) <= 500),
      received_at timestamptz not null,
      finished_at timestamptz,
      constraint provider_notices_stored_once unique (provider, notice_id),
      constraint provider_notices_due check ((status = 'waiting') = (due_at is not null)),
      constraint provider_notices_finished check ((status in ('processed', 'dismissed')) = (finished_at is not null))
    );
    create index provider_notices_to_process on provider_notices (due_at) where due_at is not null;
    create index provider_notices_failed on provider_notices (provider, received_at desc, id desc)
      where status = 'failed';
    create index provider_notices_over on provider_notices (received_at) where finished_at is not null;
    create index provider_notices_by_time on provider_notices (received_at desc, id desc);
    create index provider_notices_by_provider on provider_notices (provider, received_at desc, id desc);
    grant select, insert, delete, update (status, attempts, due_at, last_error, finished_at) on provider_notices
      to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table provider_notices');
}
