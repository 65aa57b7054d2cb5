import { named, query, sql } from '../db/index.ts';
import { type LinkMethod, METHOD_COLUMNS } from './quote-repository.ts';
import { PARTLY_PAID } from './repository.ts';

/** The methods without a conversion of a customer's active links to which a part of their amount due has arrived. */
export const listMethodsWithParts = query.all<
  { accountId: string; customerId: string },
  LinkMethod & { amount: string; currency: string }
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
    .where({ 'l.customer_id': p.customerId, 'l.status': sql.raw("'active'") })
    .whereRaw('l.deleted_at is null and l.expires_at > (select service_now())')
    .whereRaw('m.has_parts and not m.requires_conversion')
    .select(METHOD_COLUMNS)
    .select('l.amount', 'l.currency'),
);
