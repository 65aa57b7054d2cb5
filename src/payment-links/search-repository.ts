import type { Knex } from 'knex';
import {
  command,
  limited,
  named,
  query,
  type Queryable,
  sql,
  type Trx,
  newestFirst,
  narrow,
  type Placeholders,
} from '../db/index.ts';
import {
  EFFECTIVE_STATUS,
  type LinkSum,
  PARTLY_PAID,
  type PaymentLinkSummary,
  SUMMARY_COLUMNS,
  summedByCurrency,
} from './repository.ts';
import type { LinkStatus } from './transitions.ts';
import { searchedTerms, termsOf, termsOfName, type Searchable } from './search.ts';

/**
 * The number of links that a search reads with the word itself, newest first, and the same number with words that begin
 * with it.
 */
const MOST_FOUND = 500;
/** Sorts after every word with the same beginning. */
const LAST = '\u{10ffff}';

type Found = Searchable & { accountId: string; createdAt: Date };

interface TermRows {
  accountId: string;
  code: string;
  terms: string[];
}

const insert = command.run<TermRows & { createdAt: Date }>('payment_link_terms.insert', (p) =>
  named(
    `insert into payment_link_terms (account_id, term, created_at, link_code)
     select :accountId::uuid, term, :createdAt::timestamptz, :code::text from unnest(:terms::text[]) as term`,
    p,
  ),
);

/** Indexes a new link by its words. */
export async function insertTerms(trx: Trx, link: Found): Promise<void> {
  const { accountId, code, createdAt } = link;
  await insert(trx, { accountId, code, createdAt, terms: termsOf(link) });
}

const deleteCommand = command.run<TermRows & { createdAt: Date }>('payment_link_terms.delete', (p) =>
  named(
    `delete from payment_link_terms
      where account_id = :accountId and term = any(:terms::text[]) and created_at = :createdAt and link_code = :code`,
    p,
  ),
);

/** Reindexes a link that was changed. */
export function replaceTerms(trx: Trx, before: Found, after: Found): void {
  const { accountId, code, createdAt } = before;
  const kept = new Set(termsOf(after));
  const terms = termsOf(before).filter((term) => !kept.has(term));
  trx.defer(deleteCommand(trx, { accountId, code, createdAt, terms }));
  trx.defer(addTerms(trx, [{ accountId, code, terms: JSON.stringify(termsOf(after)) }]));
}

/** The link must be locked, because two transactions could add the same term. */
// "On conflict" would write more, because it marks each row as tentative first.
const addTerms = command.rows<{ accountId: string; code: string; terms: string }>(
  'payment_link_terms.add',
  { accountId: 'uuid', code: 'text', terms: 'json' },
  (links) =>
    sql.raw(
      `insert into payment_link_terms (account_id, term, created_at, link_code)
       select l.account_id, added.term, l.created_at, l.code
         from ? join payment_links l on l.account_id = g.account_id and l.code = g.code
        cross join lateral json_array_elements_text(g.terms) as added (term)
        where (select true from payment_link_terms t
                where t.account_id = l.account_id and t.term = added.term and t.created_at = l.created_at
                  and t.link_code = l.code) is null`,
      [links],
    ),
);

/** Indexes a link by the name of a payer. The link must be locked. */
export function insertPayerTerms(trx: Trx, accountId: string, code: string, name: string): void {
  trx.gather(addTerms, { accountId, code, terms: JSON.stringify(termsOfName(name)) }, `${accountId}/${code}`);
}

export interface LinkSearch {
  accountId: string;
  text: string;
  status: LinkStatus | undefined;
  /** Only partly paid links. */
  partlyPaid?: true | undefined;
  createdAfter: Date | undefined;
  createdBefore: Date | undefined;
  limit: number;
}

interface SearchParams extends Omit<LinkSearch, 'text'> {
  word: string;
  end: string;
  others: string[];
  most: number;
}

function foundLinks(p: Placeholders<SearchParams>, given: ReadonlySet<keyof SearchParams>): Knex.Raw {
  const terms = () =>
    sql('payment_link_terms')
      .where('account_id', p.accountId)
      .select('account_id', 'created_at', 'link_code');
  const within = (query: Knex.QueryBuilder): Knex.QueryBuilder => {
    narrow(query, p, given, {
      createdAfter: ['created_at', '>='],
      createdBefore: ['created_at', '<='],
    });
    return query;
  };
  const same = limited(
    within(terms().where('term', p.word)).orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'link_code', order: 'desc' },
    ]),
    p.most,
  );
  const longer = limited(
    terms().where('term', '>', p.word).where('term', '<', p.end).orderBy(['term', 'created_at', 'link_code']),
    p.most,
  );
  const found = within(sql.from(sql.raw('((?) union (?)) as words', [same, longer])).select('*'));
  // Each link is looked up only once found, because Postgres would otherwise read all links of the account.
  const link = sql.raw(
    'select * from payment_links where account_id = found.account_id and code = found.link_code',
  );
  const query = sql
    .from(sql.raw('(?) as found cross join lateral (? offset 0) as l', [found, link]))
    .whereNull('l.deleted_at')
    .whereRaw(
      named(
        `not exists (select from unnest(:others::text[]) as other
                      where (select true from payment_link_terms t
                              where t.account_id = :accountId and t.term = other and t.created_at = found.created_at
                                and t.link_code = found.link_code) is null)`,
        p,
      ),
    )
    .select(SUMMARY_COLUMNS)
    .select(sql.raw(`${EFFECTIVE_STATUS} as status`))
    .orderBy([
      { column: 'l.created_at', order: 'desc' },
      { column: 'l.code', order: 'desc' },
    ]);
  narrow(query, p, given, {
    status: named(`(${EFFECTIVE_STATUS}) = :status`, p),
  });
  if (given.has('partlyPaid'))
    query.whereRaw(named(`l.status in ('active', 'expired') and l.code in (${PARTLY_PAID})`, p));
  return limited(query, p.limit);
}

