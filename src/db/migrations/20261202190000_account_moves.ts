import type { Knex } from 'knex';

/** Accounts that move to another cell, or did (D74). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- copying: the account works here, while another cell gets a copy. gone: it works in that cell. arriving: the same, but this
    -- one gets a copy; gone_at is then when it had left here, if it ever did. here: it has arrived.
    create table account_moves (
      account_id uuid primary key,
      -- The same in both cells.
      id uuid not null,
      state text not null check (state in ('copying', 'gone', 'arriving', 'here')),
      -- The other cell.
      cell smallint not null check (cell between 0 and 1295),
      -- Until then nothing of the account may change here: for good, or for the moment in which it leaves.
      still_until timestamptz,
      created_at timestamptz not null default clock_timestamp(),
      gone_at timestamptz,
      arrived_at timestamptz,
      check (state <> 'here' or still_until is null and arrived_at is not null),
      check (state not in ('gone', 'arriving') or still_until = 'infinity'),
      check (state <> 'gone' or gone_at is not null)
    );
    create index account_moves_by_end on account_moves (still_until);
    grant select, insert, update, delete on account_moves to payments_app;

    -- Which rows of an account have changed since it is being copied.
    create table account_move_changes (
      account_id uuid not null,
      id bigint generated always as identity,
      table_name text not null,
      key jsonb not null,
      primary key (account_id, id)
    );
    grant select, delete on account_move_changes to payments_app;

    -- On tables with rows of an account that moves: notes what changes while it is copied, and refuses changes while nothing
    -- may change. Its arguments: the account, the table, and the columns that identify a row.
    create function keep_account_move() returns trigger language plpgsql
      security definer set search_path to 'public', 'pg_temp' as $$
    declare
      moving constant uuid := tg_argv[0];
      -- Calls are logged a moment after they were answered, and so also once the account has gone.
      is_late constant boolean := tg_argv[1] = 'request_logs';
      changed constant jsonb := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
      move account_moves;
    begin
      -- What the move itself writes.
      if current_setting('payments.moving', true) = tg_argv[0] then
        return null;
      end if;
      -- Without a lock first: the move holds one while nothing may change, and whoever waited for it would keep a connection.
      select * into move from account_moves where account_id = moving;
      if move.state = 'copying' and not is_late and (move.still_until > clock_timestamp()) is not true then
        -- The account leaves only once every transaction that has come past this has ended.
        select * into move from account_moves where account_id = moving for key share;
      end if;
      if move.state is null or move.state not in ('copying', 'gone') then
        return null;
      end if;
      if move.still_until > clock_timestamp() and not is_late then
        raise exception 'account % moves to another cell', moving using errcode = 'PMOVE';
      end if;
      -- An update can change what identifies a row.
      insert into account_move_changes (account_id, table_name, key)
        select distinct moving, tg_argv[1], jsonb_object_agg(name, state -> name)
          from unnest(array[changed, case tg_op when 'UPDATE' then to_jsonb(old) end]) as states (state),
               unnest(tg_argv) with ordinality as arguments (name, place)
         where place > 2 and state is not null
         group by state;
      return null;
    end $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table account_move_changes, account_moves;
    drop function keep_account_move();
  `);
}
