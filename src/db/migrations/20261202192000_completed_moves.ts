import type { Knex } from 'knex';

/** For an older program the function does what it did: nothing but a newer one completes a move. */
export const oldestProgram = '20261202140000_refund_notes.ts';

/** What an account has left behind in a cell grows too old there like everything else (D74). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- When all was done, in the cell that the account has left.
    alter table account_moves add column completed_at timestamptz;
    update account_moves set completed_at = gone_at where state = 'gone';

    ${keepAccountMove(LETS_OLD_ROWS_GO)}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${keepAccountMove('')}

    alter table account_moves drop column completed_at;
  `);
}

const LETS_OLD_ROWS_GO = `
      -- Once the move is done, only what is too old is deleted here.
      if tg_op = 'DELETE' and move.state = 'gone' and move.completed_at is not null then
        return null;
      end if;`;

function keepAccountMove(exception: string): string {
  return `create or replace function keep_account_move() returns trigger language plpgsql
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
      end if;${exception}
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
    end $$;`;
}
