import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table events
      -- Who reads on from where they stopped goes by these two: what belongs to an earlier transaction than any that
      -- still runs will not get company any more.
      add column recorded_in xid8 not null default pg_current_xact_id(),
      add column position bigint not null generated always as identity;
    drop index events_by_time;
    create index events_by_time on events (account_id, created_at desc, position desc);
    create index events_by_type on events (account_id, type, created_at desc, position desc);
    create index events_in_order on events (account_id, recorded_in, position);
    -- Rows lie in the order of time, so the purge finds its way by an index of next to no size.
    create index events_by_age on events using brin (created_at);
    grant delete on events to payments_app;

    alter table webhook_deliveries
      drop constraint webhook_deliveries_attempts_check,
      drop constraint webhook_deliveries_once,
      drop constraint webhook_deliveries_account_id_event_id_fkey;
    alter table webhook_deliveries
      -- How often somebody asked for one more attempt after the last of the schedule.
      add column redeliveries smallint not null default 0 check (redeliveries between 0 and 10),
      add constraint webhook_deliveries_attempts_check check (attempts between 0 and 16),
      -- The event first, so that an event finds its deliveries as well.
      add constraint webhook_deliveries_once unique (account_id, event_id, endpoint_id),
      add constraint webhook_deliveries_event foreign key (account_id, event_id)
        references events (account_id, id) on delete cascade;
    drop index webhook_deliveries_due;
    -- A queue for each endpoint: one that hangs, or is switched off, is passed by in one step.
    create index webhook_deliveries_pending on webhook_deliveries (account_id, endpoint_id, next_attempt_at)
      where status = 'pending';
    create index webhook_deliveries_in_flight on webhook_deliveries (account_id, endpoint_id)
      where lease_token is not null;
    create index webhook_deliveries_by_time on webhook_deliveries (account_id, endpoint_id, created_at desc, id desc);
    create index webhook_deliveries_failed on webhook_deliveries (account_id, endpoint_id, created_at desc, id desc)
      where status = 'failed';

    create table webhook_delivery_attempts (
      account_id uuid not null,
      delivery_id uuid not null,
      number smallint not null check (number between 1 and 16),
      -- When it ended: the pause until the next counts from here.
      ended_at timestamptz not null,
      duration_ms integer not null check (duration_ms >= 0),
      http_status smallint,
      error text check (length(error) <= 500),
      primary key (account_id, delivery_id, number),
      foreign key (account_id, delivery_id) references webhook_deliveries (account_id, id) on delete cascade
    );
    grant select, insert on webhook_delivery_attempts to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table webhook_delivery_attempts;
    drop index webhook_deliveries_failed, webhook_deliveries_by_time, webhook_deliveries_in_flight,
      webhook_deliveries_pending;
    create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status = 'pending';
    update webhook_deliveries set attempts = 6 where attempts > 6;
    alter table webhook_deliveries
      drop constraint webhook_deliveries_event,
      drop constraint webhook_deliveries_once,
      drop constraint webhook_deliveries_attempts_check,
      drop column redeliveries;
    alter table webhook_deliveries
      add constraint webhook_deliveries_attempts_check check (attempts between 0 and 6),
      add constraint webhook_deliveries_once unique (account_id, endpoint_id, event_id),
      add constraint webhook_deliveries_account_id_event_id_fkey foreign key (account_id, event_id)
        references events (account_id, id);
    revoke delete on events from payments_app;
    drop index events_by_age, events_in_order, events_by_type, events_by_time;
    create index events_by_time on events (account_id, created_at desc, id desc);
    alter table events drop column position, drop column recorded_in;
  `);
}
