import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What is read from Bridge at intervals, and how far.
    create table bridge_progress (
      name text primary key check (name in ('events', 'funds_requests')),
      due_at timestamptz not null,
      -- The last event, and when it happened by Bridge's clock.
      last_id text check (length(last_id) between 1 and 200),
      last_at timestamptz not null
    );
    insert into bridge_progress (name, due_at, last_at)
      values ('events', now(), now()), ('funds_requests', now(), now());
    grant select, update on bridge_progress to payments_app;

    -- What banks want back, as Bridge tells it.
    create table bridge_funds_requests (
      id text primary key check (length(id) between 1 and 200),
      seen_at timestamptz not null
    );
    create index bridge_funds_requests_seen on bridge_funds_requests (seen_at);
    grant select, insert on bridge_funds_requests to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table bridge_funds_requests, bridge_progress');
}
