import { command, named, query, type Queryable } from '../db/index.ts';
import { WINDOW_S } from './limiter.ts';

interface Counted {
  used: number;
  endsInMs: string;
}

// A query, because it commits by itself, so that other processes see the count before the call ends.
const count = query.first<{ key: string; by: number; windowS: number }, Counted>('rate_limits.count', (p) =>
  named(
    `insert into rate_limit_windows as w (key, used, ends_at)
     values (:key, :by::integer, clock_timestamp() + :windowS * interval '1 second')
     on conflict (key) do update set
       used = case when w.ends_at <= clock_timestamp() then excluded.used else w.used + excluded.used end,
       ends_at = case when w.ends_at <= clock_timestamp() then excluded.ends_at else w.ends_at end
     returning used, ceil(extract(epoch from ends_at - clock_timestamp()) * 1000)::bigint as ends_in_ms`,
    p,
  ),
);

/** Adds to the requests in a key's window, and starts a new one if the last has ended. */
export async function countRequests(on: Queryable, key: string, by: number): Promise<Counted> {
  const counted = await count(on, { key, by, windowS: WINDOW_S });
  if (!counted) throw new Error('requests were not counted');
  return counted;
}

/** Deletes windows that have ended. Returns how many, at most the limit. */
export const purgeWindows = command.run<{ limit: number }>('rate_limits.purge', (p) =>
  named(
    `delete from rate_limit_windows where key in (
       select key from rate_limit_windows where ends_at < now()
        order by ends_at limit :limit for update skip locked)`,
    p,
  ),
);
