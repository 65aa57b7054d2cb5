import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A partition for each day (UTC, real time), so that what is 30 days old goes without a delete. Without a default
    -- partition: it would keep Postgres from reading the newest day first. No foreign key and no checks: the
    -- rows are written in batches, after their calls were answered and their values checked.
    create table request_logs (
      account_id uuid not null,
      -- The moment that the request id holds; whoever knows the id knows the partition.
      created_at timestamptz not null,
      -- The request id without its prefix.
      id uuid not null,
      method text not null,
      path text not null,
      operation text not null,
      status smallint not null,
      error_code text,
      duration_ms integer not null,
      ip text not null,
      -- As the credential was called and ended at the time of the call.
      credential_id uuid not null,
      credential_name text not null,
      credential_last_four text not null,
      idempotency_key text,
      api_version text not null,
      request_body json,
      response_body json,
      primary key (account_id, created_at, id)
    ) partition by range (created_at);

    -- The primary key serves the list without a filter; these serve one filter each, in the list's order.
    create index request_logs_by_status on request_logs (account_id, status, created_at, id);
    create index request_logs_by_method on request_logs (account_id, method, created_at, id);
    create index request_logs_by_path on request_logs (account_id, path, created_at, id);
    create index request_logs_by_credential on request_logs (account_id, credential_id, created_at, id);

    -- The service's own role may not create or drop tables; it may do so here, for days only. A partition is made
    -- aside and then attached, which lets reads and writes of the log go on meanwhile.
    create function make_request_log_partitions(first date, last date) returns void
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    declare
      partition text;
    begin
      if last - first > 31 then
        raise exception 'partitions of more than 31 days at once';
      end if;
      -- Two processes that come to a new day at once must not both make it.
      perform pg_advisory_xact_lock(7262028);
      for day in 0 .. last - first loop
        partition := 'request_logs_' || to_char(first + day, 'YYYYMMDD');
        continue when to_regclass('public.' || partition) is not null;
        execute format('create table public.%I (like public.request_logs including all)', partition);
        execute format('alter table public.request_logs attach partition public.%I for values from (%L) to (%L)',
          partition, (first + day)::timestamp at time zone 'UTC', (first + day + 1)::timestamp at time zone 'UTC');
      end loop;
    end $$;

    -- Takes no argument, so that the service's role can drop nothing that is younger. Gives up rather than make the
    -- calls queue behind it while a long read holds the log.
    create function drop_old_request_log_partitions() returns integer
      language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
    declare
      partition text;
      dropped integer := 0;
    begin
      for partition in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent = 'public.request_logs'::regclass
           and to_date(right(c.relname, 8), 'YYYYMMDD') < (now() at time zone 'UTC')::date - 30
         order by c.relname
      loop
        execute format('drop table public.%I', partition);
        dropped := dropped + 1;
      end loop;
      return dropped;
    end $$;

    revoke all on function make_request_log_partitions(date, date), drop_old_request_log_partitions() from public;
    grant execute on function make_request_log_partitions(date, date), drop_old_request_log_partitions()
      to payments_app;
    grant select, insert on request_logs to payments_app;

    -- Later ones are made by whoever writes; these spare a new deployment's first batch the wait.
    select make_request_log_partitions((now() at time zone 'UTC')::date - 1, (now() at time zone 'UTC')::date + 3);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function drop_old_request_log_partitions();
    drop function make_request_log_partitions(date, date);
    drop table request_logs;
  `);
}
