import type { Foundation } from '../../../src/composition/foundation.ts';
import { rowsOf } from '../rows.ts';
import type { Books } from './history.ts';

/** All that the accounts have in the end, as the service's tables say. */
export async function readBooks(foundation: Foundation): Promise<Books> {
  const at = performance.now();
  const all = <T>(text: string): Promise<T[]> => rowsOf<T>(foundation, text);
  return {
    ...{ type: 'books', at },
    links: await all(
      `select account_id as account, code, description as key,
              case when deleted_at is null then status else 'deleted' end as status
         from payment_links order by code`,
    ),
    deposits: await all(
      `select account_id as account, id, payment_link_code as link, unmatched_reason is null as credited
         from deposits order by id`,
    ),
    refunds: await all(
      `select account_id as account, id, payment_link_code as link
         from transfers where kind = 'refund' order by id`,
    ),
    balances: await all(
      `select account_id as account, balance::text as available
         from ledger_balances where book = 'available' and asset = 'MXNB'`,
    ),
    events: await all(
      `select account_id as account, sequence::integer, id, type as kind, body::json -> 'data' ->> 'link_code' as link
         from events order by account_id, sequence`,
    ),
  };
}
