import { named, query, sql } from '../db/index.ts';
import { type LinkMethod, METHOD_COLUMNS } from './quote-repository.ts';
import { type LinkSum, PARTLY_PAID } from './repository.ts';

interface OpenQuery {
  accountId: string;
  customerIds: readonly string[];
  /** The links' term of each customer, in the same order (`exactTermsOf`). */
  terms: readonly string[];
  /** The limit of links that are read of each, newest first. */
  most: number;
}

/** The active links of each customer, summed by currency. */
export const sumOpenLinks = query.all<OpenQuery, LinkSum & { customerId: string }>(
  'payment_links.sum_open',
  (p) =>
    named(
      `select asked.customer_id, l.currency, sum(l.amount)::text as amount, count(*)::integer as count
         from unnest(:customerIds::uuid[], :terms::text[]) as asked (customer_id, term)
        cross join lateral (
          select link_code from payment_link_terms
           where account_id = :accountId and term = asked.term
           order by created_at desc, link_code desc limit :most) as t
        cross join lateral (
          select * from payment_links where account_id = :accountId and code = t.link_code offset 0) as l
        where l.deleted_at is null and l.status = 'active' and l.expires_at > (select service_now())
        group by asked.customer_id, l.currency
        order by l.currency`,
      p,
    ),
);

/** The methods without a conversion of the customers' active links to which a part of their amount due has arrived. */
export const listMethodsWithParts = query.all<
  { accountId: string; customerIds: readonly string[] },
  LinkMethod & { amount: string; currency: string; customerId: string | null }
>('payment_link_methods.with_parts', (p) =>
  sql
    .from(
      named(
        `(${PARTLY_PAID} offset 0) as d
         join payment_links as l on l.account_id = :accountId and l.code = d.payment_link_code
         join payment_link_methods as m on m.account_id = l.account_id and m.link_code = l.code`,
        p,
      ),
    )
    .whereRaw(
      named(
        `l.customer_id = any(:customerIds::uuid[]) and l.status = 'active' and l.deleted_at is null
         and l.expires_at > (select service_now()) and m.has_parts and not m.requires_conversion`,
        p,
      ),
    )
    .select(METHOD_COLUMNS)
    .select('l.amount', 'l.currency', 'l.customer_id'),
);
