import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Not in the write-ahead log: when Postgres crashes, leases are lost, and what was being sent is sent again.
    alter table webhook_leases set unlogged;

    -- A UUIDv7, which Postgres has since version 18 only: new rows go to the end of an index.
    create function time_ordered_uuid() returns uuid language sql volatile parallel safe as $$
      select encode(
        set_bit(
          set_bit(
            overlay(uuid_send(gen_random_uuid())
                    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
                    from 1 for 6),
            52, 1),
          53, 1),
        'hex')::uuid
    $$;

    -- A number instead of a long path.
    drop index request_logs_by_path;
    create index request_logs_by_path on request_logs (account_id, hashtext(path), created_at, id);

    -- The operator's look-up by a deposit's id alone goes account by account.
    drop index deposits_by_id;

    -- Operators list notices in the order of their ids, which grow with time. A notice changes twice, and each change would
    -- be a new entry of these.
    drop index provider_notices_by_time, provider_notices_by_provider;

    -- A link changes once or twice: room for some of a page's links is enough to change them in place.
    alter table payment_links set (fillfactor = 70);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payment_links set (fillfactor = 50);
    create index provider_notices_by_provider on provider_notices (provider, received_at desc, id desc);
    create index provider_notices_by_time on provider_notices (received_at desc, id desc);
    create index deposits_by_id on deposits (id);
    drop index request_logs_by_path;
    create index request_logs_by_path on request_logs (account_id, path, created_at, id);
    drop function time_ordered_uuid();
    alter table webhook_leases set logged;
  `);
}
