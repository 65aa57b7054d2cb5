import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- One for each filter of a list, in the list's order. The one on states serves the unmatched as well.
    create index deposits_by_status on deposits (account_id, status, created_at desc, id desc);
    create index deposits_by_method on deposits (account_id, method, created_at desc, id desc);
    create index deposits_by_asset on deposits (account_id, asset, created_at desc, id desc);
    drop index deposits_unmatched;
    drop index deposits_by_link;
    create index deposits_by_link on deposits (account_id, payment_link_code, created_at desc, id desc);
    create index payouts_by_link on payouts (account_id, payment_link_code, kind, created_at desc, id desc)
      where payment_link_code is not null;
    -- Both kinds in one list.
    create index payouts_of_conversions on payouts (account_id, created_at desc, id desc)
      where kind in ('conversion', 'payment_conversion');

    -- For the operator, who names a key without its account.
    create index credentials_by_id on credentials (id);

    -- As it was, but for the case: whether Postgres looks at the inheritance or at the names first depends on how many
    -- tables it knows of, and most names are no date.
    create or replace function drop_old_request_log_partitions() returns integer
      language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
    declare
      partition text;
      dropped integer := 0;
    begin
      for partition in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent = 'public.request_logs'::regclass
           and case when c.relname ~ '^request_logs_[0-9]{8}$'
                    then to_date(right(c.relname, 8), 'YYYYMMDD') < (now() at time zone 'UTC')::date - 30 end
         order by c.relname
      loop
        execute format('drop table public.%I', partition);
        dropped := dropped + 1;
      end loop;
      return dropped;
    end $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index credentials_by_id, payouts_of_conversions, payouts_by_link, deposits_by_link, deposits_by_asset, deposits_by_method,
      deposits_by_status;
    create index deposits_by_link on deposits (account_id, payment_link_code, created_at desc);
    -- The function stays: it does what it did.
    create index deposits_unmatched on deposits (account_id, created_at desc, id desc) where status = 'unmatched';
  `);
}
