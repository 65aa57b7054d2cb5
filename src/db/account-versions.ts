import { command, named, query, sql } from './queries.ts';
import type { Queryable } from './connect.ts';

/** Changes that concern all accounts are counted under the nil id. */
export const ALL_ACCOUNTS = '00000000-0000-0000-0000-000000000000';

/** The number of changes concerning an account; a count never decreases. */
export interface Count {
  counter: string;
  version: string;
}

const SLOTS = 8;
/** Events are numbered in the transactions that record them. */
const COUNTS = `
  select slot::text || ' ' || account_id as counter, version from account_versions
   where account_id in (:accountId::uuid, '${ALL_ACCOUNTS}')
   union all
  select 'events', last_sequence from event_sequences where account_id = :accountId::uuid`;

/** An account's counts; together they are its version. */
export const listCounts = query.all<{ accountId: string }, Count>('account_versions.list', (p) =>
  named(`select counter, version::text from (${COUNTS}) as c`, p),
);

const reached = query.first<{ accountId: string; counts: readonly Count[] }, { isReached: boolean }>(
  'account_versions.reached',
  (p) =>
    sql.raw(
      `select pg_is_in_recovery() and not exists (
         select from ? left join (?) as c using (counter)
          where c.version is null or c.version < g.version) as is_reached`,
      [p.counts, named(COUNTS, p)],
    ),
  { counts: { counter: 'text', version: 'bigint' } },
);

/** Whether a server is a replica that shows everything up to the account's counts. */
export async function hasReached(
  on: Queryable,
  accountId: string,
  counts: readonly Count[],
): Promise<boolean> {
  return (await reached(on, { accountId, counts }))?.isReached === true;
}

/** Counts a change of each account, in the order of their ids; locks its slot until the commit. */
export const countChanges = command.rows<{ accountId: string }>(
  'account_versions.count',
  { accountId: 'uuid' },
  (rows) =>
    sql.raw(
      // A connection keeps its slot, and connections are spread over the slots.
      `insert into account_versions (account_id, slot, version)
       select account_id, pg_backend_pid() % ${SLOTS}, 1 from ? order by account_id
       on conflict (account_id, slot) do update set version = account_versions.version + 1`,
      [rows],
    ),
);
