import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- How many links an account has in each state: the sum of these rows. Changes are only ever added, so that no two
    -- transactions wait for each other at a counter; a worker merges them into one row for each state.
    create table payment_link_counts (
      id bigint generated always as identity primary key,
      account_id uuid not null references accounts (id),
      status text not null,
      change bigint not null,
      merged boolean not null default false
    );
    create index payment_link_counts_by_account on payment_link_counts (account_id);
    create index payment_link_counts_unmerged on payment_link_counts (id) where not merged;
    create unique index payment_link_counts_merged on payment_link_counts (account_id, status) where merged;

    create function count_new_payment_links() returns trigger language plpgsql
      security definer set search_path = public, pg_temp as $$
    begin
      insert into payment_link_counts (account_id, status, change)
        select account_id, status, count(*) from written where deleted_at is null group by account_id, status;
      return null;
    end $$;
    create trigger payment_links_count_new after insert on payment_links
      referencing new table as written for each statement execute function count_new_payment_links();

    create function count_moved_payment_links() returns trigger language plpgsql
      security definer set search_path = public, pg_temp as $$
    begin
      insert into payment_link_counts (account_id, status, change)
        select account_id, status, sum(change)
          from (select account_id, status, -1 as change from before where deleted_at is null
                union all
                select account_id, status, 1 from written where deleted_at is null) moves
         group by account_id, status having sum(change) <> 0;
      return null;
    end $$;
    create trigger payment_links_count_moved after update on payment_links
      referencing old table as before new table as written
      for each statement execute function count_moved_payment_links();

    insert into payment_link_counts (account_id, status, change, merged)
      select account_id, status, count(*), true from payment_links where deleted_at is null group by account_id, status;

    -- What lapsed and was not marked yet is looked for account by account.
    create index payment_links_due_by_account on payment_links (account_id, expires_at)
      where status = 'active' and deleted_at is null;

    grant select, insert, update, delete on payment_link_counts to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index payment_links_due_by_account;
    drop trigger payment_links_count_moved on payment_links;
    drop function count_moved_payment_links();
    drop trigger payment_links_count_new on payment_links;
    drop function count_new_payment_links();
    drop table payment_link_counts;
  `);
}
