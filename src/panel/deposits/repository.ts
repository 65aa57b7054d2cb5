import { named, query } from '../../db/index.ts';

interface DueQuery {
  accountId: string;
  codes: readonly string[];
  asset: string;
  network: string | null;
}

/** What these links take in an asset on a network; links that do not take it are left out. */
export const listAmountsDue = query.all<DueQuery, { linkCode: string; amountDue: string | null }>(
  'panel.amounts_due',
  (p) =>
    named(
      `select distinct on (link_code) link_code, amount_due from payment_link_methods
        where account_id = :accountId and link_code = any(:codes::text[]) and asset = :asset
          and network is not distinct from :network::text
        order by link_code, position`,
      p,
    ),
);
