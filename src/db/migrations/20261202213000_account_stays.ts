import type { Knex } from 'knex';

/** An older program neither reads what is new nor writes it: the database does. */
export const oldestProgram = '20261202140000_refund_notes.ts';

/** When accounts were in this cell, and by which move they had come: what a move leaves of itself for good (D74). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table account_stays (
      account_id uuid not null,
      -- -infinity for an account that was opened here.
      began_at timestamptz not null,
      -- Null while it is here.
      ended_at timestamptz,
      -- The move by which it came, as both cells know it.
      arrived_by uuid,
      primary key (account_id, began_at)
    );
    grant select on account_stays to payments_app;

    insert into account_stays (account_id, began_at, ended_at)
      select account_id, '-infinity', gone_at from account_moves
       where gone_at is not null and (arrived_at is null or gone_at < arrived_at);
    insert into account_stays (account_id, began_at, ended_at, arrived_by)
      select account_id, arrived_at, case when gone_at >= arrived_at then gone_at end,
             case when state = 'here' then id end
        from account_moves where arrived_at is not null;

    create function keep_account_stay() returns trigger language plpgsql
      security definer set search_path to 'public', 'pg_temp' as $$
    begin
      if tg_op = 'UPDATE' and old.state = new.state and old.id = new.id then
        return null;
      end if;
      if new.state = 'gone' then
        update account_stays set ended_at = new.gone_at where account_id = new.account_id and ended_at is null;
        if not found then
          insert into account_stays (account_id, began_at, ended_at)
            values (new.account_id, '-infinity', new.gone_at) on conflict do nothing;
        end if;
      elsif new.state = 'here' then
        insert into account_stays (account_id, began_at, arrived_by)
          values (new.account_id, new.arrived_at, new.id)
          on conflict (account_id, began_at) do update set ended_at = null, arrived_by = excluded.arrived_by;
      end if;
      return null;
    end $$;
    create trigger kept_as_stay after insert or update on account_moves
      for each row execute function keep_account_stay();

    -- In the cell that an account moves to: since when its copy is whole.
    alter table account_moves add column copied_at timestamptz;

    -- Since it was restored, until the other cells were asked which accounts are here.
    alter table deployment add column unsettled_since timestamptz;
    grant update (unsettled_since) on deployment to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table deployment drop column unsettled_since;
    alter table account_moves drop column copied_at;
    drop trigger kept_as_stay on account_moves;
    drop function keep_account_stay();
    drop table account_stays;
  `);
}
