import type { Knex } from 'knex';

/** Indexes of links that contain what a payment changes: with one of them, each change writes all indexes anew. */
const FORMER_INDEXES = `
  create index payment_links_by_status on payment_links (account_id, status, created_at desc, code desc) where deleted_at is null;
  create index payment_links_by_currency on payment_links (account_id, currency, created_at desc, code desc) where deleted_at is null;
  create index payment_links_due on payment_links (expires_at) where status = 'active';
  create index payment_links_due_by_account on payment_links (account_id, expires_at) where status = 'active' and deleted_at is null;
  create index payment_links_collected on payment_links (account_id, qr_code_id, paid_at desc, code desc)
    where qr_code_id is not null and paid_at is not null;
  create index payment_links_unpaid_by_qr_code on payment_links (account_id, qr_code_id)
    where qr_code_id is not null and status in ('active', 'processing');`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What links are listed by that changes during their life: a narrow row for each link that is not deleted, kept by
    -- triggers. A link itself has no index on any of it, so that a payment changes its row in place and no index.
    create table payment_link_states (
      account_id uuid not null,
      currency text not null,
      status text not null,
      -- The link's.
      created_at timestamptz not null,
      link_code text not null,
      expires_at timestamptz not null,
      paid_at timestamptz,
      qr_code_id uuid
    );
    insert into payment_link_states
      select account_id, currency, status, created_at, code, expires_at, paid_at, qr_code_id
        from payment_links where deleted_at is null;
    alter table payment_link_states add primary key (account_id, currency, status, created_at, link_code);
    create index payment_link_states_due on payment_link_states (expires_at) where status = 'active';
    create index payment_link_states_due_by_account on payment_link_states (account_id, expires_at) where status = 'active';
    create index payment_link_states_collected on payment_link_states (account_id, qr_code_id, paid_at desc, link_code desc)
      where qr_code_id is not null and paid_at is not null;
    create index payment_link_states_unpaid_by_qr_code on payment_link_states (account_id, qr_code_id)
      where qr_code_id is not null and status in ('active', 'processing');
    grant select on payment_link_states to payments_app;

    drop index payment_links_by_status, payment_links_by_currency, payment_links_due, payment_links_due_by_account,
               payment_links_collected, payment_links_unpaid_by_qr_code;
    -- The modules of a link's QR code take a tenth of its drawing, which only older links keep.
    alter table payment_links add column qr_modules text, alter column qr_svg drop not null;
    -- Room for each link's changed row on its own page: nearly all links change once.
    alter table payment_links set (fillfactor = 50);

    -- How many links an account has in each state: the merged sums, and what changed since. Changes are only ever added,
    -- one row for all links that went the same way in one statement.
    create table payment_link_count_changes (
      account_id uuid not null,
      links bigint not null,
      -- Null: from nowhere, as a new link, or to nowhere, as a deleted one.
      left_status text,
      entered_status text
    );
    create index payment_link_count_changes_by_account on payment_link_count_changes (account_id);
    grant select, delete on payment_link_count_changes to payments_app;
    drop trigger payment_links_count_new on payment_links;
    drop trigger payment_links_count_moved on payment_links;
    drop function count_new_payment_links();
    drop function count_moved_payment_links();
    alter table payment_link_counts rename to former_counts;
    create table payment_link_counts (
      account_id uuid not null,
      status text not null,
      links bigint not null,
      constraint payment_link_counts_of_status primary key (account_id, status)
    ) with (fillfactor = 50);
    insert into payment_link_counts select account_id, status, sum(change) from former_counts group by 1, 2;
    drop table former_counts;
    grant select, insert, update on payment_link_counts to payments_app;

    create function list_new_payment_links() returns trigger language plpgsql
      security definer set search_path = public, pg_temp as $$
    begin
      with listed as (
        insert into payment_link_states
          select account_id, currency, status, created_at, code, expires_at, paid_at, qr_code_id
            from written where deleted_at is null)
      insert into payment_link_count_changes (account_id, entered_status, links)
        select account_id, status, count(*) from written where deleted_at is null group by account_id, status;
      return null;
    end $$;
    create trigger payment_links_list_new after insert on payment_links
      referencing new table as written for each statement execute function list_new_payment_links();

    create function list_moved_payment_links() returns trigger language plpgsql
      security definer set search_path = public, pg_temp as $$
    begin
      with moved as (
        select b.currency as left_currency, b.status as left_status, b.created_at as left_created_at, w.*
          from before b join written w on w.account_id = b.account_id and w.code = b.code
         where b.deleted_at is null
           and (b.currency, b.status, b.created_at, b.expires_at, b.paid_at, b.qr_code_id, b.deleted_at)
               is distinct from (w.currency, w.status, w.created_at, w.expires_at, w.paid_at, w.qr_code_id, w.deleted_at)
      ), listed as (
        update payment_link_states s
           set currency = m.currency, status = m.status, created_at = m.created_at, expires_at = m.expires_at,
               paid_at = m.paid_at, qr_code_id = m.qr_code_id
          from moved m
         where m.deleted_at is null and s.account_id = m.account_id and s.currency = m.left_currency
           and s.status = m.left_status and s.created_at = m.left_created_at and s.link_code = m.code
      ), unlisted as (
        delete from payment_link_states s using moved m
         where m.deleted_at is not null and s.account_id = m.account_id and s.currency = m.left_currency
           and s.status = m.left_status and s.created_at = m.left_created_at and s.link_code = m.code
      )
      insert into payment_link_count_changes (account_id, left_status, entered_status, links)
        select account_id, left_status, entered_status, count(*)
          from (select account_id, left_status, case when deleted_at is null then status end as entered_status from moved) m
         where left_status is distinct from entered_status group by account_id, left_status, entered_status;
      return null;
    end $$;
    create trigger payment_links_list_moved after update on payment_links
      referencing old table as before new table as written
      for each statement execute function list_moved_payment_links();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger payment_links_list_moved on payment_links;
    drop trigger payment_links_list_new on payment_links;
    drop function list_moved_payment_links();
    drop function list_new_payment_links();

    drop table payment_link_counts, payment_link_count_changes;
    create table payment_link_counts (
      id bigint generated always as identity,
      account_id uuid not null references accounts (id),
      status text not null,
      change bigint not null,
      merged boolean not null default false,
      primary key (account_id, id)
    );
    insert into payment_link_counts (account_id, status, change, merged)
      select account_id, status, count(*), true from payment_links where deleted_at is null group by account_id, status;
    create index payment_link_counts_unmerged on payment_link_counts (account_id, id) where not merged;
    create unique index payment_link_counts_merged on payment_link_counts (account_id, status) where merged;
    grant select, insert, update, delete on payment_link_counts to payments_app;
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

    alter table payment_links reset (fillfactor), alter column qr_svg set default '', drop column qr_modules;
    ${FORMER_INDEXES}
    drop table payment_link_states;
  `);
}
