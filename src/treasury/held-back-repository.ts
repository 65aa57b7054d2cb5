import { named, query, type Tables } from '../db/index.ts';

/** An account's balance and debt of an asset, with the value of one unit. */
export interface AssetPosition extends Pick<Tables['assets'], 'asset' | 'family'> {
  /** US dollars for one unit, as the operator set it. */
  usd: string;
  available: string;
  owed: string;
}

/** For every asset, including those that the account has nothing of; none for an account without debts. */
export const listPositions = query.all<{ accountId: string }, AssetPosition>(
  'ledger_balances.standings',
  (p) =>
    named(
      `select a.asset, a.family, r.usd::text as usd, coalesce(b.available, 0)::text as available,
            coalesce(b.owed, 0)::text as owed
       from assets a
       join currency_rates r on r.family = a.family
       left join (select asset, sum(balance) filter (where book = 'available') as available,
                         -sum(balance) filter (where book = 'owed') as owed
                    from ledger_balances where account_id = :accountId and book in ('available', 'owed')
                   group by asset) b on b.asset = a.asset
      where exists (select from ledger_balances where account_id = :accountId and book = 'owed' and balance < 0)`,
      p,
    ),
);
