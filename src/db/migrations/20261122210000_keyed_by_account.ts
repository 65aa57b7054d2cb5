import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The last sequence number that each account has given to an event. Whoever records events holds the row until the
    -- commit, so that numbers become visible in their order and without gaps (D34).
    create table event_sequences (
      account_id uuid primary key references accounts (id),
      last_sequence bigint not null default 0 check (last_sequence >= 0)
    ) with (fillfactor = 50);

    alter table events add column sequence bigint check (sequence > 0);
    update events e set sequence = n.sequence
      from (select account_id, id, row_number() over (partition by account_id order by recorded_in, position) as sequence
              from events) n
     where e.account_id = n.account_id and e.id = n.id;
    alter table events alter column sequence set not null;
    insert into event_sequences (account_id, last_sequence)
      select account_id, max(sequence) from events group by account_id;

    drop index events_in_order, events_by_type, events_by_time;
    alter table events drop column recorded_in, drop column position;
    create unique index events_in_sequence on events (account_id, sequence);
    create index events_by_time on events (account_id, created_at desc, sequence desc);
    create index events_by_type on events (account_id, type, created_at desc, sequence desc);

    grant select, insert, update on event_sequences to payments_app;

    alter table payment_link_counts drop constraint payment_link_counts_pkey, add primary key (account_id, id);
    drop index payment_link_counts_by_account, payment_link_counts_unmerged;
    create index payment_link_counts_unmerged on payment_link_counts (account_id, id) where not merged;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index payment_link_counts_unmerged;
    alter table payment_link_counts drop constraint payment_link_counts_pkey, add primary key (id);
    create index payment_link_counts_unmerged on payment_link_counts (id) where not merged;
    create index payment_link_counts_by_account on payment_link_counts (account_id);
    drop index events_in_sequence, events_by_type, events_by_time;
    alter table events
      add column recorded_in xid8 not null default pg_current_xact_id(),
      add column position bigint not null generated always as identity;
    create index events_by_time on events (account_id, created_at desc, position desc);
    create index events_by_type on events (account_id, type, created_at desc, position desc);
    create index events_in_order on events (account_id, recorded_in, position);
    alter table events drop column sequence;
    drop table event_sequences;
  `);
}
