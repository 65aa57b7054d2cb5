import type { Knex } from 'knex';
import {
  command,
  named,
  newestFirst,
  type PageOrder,
  type Placeholders,
  query,
  type Queryable,
  sql,
  type Trx,
  narrow,
  mayChange,
  type Tables,
} from '../db/index.ts';
import { LINK_STATUSES, type LinkStatus } from './transitions.ts';
import {
  EFFECTIVE_STATUS,
  links,
  PARTLY_PAID,
  SUMMARY_COLUMNS,
  type LinkSum,
  type PaymentLinkSummary,
  summedByCurrency,
} from './repository.ts';
import { listLinksWith, sumLinksWith } from './search-repository.ts';

export interface LinkFilters {
  status: LinkStatus | undefined;
  currency: string | undefined;
  /** The exact terms (see `exactTermsOf`), at least one; links must have all of them. */
  terms: readonly string[] | undefined;
  /** Only partly paid links (see `findPartlyPaid`), whatever their status. */
  partlyPaid?: true | undefined;
  createdAfter: Date | undefined;
  createdBefore: Date | undefined;
}

export interface LinkQuery extends LinkFilters {
  accountId: string;
  afterTime: Date | undefined;
  afterCode: string | undefined;
  limit: number;
}

/**
 * The links that a query lists, which are all, those with a given currency, those stored with a given status, active
 * ones before their expiry, expired ones, or those that are partly paid.
 */
const SELECTIONS = ['any', 'in_currency', 'stored', 'active', 'expired', 'partly_paid'] as const;
type Selection = (typeof SELECTIONS)[number];

type Lists<R> = Record<Selection, (on: Queryable, query: LinkQuery) => Promise<R[]>>;

/** A list of links for each selection, as their summaries or as `build` makes of that query. */
function forEach<R>(name: string, build: (list: Knex.Raw) => Knex.Raw | Knex.QueryBuilder): Lists<R> {
  const statements = SELECTIONS.map((selection) => [
    selection,
    query.filtered<LinkQuery, R>(`payment_links.${name}_${selection}`, (p, given) =>
      build(listedBy(selection, p, given)),
    ),
  ]);
  return Object.fromEntries(statements) as Lists<R>;
}
const listQueries = forEach<PaymentLinkSummary>('list', (list) => list);
const sumQueries = forEach<LinkSum>('sum', summedByCurrency);

type Given = ReadonlySet<keyof LinkQuery>;

function listedBy(selection: Selection, p: Placeholders<LinkQuery>, given: Given): Knex.Raw {
  switch (selection) {
    case 'any':
      return listAll(p, given);
    case 'expired': {
      // Links past their expiry that are not marked yet count as expired, and are few.
      const both = ['stored', 'lapsed'] as const;
      const query = sql.from(
        sql.raw('((?) union all (?)) as e', both.map((found) => listOf(found, p, given)) as never[]),
      );
      return newestFirst(
        query.select('*'),
        { time: 'e.created_at', id: 'e.code', idType: 'text' },
        undefined,
        p.limit,
      );
    }
    default:
      return listOf(selection, p, given);
  }
}

function listAll(p: Placeholders<LinkQuery>, given: Given): Knex.Raw {
  const query = links()
    .where('l.account_id', p.accountId)
    .select(SUMMARY_COLUMNS)
    .select(sql.raw(`${EFFECTIVE_STATUS} as status`));
  return page(query, { time: 'l.created_at', id: 'l.code', idType: 'text' }, p, given);
}

