import { named, query, type Tables } from '../../db/index.ts';

interface DueQuery {
  accountId: string;
  codes: readonly string[];
  asset: string;
  network: string | null;
}

/** The amounts due of these links in an asset on a network; links that do not take it are left out. */
export const listAmountsDue = query.all<
  DueQuery,
  Pick<Tables['payment_link_methods'], 'linkCode' | 'amountDue'>
>('panel.amounts_due', (p) =>
  named(
    `select distinct on (link_code) link_code, amount_due from payment_link_methods
        where account_id = :accountId and link_code = any(:codes::text[]) and asset = :asset
          and network is not distinct from :network::text
        order by link_code, position`,
    p,
  ),
);

/** The amounts due of these deposits, by their links' methods. */
export const listDueOf = query.all<
  { accountId: string; ids: readonly string[] },
  { id: string; amountDue: string | null }
>('panel.due_of_deposits', (p) =>
  named(
    `select d.id, m.amount_due
       from deposits d
       join payment_link_methods m on m.account_id = d.account_id and m.link_code = d.payment_link_code
                                  and m.method = d.method
      where d.account_id = :accountId and d.id = any(:ids::uuid[])`,
    p,
  ),
);
