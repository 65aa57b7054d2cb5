import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table events (
      account_id uuid not null references accounts (id),
      -- Made from what happened to whom, so that recording a fact twice yields one event.
      id text not null,
      type text not null,
      created_at timestamptz not null,
      -- The bytes that are signed and sent.
      body text not null,
      request_id text,
      primary key (account_id, id)
    );
    create index events_by_time on events (account_id, created_at desc, id desc);

    create table webhook_endpoints (
      account_id uuid not null references accounts (id),
      id uuid not null,
      url text not null check (length(url) <= 2048),
      description text not null check (length(description) <= 500),
      enabled_events text[] not null,
      sealed_secret bytea not null,
      -- The owner's switch; disabled_at is the service's.
      enabled boolean not null default true,
      disabled_at timestamptz,
      disabled_reason text,
      consecutive_failures integer not null default 0,
      created_at timestamptz not null,
      primary key (account_id, id),
      constraint webhook_endpoints_disabled_facts check ((disabled_at is null) = (disabled_reason is null))
    );

    create table webhook_deliveries (
      account_id uuid not null,
      id uuid not null,
      endpoint_id uuid not null,
      event_id text not null,
      status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
      -- Attempts whose outcome is known. One whose worker died is made again under its number: it may have arrived,
      -- but losing a notice is worse than sending it twice.
      attempts smallint not null default 0 check (attempts between 0 and 6),
      next_attempt_at timestamptz,
      -- Who sends it right now, and until when nobody else may. Real time, even in a deployment whose clock was moved.
      lease_token uuid,
      lease_expires_at timestamptz,
      last_attempt_at timestamptz,
      last_http_status smallint,
      last_error text check (length(last_error) <= 500),
      created_at timestamptz not null,
      primary key (account_id, id),
      constraint webhook_deliveries_once unique (account_id, endpoint_id, event_id),
      constraint webhook_deliveries_due check ((status = 'pending') = (next_attempt_at is not null)),
      foreign key (account_id, endpoint_id) references webhook_endpoints (account_id, id) on delete cascade,
      foreign key (account_id, event_id) references events (account_id, id)
    );
    create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status = 'pending';

    grant select, insert on events to payments_app;
    grant select, insert, update, delete on webhook_endpoints, webhook_deliveries to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table webhook_deliveries, webhook_endpoints, events');
}
