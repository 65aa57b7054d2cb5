import { query, command, named, type Queryable, type Tables, type Trx } from '../../../../db/index.ts';

export type Progress = Pick<Tables['bridge_progress'], 'lastId' | 'lastAt'>;

export type ProgressName = Tables['bridge_progress']['name'];

/** The position to read from now; undefined while it is not due, or another process reads it. */
// In real time, like Bridge's lists.
export const claimProgress = command.first<{ name: ProgressName; leaseMs: number }, Progress>(
  'bridge_progress.claim',
  (p) =>
    named(
      `update bridge_progress set due_at = clock_timestamp() + :leaseMs * interval '1 millisecond'
        where name = :name and due_at <= now()
       returning last_id, last_at`,
      p,
    ),
);

interface Recorded {
  name: ProgressName;
  waitMs: number;
  lastId: string | null;
  lastAt: Date;
}

export const recordProgress = command.run<Recorded>('bridge_progress.record', (p) =>
  named(
    `update bridge_progress
        set due_at = clock_timestamp() + :waitMs * interval '1 millisecond', last_id = :lastId, last_at = :lastAt
      where name = :name`,
    p,
  ),
);

const newCommand = command.all<{ ids: readonly string[] }, { id: string }>(
  'bridge_funds_requests.insert',
  (p) =>
    named(
      `insert into bridge_funds_requests (id, seen_at)
     select id, clock_timestamp() from unnest(:ids::text[]) as id
     on conflict (id) do nothing
     returning id`,
      p,
    ),
);

/** Records recall requests; returns the new ones. */
export async function noteFundsRequests(trx: Trx, ids: readonly string[]): Promise<string[]> {
  return (await newCommand(trx, { ids })).map(({ id }) => id);
}

const countQuery = query.first<Record<never, never>, { count: number }>('bridge_funds_requests.count', (p) =>
  named(
    "select count(*)::integer as count from bridge_funds_requests where seen_at > now() - interval '7 days'",
    p,
  ),
);

/** The number first seen within a week, each of which needs a response. */
export async function countFundsRequests(on: Queryable): Promise<number> {
  return (await countQuery(on))?.count ?? 0;
}