const searchQuery = query.filtered<SearchParams, PaymentLinkSummary>('payment_links.search', foundLinks);
const sum = query.filtered<SearchParams, LinkSum>('payment_links.sum_search', (p, given) =>
  summedByCurrency(foundLinks(p, given)),
);

/**
 * Links with all words of a text, newest first. The longest word may be a prefix. A search is bounded. It reads no more
 * than the newest 500 links with that word, and 500 with words that begin with it.
 */
export async function searchLinks(on: Queryable, search: LinkSearch): Promise<PaymentLinkSummary[]> {
  const params = paramsOf(search);
  return params ? searchQuery(on, params) : [];
}

/** The sums by currency of the links that `searchLinks` finds. */
export async function sumFoundLinks(on: Queryable, search: LinkSearch): Promise<LinkSum[]> {
  const params = paramsOf(search);
  return params ? sum(on, params) : [];
}

/** Undefined for a text without words. */
function paramsOf({ text, ...search }: LinkSearch): SearchParams | undefined {
  const [word, ...others] = searchedTerms(text);
  return word === undefined
    ? undefined
    : { ...search, word, end: `${word}${LAST}`, others, most: MOST_FOUND };
}

interface DestinationQuery {
  accountId: string;
  /** An account, an address or a reference; a reference in any case. */
  mark: string;
  /** The most links that can share payment instructions; if an account receives more, it identifies none of them. */
  most: number;
  limit: number;
}

/** Links by their present or former payment instructions, or by the reference that their payers quote. Newest first. */
export const findLinksByDestination = query.all<DestinationQuery, PaymentLinkSummary>(
  'payment_links.by_place',
  (p) => {
    const paidAt = (table: string) =>
      named(`(select account_id, link_code from ${table} where destination = :mark limit :most + 1)`, p);
    const link = 'select * from payment_links where account_id = found.account_id and code = found.link_code';
    return sql.raw(
      `with paid_at as (
       select * from ? as now
        union
       select * from ? as before
     ), found as (
       select account_id, link_code from paid_at
        where ? and (select count(*) from paid_at) <= ?
        union
       ?
     )
     select ${SUMMARY_COLUMNS.join()}, ${EFFECTIVE_STATUS} as status
       from found cross join lateral (${link} offset 0) as l
      where l.deleted_at is null
      order by l.created_at desc, l.code desc limit ?`,
      [
        paidAt('payment_link_methods'),
        paidAt('payment_link_former_places'),
        named('account_id = :accountId', p),
        p.most,
        named(
          `select account_id, link_code from payment_link_methods
          where account_id = :accountId and reference in (:mark, upper(:mark), lower(:mark))
          limit :limit`,
          p,
        ),
        p.limit,
      ] as never[],
    );
  },
);

interface TermsQuery {
  accountId: string;
  term: string;
  others: readonly string[];
  status: LinkStatus | undefined;
  currency: string | undefined;
  createdAfter: Date | undefined;
  createdBefore: Date | undefined;
  afterTime: Date | undefined;
  afterCode: string | undefined;
  limit: number;
}

function listedWith(p: Placeholders<TermsQuery>, given: ReadonlySet<keyof TermsQuery>): Knex.Raw {
  // Each link is looked up only once found, because Postgres would otherwise read all links of the account.
  const link = sql.raw('select * from payment_links where account_id = t.account_id and code = t.link_code');
  const list = sql
    .from(sql.raw('payment_link_terms as t cross join lateral (? offset 0) as l', [link]))
    .where({ 't.account_id': p.accountId, 't.term': p.term })
    .whereRaw(
      named(
        `not exists (select from unnest(:others::text[]) as other
                      where (select true from payment_link_terms o
                              where o.account_id = :accountId and o.term = other and o.created_at = t.created_at
                                and o.link_code = t.link_code) is null)`,
        p,
      ),
    )
    .whereNull('l.deleted_at')
    .select(SUMMARY_COLUMNS)
    .select(sql.raw(`${EFFECTIVE_STATUS} as status`));
  narrow(list, p, given, {
    status: named(`(${EFFECTIVE_STATUS}) = :status`, p),
    currency: 'l.currency',
    createdAfter: ['t.created_at', '>='],
    createdBefore: ['t.created_at', '<='],
  });
  const after = given.has('afterCode') ? ([p.afterTime, p.afterCode] as const) : undefined;
  const order = { time: 't.created_at', id: 't.link_code', idType: 'text' } as const;
  return newestFirst(list, order, after, p.limit);
}

/** Links with all of these terms, newest first, read in the order of the first term's rows. */
export const listLinksWith = query.filtered<TermsQuery, PaymentLinkSummary>(
  'payment_links.list_with',
  listedWith,
);

/** The sums by currency of the links that `listLinksWith` lists. */
export const sumLinksWith = query.filtered<TermsQuery, LinkSum>('payment_links.sum_with', (p, given) =>
  summedByCurrency(listedWith(p, given)),
);