/** Each link is looked up only once found, because Postgres would otherwise read all links of the account. */
function listOf(
  selection: Exclude<Selection, 'any' | 'expired'> | 'lapsed',
  p: Placeholders<LinkQuery>,
  given: Given,
): Knex.Raw {
  const found =
    selection === 'lapsed'
      ? lapsedStates(p, given)
      : selection === 'partly_paid'
        ? partlyPaidStates(p)
        : pagesOfStates(selection, p, given);
  const link = sql.raw('select * from payment_links where account_id = s.account_id and code = s.link_code');
  const query = sql
    .from(sql.raw('? cross join lateral (? offset 0) as l', [found, link]))
    .select(SUMMARY_COLUMNS)
    .select(sql.raw(`${EFFECTIVE_STATUS} as status`));
  return page(query, { time: 's.created_at', id: 's.link_code', idType: 'text' }, p, given);
}

/** One page for each requested currency and status, because the rows are in order within these. */
function pagesOfStates(
  selection: 'in_currency' | 'stored' | 'active',
  p: Placeholders<LinkQuery>,
  given: Given,
): Knex.Raw {
  const currencies = given.has('currency')
    ? named('(select :currency::text as currency)', p)
    : sql.raw('(select currency from link_currencies)');
  const statuses =
    selection === 'in_currency'
      ? sql.raw(`unnest('{${LINK_STATUSES.join()}}'::text[])`)
      : selection === 'active'
        ? sql.raw(`(values ('active'))`)
        : named('(select :status::text)', p);
  const states = sql('payment_link_states')
    .where('account_id', p.accountId)
    .whereRaw('currency = c.currency and status = st.status')
    .select('account_id', 'created_at', 'link_code');
  // "is true" keeps Postgres from using an index on this. Nearly all active links match, so they would all be sorted.
  if (selection === 'active') states.whereRaw('(expires_at > (select service_now())) is true');
  const rows = page(states, { time: 'created_at', id: 'link_code', idType: 'text' }, p, given);
  return sql.raw('(select s.* from ? as c cross join ? as st (status) cross join lateral (?) as s) as s', [
    currencies,
    statuses,
    rows,
  ]);
}

/**
 * They are few, but Postgres expects many, as most links are past their expiry; "offset 0" makes it find them first.
 */
function lapsedStates(p: Placeholders<LinkQuery>, given: Given): Knex.Raw {
  const inCurrency = given.has('currency') ? 'and currency = :currency' : '';
  return named(
    `(select * from payment_link_states
       where account_id = :accountId and status = 'active' and expires_at <= service_now() ${inCurrency} offset 0) as s`,
    p,
  );
}

/** From the deposits, of which few wait for a decision at a time. */
function partlyPaidStates(p: Placeholders<LinkQuery>): Knex.Raw {
  return named(
    `(select l.account_id, l.created_at, l.code as link_code
        from (${PARTLY_PAID} offset 0) d
        join payment_links l on l.account_id = :accountId and l.code = d.payment_link_code
       where l.status in ('active', 'expired') and l.deleted_at is null offset 0) as s`,
    p,
  );
}

function page(
  query: Knex.QueryBuilder,
  order: PageOrder,
  p: Placeholders<LinkQuery>,
  given: Given,
): Knex.Raw {
  narrow(query, p, given, {
    createdAfter: [order.time, '>='],
    createdBefore: [order.time, '<='],
  });
  const after = given.has('afterCode') ? ([p.afterTime, p.afterCode] as const) : undefined;
  return newestFirst(query, order, after, p.limit);
}

/** Newest first. */
export function listLinks(on: Queryable, query: LinkQuery): Promise<PaymentLinkSummary[]> {
  const [term, ...others] = query.terms ?? [];
  if (term !== undefined) return listLinksWith(on, { ...query, term, others });
  return listQueries[selectionOf(query)](on, query);
}

/** The sums by currency of the newest links that match the filters, up to the limit. */
export function sumLinks(on: Queryable, query: LinkQuery): Promise<LinkSum[]> {
  const [term, ...others] = query.terms ?? [];
  if (term !== undefined) return sumLinksWith(on, { ...query, term, others });
  return sumQueries[selectionOf(query)](on, query);
}

