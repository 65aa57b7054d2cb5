import { named, newestFirst, type Queryable, sql, statementByShape } from '../../db/index.ts';
import { EFFECTIVE_STATUS, SUMMARY_COLUMNS, type LinkSummaryRow } from '../repository.ts';
import type { LinkStatus } from '../transitions.ts';

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

const listStatement = statementByShape<TermsQuery, LinkSummaryRow>('payment_links.list_with', (p, given) => {
  // Each link is looked up only once found: Postgres would otherwise read all links of the account.
  const link = sql.raw('select * from payment_links where account_id = t.account_id and code = t.link_code');
  const query = sql
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
  if (given.has('status')) query.whereRaw(named(`(${EFFECTIVE_STATUS}) = :status`, p));
  if (given.has('currency')) query.where('l.currency', p.currency);
  if (given.has('createdAfter')) query.where('t.created_at', '>=', p.createdAfter);
  if (given.has('createdBefore')) query.where('t.created_at', '<=', p.createdBefore);
  const after = given.has('afterCode') ? ([p.afterTime, p.afterCode] as const) : undefined;
  const order = { time: 't.created_at', id: 't.link_code', idType: 'text' } as const;
  return newestFirst(query, order, after, p.limit);
});

/** Links with a term and all the others, newest first: read in that order from the rows of the first. */
export function listLinksWith(on: Queryable, query: TermsQuery): Promise<LinkSummaryRow[]> {
  return listStatement(query).all(on, query);
}
