import { limited, named, query, type Queryable, sql, statement, type Trx } from '../../db/index.ts';
import type { RequestRow } from '../repository.ts';

export interface DifferenceRow {
  id: string;
  found_by: string;
  description: Record<string, unknown>;
  last_found_at: Date;
}

const recordStatement = statement<{ ids: string[]; foundBy: string; descriptions: string[] }>(
  'differences.record',
  (p) =>
    named(
      `insert into differences (id, found_by, description, last_found_at)
       select id, :foundBy, description, service_now()
         from unnest(:ids::text[], :descriptions::jsonb[]) as found (id, description)
       on conflict (id) do update set last_found_at = excluded.last_found_at`,
      p,
    ),
);

/** Sorted, so that two checks at once cannot deadlock. */
export async function recordDifferences(
  trx: Trx,
  foundBy: string,
  found: readonly { id: string; description: object }[],
): Promise<void> {
  const sorted = [...found].sort((a, b) => (a.id < b.id ? -1 : 1));
  await recordStatement.run(trx, {
    foundBy,
    ids: sorted.map(({ id }) => id),
    descriptions: sorted.map(({ description }) => JSON.stringify(description)),
  });
}

export const findDifference = query.first<{ id: string }, DifferenceRow>('differences.find', (p) =>
  sql('differences').where({ id: p.id }).select('id', 'found_by', 'description', 'last_found_at'),
);

export const listDifferences = query.all<{ limit: number }, DifferenceRow>('differences.list', (p) =>
  limited(
    sql('differences')
      .orderBy([{ column: 'last_found_at', order: 'desc' }, { column: 'id' }])
      .select('id', 'found_by', 'description', 'last_found_at'),
    p.limit,
  ),
);

/** All requests that name one of these, oldest first. */
export const findRequestsAbout = query.all<{ ids: readonly string[] }, RequestRow & { has_expired: boolean }>(
  'differences.requests',
  (p) =>
    sql('operator_requests')
      .whereRaw(`details ->> 'difference' = any(?::text[])`, [p.ids as never])
      .orderBy(['created_at', 'id'])
      .select('*', sql.raw('expires_at <= service_now() as has_expired')),
);

const countStatement = statement<Record<string, never>, { count: number }>('differences.count', () =>
  sql('operator_requests')
    .whereRaw(`details ->> 'difference' is not null and decision = 'approved'`)
    .select(sql.raw('count(*)::integer as count')),
);

/** How many differences may be acknowledged: a check with a limit must look for as many more. */
export async function countKnown(on: Queryable): Promise<number> {
  return (await countStatement.first(on, {}))?.count ?? 0;
}

const purgeStatement = statement<{ limit: number }>('differences.purge', (p) =>
  named(
    `delete from differences where id in (
       select id from differences where last_found_at <= service_now() - interval '90 days'
        order by last_found_at limit :limit for update skip locked)`,
    p,
  ),
);

/** Deletes differences not found for 90 days; requests have their own copy. Returns how many, at most the limit. */
export function purgeDifferences(trx: Trx, limit: number): Promise<number> {
  return purgeStatement.run(trx, { limit });
}
