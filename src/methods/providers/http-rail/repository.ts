import { named, query, type Queryable, sql, type Placeholders } from '../../../db/index.ts';

/**
 * Declares the query for the end of a pause that a rail imposed on a client, in a table of clients; undefined outside
 * of a pause.
 */
export function lockIn(table: string): (on: Queryable, id: string) => Promise<Date | undefined> {
  const find = query.first<{ id: string }, { lockedUntil: Date }>(`${table}.find_lock`, (p) =>
    sql(table).where('id', p.id).whereRaw('locked_until > clock_timestamp()').select('locked_until'),
  );
  return async (on, id) => (await find(on, { id }))?.lockedUntil;
}

/** How many rows are claimed, and for how long they are leased. */
export interface Due {
  limit: number;
  leaseMs: number;
}

/**
 * Claims the rows `o` of a table that are due, and returns their `columns`. Due by real time, because the rail does not
 * follow the deployment's clock. `asked` names the column that counts the polls.
 */
export function claimDue<P extends Due>(
  p: Placeholders<P>,
  { table, asked = 'asked', columns }: { table: string; asked?: string; columns: string },
): ReturnType<typeof named> {
  return named(
    `with due as (
       select id from ${table} where due_at <= now() order by due_at limit :limit for update skip locked
     )
     update ${table} o
        set ${asked} = o.${asked} + 1, due_at = clock_timestamp() + :leaseMs * interval '1 millisecond'
       from due where o.id = due.id
     returning ${columns}`,
    p,
  );
}

/** Schedules the next poll of a claimed row, unless it was claimed anew; null ends the polling. */
export interface Later {
  id: string;
  asked: number;
  waitMs: number | null;
}

export function putOff(
  p: Placeholders<Later>,
  { table, asked = 'asked' }: { table: string; asked?: string },
): ReturnType<typeof named> {
  return named(
    `update ${table} set due_at = clock_timestamp() + :waitMs * interval '1 millisecond'
      where id = :id and ${asked} = :asked and due_at is not null`,
    p,
  );
}
