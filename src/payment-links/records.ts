import type { Knex } from 'knex';
import type { Queryable, Trx } from '../db/connect.ts';
import {
  named,
  newestFirst,
  type Places,
  sql,
  statement,
  type Statement,
  statementByShape,
} from '../db/statement.ts';
import type { LinkStatus } from './transitions.ts';

import { EFFECTIVE_STATUS, links, SUMMARY_COLUMNS, type LinkSummaryRow } from './repository.ts';
import { listLinksWith } from './search/records.ts';

export interface LinkFilters {
  status: LinkStatus | undefined;
  currency: string | undefined;
  /** What they are found by (see `exactTermsOf`): all of them, at least one. */
  terms: readonly string[] | undefined;
  createdAfter: Date | undefined;
  createdBefore: Date | undefined;
}

export interface LinkQuery extends LinkFilters {
  accountId: string;
  afterTime: Date | undefined;
  afterCode: string | undefined;
  limit: number;
}

/** What a statement lists: all links, those stored with a given status, or active ones before or past their expiry. */
type Selection = 'any' | 'stored' | 'active' | 'lapsed';

const listStatements = Object.fromEntries(
  (['any', 'stored', 'active', 'lapsed'] as const).map((selection) => [
    selection,
    statementByShape<LinkQuery, LinkSummaryRow>(`payment_links.list_${selection}`, (p, given) =>
      listOf(selection, p, given),
    ),
  ]),
) as Record<Selection, (query: LinkQuery) => Statement<LinkQuery, LinkSummaryRow>>;

function listOf(selection: Selection, p: Places<LinkQuery>, given: ReadonlySet<keyof LinkQuery>): Knex.Raw {
  const query: Knex.QueryBuilder =
    selection === 'lapsed' ? lapsedLinks(p) : links().where('l.account_id', p.accountId);
  query.select(SUMMARY_COLUMNS).select(sql.raw(`${EFFECTIVE_STATUS} as status`));
  if (selection === 'stored') query.where('l.status', p.status);
  // "is true" keeps Postgres from using an index on this: nearly all active links match, and would all be sorted.
  if (selection === 'active')
    query.whereRaw(`l.status = 'active' and (l.expires_at > (select service_now())) is true`);
  if (given.has('currency')) query.where('l.currency', p.currency);
  if (given.has('createdAfter')) query.where('l.created_at', '>=', p.createdAfter);
  if (given.has('createdBefore')) query.where('l.created_at', '<=', p.createdBefore);
  const after = given.has('afterCode') ? ([p.afterTime, p.afterCode] as const) : undefined;
  const order = { time: 'l.created_at', id: 'l.code', idType: 'text' } as const;
  return newestFirst(query, order, after, p.limit);
}

/** Few, but Postgres expects many, as most links are past their expiry; "offset 0" makes it find them first. */
function lapsedLinks(p: Places<{ accountId: string }>): Knex.QueryBuilder {
  return sql.from(
    named(
      `(select * from payment_links where account_id = :accountId and status = 'active' and deleted_at is null
          and expires_at <= service_now() offset 0) as l`,
      p,
    ),
  );
}

/**
 * Newest first. A filter by status is read from the index on it; links past their expiry that are not marked yet count
 * as expired, and are few.
 */
export async function listLinks(on: Queryable, query: LinkQuery): Promise<LinkSummaryRow[]> {
  const list = (selection: Selection): Promise<LinkSummaryRow[]> =>
    listStatements[selection](query).all(on, query);
  const [term, ...others] = query.terms ?? [];
  if (term !== undefined) return listLinksWith(on, { ...query, term, others });
  switch (query.status) {
    case undefined:
      return list('any');
    case 'active':
      return list('active');
    case 'expired': {
      const both = (await Promise.all([list('stored'), list('lapsed')])).flat();
      return both.sort(byTimeThenCode).slice(0, query.limit);
    }
    default:
      return list('stored');
  }
}

const lastCurrencyStatement = statement<{ accountId: string }, { currency: string }>(
  'payment_links.last_currency',
  (p) =>
    links()
      .where('l.account_id', p.accountId)
      .orderBy([
        { column: 'l.created_at', order: 'desc' },
        { column: 'l.code', order: 'desc' },
      ])
      .limit(1)
      .select('l.currency'),
);

/** The currency of the account's newest link; undefined when it has none. */
export async function readLastCurrency(on: Queryable, accountId: string): Promise<string | undefined> {
  return (await lastCurrencyStatement.first(on, { accountId }))?.currency;
}

function byTimeThenCode(a: LinkSummaryRow, b: LinkSummaryRow): number {
  return b.created_at.getTime() - a.created_at.getTime() || (a.code < b.code ? 1 : -1);
}

const statsStatement = statement<{ accountId: string }, { status: LinkStatus; count: number }>(
  'payment_links.stats',
  (p) =>
    named(
      `with lapsed as (
         select count(*) as count from payment_links
          where account_id = :accountId and status = 'active' and deleted_at is null and expires_at <= service_now()
       )
       select status, sum(change)::integer as count
         from (select status, change from payment_link_counts where account_id = :accountId
               union all
               select moved.status, moved.sign * lapsed.count
                 from lapsed, (values ('active', -1), ('expired', 1)) as moved (status, sign)) changes
        group by status`,
      p,
    ),
);

/** How many links there are in each status, from stored counts. */
export function countLinks(
  on: Queryable,
  accountId: string,
): Promise<{ status: LinkStatus; count: number }[]> {
  return statsStatement.all(on, { accountId });
}

// One at a time: two concurrent merges would take the same rows.
const mergeLockStatement = statement<Record<string, never>>('payment_links.merge_lock', () =>
  sql.select(sql.raw(`pg_advisory_xact_lock(hashtext('payment_links.merge_counts'), 0)`)),
);

const mergeStatement = statement<{ limit: number }, { taken: number }>('payment_links.merge_counts', (p) =>
  named(
    `with taken as (
       delete from payment_link_counts where (account_id, id) in (
         select account_id, id from payment_link_counts where not merged order by account_id, id limit :limit)
       returning account_id, status, change
     ), merged as (
       insert into payment_link_counts (account_id, status, change, merged)
       select account_id, status, sum(change), true from taken group by account_id, status
       on conflict (account_id, status) where merged
         do update set change = payment_link_counts.change + excluded.change
     )
     select count(*)::integer as taken from taken`,
    p,
  ),
);

/** Merges count rows into one per account and status. Returns how many it took, at most `limit`. */
export async function mergeLinkCounts(trx: Trx, limit: number): Promise<number> {
  trx.defer(mergeLockStatement.run(trx, {}));
  return (await mergeStatement.first(trx, { limit }))?.taken ?? 0;
}
