import type { Knex } from 'knex';

/**
 * The daily quota was one row for each credential, which a call kept locked until its commit, so that calls with the same
 * key waited for each other's commits. Now a credential has several slots, each with a share of the quota: a call locks
 * only the slot that it uses. Shares never add up to more than the quota, so it stays exact, whichever calls are rolled
 * back.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table money_quotas
      add column slot smallint not null default 0,
      -- How many operations may use this slot; all of the quota if it is the only one.
      add column share integer,
      drop constraint money_quotas_pkey,
      drop constraint money_quotas_within_limit;
    update money_quotas set share = greatest(used, quota);
    alter table money_quotas
      alter column share set not null,
      alter column slot drop default,
      add primary key (account_id, credential_id, day, slot),
      add constraint money_quotas_within_share check (used <= share);

    -- Uses one of the day's operations of a credential, and returns how many are used, not counting those of
    -- transactions that are still open. Fails with the constraint money_quotas_within_limit if none is left.
    create function charge_money_quota(p_account_id uuid, p_credential_id uuid, p_quota integer) returns integer
    language plpgsql as $$
    declare
      slots constant integer := 8;
      -- So many are never shared out: the day's last operations are counted one after the other, so that what callers
      -- are told is left is exact when it matters to them.
      counted_singly constant integer := 200;
      today constant date := (now() at time zone 'utc')::date;
      -- A connection keeps its slot, and connections are spread over the slots.
      own_slot constant integer := pg_backend_pid() % slots;
      used_before integer;
      to_share integer;
    begin
      update money_quotas set used = used + 1
       where account_id = p_account_id and credential_id = p_credential_id and day = today and slot = own_slot
         and used < share and quota = p_quota;
      if found then
        return (select sum(used) from money_quotas
                 where account_id = p_account_id and credential_id = p_credential_id and day = today);
      end if;

      -- The first of the day, the share is used up, or the quota was changed: shares are given out again, with all slots
      -- locked, always in the same order.
      insert into money_quotas (account_id, credential_id, day, slot, used, share, quota)
      select p_account_id, p_credential_id, today, one, 0, 0, p_quota from generate_series(0, slots - 1) as one
      on conflict do nothing;
      perform from money_quotas
        where account_id = p_account_id and credential_id = p_credential_id and day = today order by slot for update;
      used_before := (select sum(used) from money_quotas
                       where account_id = p_account_id and credential_id = p_credential_id and day = today);
      if used_before >= p_quota then
        raise check_violation using constraint = 'money_quotas_within_limit', message = 'the daily quota is used up';
      end if;
      to_share := p_quota - used_before - 1 - counted_singly;
      update money_quotas
         set used = used + (slot = own_slot)::integer, quota = p_quota,
             share = used + (slot = own_slot)::integer
                     + greatest(to_share, 0) / slots
       where account_id = p_account_id and credential_id = p_credential_id and day = today;
      return used_before + 1;
    end $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function charge_money_quota(uuid, uuid, integer);
    create temporary table day_quotas on commit drop as
      select account_id, credential_id, day, sum(used) as used, max(quota) as quota from money_quotas
       group by account_id, credential_id, day;
    delete from money_quotas;
    alter table money_quotas
      drop constraint money_quotas_pkey,
      drop constraint money_quotas_within_share,
      drop column slot,
      drop column share,
      add primary key (account_id, credential_id, day),
      add constraint money_quotas_within_limit check (used <= quota);
    insert into money_quotas (account_id, credential_id, day, used, quota)
    select account_id, credential_id, day, used, greatest(used, quota) from day_quotas;
  `);
}