function selectionOf({ status, currency, partlyPaid }: LinkQuery): Selection {
  if (partlyPaid) return 'partly_paid';
  if (status === undefined) return currency === undefined ? 'any' : 'in_currency';
  return status === 'active' || status === 'expired' ? status : 'stored';
}

const lastCurrency = query.first<{ accountId: string }, { currency: string }>(
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
  return (await lastCurrency(on, { accountId }))?.currency;
}

/** The facts that people recognise a link by. */
export type LinkName = Pick<
  Tables['payment_links'],
  'code' | 'description' | 'reference' | 'amount' | 'currency'
>;

/** Includes deleted links of the account, because their payments remain. */
export const listLinkNames = query.all<{ accountId: string; codes: readonly string[] }, LinkName>(
  'payment_links.names',
  (p) =>
    named(
      `select code, description, reference, amount::text, currency from payment_links
        where account_id = :accountId and code = any(:codes::text[])`,
      p,
    ),
);

/**
 * Finds the partly paid links among these or, with null, among all of the account. Part of their amount due has arrived
 * and waits for a decision (D40). They can still be paid, and so are active or expired in the API.
 */
export const findPartlyPaid = query.all<
  { accountId: string; codes: readonly string[] | null },
  { code: string }
>('payment_links.partly_paid', (p) =>
  named(
    `select l.code
         from (${PARTLY_PAID} and (:codes::text[] is null or payment_link_code = any(:codes::text[])) offset 0) d
         join payment_links l on l.account_id = :accountId and l.code = d.payment_link_code
        where l.status in ('active', 'expired') and l.deleted_at is null`,
    p,
  ),
);

/** The number of links in each status, from stored counts. */
export const countLinks = query.all<{ accountId: string }, { status: LinkStatus; count: number }>(
  'payment_links.stats',
  (p) =>
    named(
      `with lapsed as (
         select count(*) as count from payment_link_states
          where account_id = :accountId and status = 'active' and expires_at <= service_now()
       )
       select status, sum(links)::integer as count
         from (select status, links from payment_link_counts where account_id = :accountId
               union all
               select moved.status, moved.sign * c.links
                 from payment_link_count_changes c,
                      lateral (values (c.left_status, -1), (c.entered_status, 1)) as moved (status, sign)
                where c.account_id = :accountId and moved.status is not null
               union all
               select moved.status, moved.sign * lapsed.count
                 from lapsed, (values ('active', -1), ('expired', 1)) as moved (status, sign)) changes
        group by status`,
      p,
    ),
);

// One merge at a time, because two concurrent ones would take the same rows.
const mergeLock = command.run<Record<string, never>>('payment_links.merge_lock', () =>
  sql.select(sql.raw(`pg_advisory_xact_lock(hashtext('payment_links.merge_counts'), 0)`)),
);

const merge = command.first<{ limit: number }, { taken: number }>('payment_links.merge_counts', (p) =>
  named(
    `with taken as (
       delete from payment_link_count_changes
        where ctid = any(array(select ctid from payment_link_count_changes where ${mayChange('account_id')} limit :limit))
       returning account_id, left_status, entered_status, links
     ), merged as (
       insert into payment_link_counts (account_id, status, links)
       select account_id, moved.status, sum(moved.sign * links)
         from taken, lateral (values (left_status, -1), (entered_status, 1)) as moved (status, sign)
        where moved.status is not null
        group by account_id, moved.status having sum(moved.sign * links) <> 0
       on conflict (account_id, status) do update set links = payment_link_counts.links + excluded.links
     )
     select count(*)::integer as taken from taken`,
    p,
  ),
);

/**
 * Adds recorded changes to the counts of each account and status. Returns how many changes it merged, at most `limit`.
 */
export async function mergeLinkCounts(trx: Trx, { limit }: { limit: number }): Promise<number> {
  trx.defer(mergeLock(trx));
  return (await merge(trx, { limit }))?.taken ?? 0;
}
