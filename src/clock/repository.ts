import { command, named, query, type Queryable, sql } from '../db/index.ts';

export interface ClockRow {
  now: Date;
  /** The total advance since the deployment was created. */
  advancedByS: number;
}

/** Returns undefined, and changes nothing, when the clock would get further ahead than allowed. */
export const advance = command.first<{ seconds: number; mostS: number }, ClockRow>('clock.advance', (p) =>
  named(
    `update service_clock set advanced_by = advanced_by + :seconds * interval '1 second'
      where extract(epoch from advanced_by) + :seconds <= :mostS
     returning date_trunc('milliseconds', now() + advanced_by) as now,
               extract(epoch from advanced_by)::integer as advanced_by_s`,
    p,
  ),
);

/** The deployment's clock, as `advance` returns it. */
export const findClock = query.first<Record<string, never>, ClockRow>('clock.find', () =>
  named(
    `select service_now() as now, extract(epoch from advanced_by)::integer as advanced_by_s from service_clock`,
    {},
  ),
);

const read = query.first<Record<string, never>, { now: Date }>('clock.read', () =>
  sql.select(sql.raw('service_now() as now')),
);

/** The deployment's time, for reads outside a transaction. */
export async function readClock(on: Queryable): Promise<Date> {
  const row = await read(on);
  if (!row) throw new Error('the database did not return the time');
  return row.now;
}
