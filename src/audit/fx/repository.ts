import { named, query, sql } from '../../db/index.ts';

/** Payments at prices that the service locked itself and that are not converted yet, for one pair. */
export interface ExposureRow {
  from_asset: string;
  to_asset: string;
  payments: number;
  /** What is held. */
  from_amount: string;
  /** What the accounts are owed for it, whatever the conversion yields. */
  to_amount: string;
  oldest_at: Date;
}

// Unfinished transfers are due or stuck; within a family nothing is at risk.
export const listExposures = query.all<Record<string, never>, ExposureRow>('fx.exposure', () =>
  sql.raw(
    `select t.asset as from_asset, t.to_asset, count(*)::integer as payments, sum(t.amount) as from_amount,
            sum(t.to_amount) as to_amount, min(t.created_at) as oldest_at
       from (select * from transfers where due_at is not null
             union all select * from transfers where stuck_at is not null) as t
       join assets f on f.asset = t.asset
       join assets o on o.asset = t.to_asset
      where t.kind = 'payment_conversion' and t.quote_reference is null and f.family <> o.family
      group by t.asset, t.to_asset
      order by t.asset, t.to_asset`,
  ),
);

/** Of one day (UTC) and asset, over all accounts. */
export interface ResultRow {
  day: string;
  asset: string;
  conversions: number;
  gain: string;
  /** Zero or negative. */
  loss: string;
  result: string;
}

export const listResults = query.all<{ from: Date; to: Date }, ResultRow>('fx.results', (p) =>
  named(
    `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, asset, count(*)::integer as conversions,
            coalesce(sum(amount) filter (where amount > 0), 0) as gain,
            coalesce(sum(amount) filter (where amount < 0), 0) as loss, sum(amount) as result
       from ledger_postings
      where book = 'fx' and created_at >= :from and created_at < :to
      group by day, asset
      order by day, asset`,
    p,
  ),
);
