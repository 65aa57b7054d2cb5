import { command, named, query, sql, type Tables, UNFINISHED_TRANSFERS } from '../db/index.ts';

/** Payments within a family, and those where the account bears the price, carry no risk. */
const LOCKED = `
  select t.*, o.family as to_family
    from ${UNFINISHED_TRANSFERS} as t
    join assets f on f.asset = t.asset
    join assets o on o.asset = t.to_asset
   where t.kind = 'payment_conversion' and t.quote_reference is null and not t.account_bears_price
     and f.family <> o.family`;

/** Payments at prices that the service locked itself and that are not converted yet, for one pair and method. */
export interface ExposureRow {
  fromAsset: string;
  toAsset: string;
  method: string;
  payments: number;
  /** The held amount. */
  fromAmount: string;
  /** The amount owed to the accounts for it, whatever the conversion yields. */
  toAmount: string;
  /** That in US dollars, by the operator's rates; null without a rate. */
  usd: string | null;
  /** The pair's limit in US dollars; null for none. */
  maxUsd: string | null;
  oldestAt: Date;
}

export const listExposures = query.all<Record<string, never>, ExposureRow>('fx.exposure', () =>
  sql.raw(
    `select t.asset as from_asset, t.to_asset, t.method, count(*)::integer as payments, sum(t.amount) as from_amount,
            sum(t.to_amount) as to_amount, round(sum(t.to_amount) * max(r.usd), 8) as usd, max(l.max_exposure) as max_usd,
            min(t.created_at) as oldest_at
       from (${LOCKED}) t
       left join currency_rates r on r.family = t.to_family
       left join fx_limits l on l.from_asset = t.asset and l.to_asset = t.to_asset
      group by t.asset, t.to_asset, t.method
      order by t.asset, t.to_asset, t.method`,
  ),
);

/** The result of one day (UTC), pair and method, over all accounts. */
export interface ResultRow {
  day: string;
  /** Null for an adjustment. */
  fromAsset: string | null;
  asset: string;
  method: string | null;
  conversions: number;
  gain: string;
  /** Zero or negative. */
  loss: string;
  result: string;
}

export const listResults = query.all<{ from: Date; to: Date }, ResultRow>('fx.results', (p) =>
  named(
    `select to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, t.asset as from_asset, p.asset, t.method,
            count(*)::integer as conversions, coalesce(sum(p.amount) filter (where p.amount > 0), 0) as gain,
            coalesce(sum(p.amount) filter (where p.amount < 0), 0) as loss, sum(p.amount) as result
       from ledger_postings p
       join ledger_entries e on e.account_id = p.account_id and e.id = p.entry_id
       left join lateral (
         select asset, method from transfers
          where account_id = e.account_id and deposit_id = case e.source_object when 'deposit' then e.source_id::uuid end
            and kind = 'payment_conversion'
         union all
         select asset, method from transfers
          where account_id = e.account_id and id = case e.source_object when 'conversion' then e.source_id::uuid end
         limit 1) t on true
      where p.book = 'fx' and p.created_at >= :from and p.created_at < :to
      group by day, t.asset, p.asset, t.method
      order by day, t.asset, p.asset, t.method`,
    p,
  ),
);

/** The known facts about an asset that pays for another. */
export interface MarketRow {
  fromAsset: string;
  /** As a fraction. */
  maxDeviation: string | null;
  /** The amount that may still be paid at a locked price, in the other asset. Null for no limit. */
  room: string | null;
  /**
   * The usual recent proceeds of a unit, which are the median of accounts' medians. Null without enough conversions.
   */
  usualPrice: string | null;
  /** By the operator's rates; null if there is none. */
  setPrice: string | null;
}

/** The conversions that determine a usual price. */
export interface Sample {
  recentMs: number;
  /**
   * Both sides of each are worth at least this by the operator's rates, so that rounding does not show in its price.
   */
  leastUsd: string;
  /** The maximum numbers of all accounts together and of each, newest first. */
  recent: number;
  ofEach: number;
  leastConversions: number;
  leastAccounts: number;
}

/** For all assets of other families that could pay for one. */
export const listMarket = query.all<Sample & { toAsset: string }, MarketRow>('fx.market', (p) =>
  named(
    `select a.asset as from_asset, l.max_deviation,
            round((l.max_exposure - coalesce(locked.usd, 0)) / wanted.usd, 8) as room, usual.price as usual_price,
            round(own.usd / wanted.usd, 18) as set_price
       from assets b
       join assets a on a.family <> b.family
       left join currency_rates own on own.family = a.family
       left join currency_rates wanted on wanted.family = b.family
       left join fx_limits l on l.from_asset = a.asset and l.to_asset = b.asset
       left join lateral (
         select sum(t.to_amount) * wanted.usd as usd from (${LOCKED}) t
          where l.max_exposure is not null and t.asset = a.asset and t.to_asset = b.asset) locked on true
       left join lateral (
         select round(percentile_cont(0.5) within group (order by price)::numeric, 18) as price
           from (
             select percentile_cont(0.5) within group (order by price)::numeric as price, count(*) as conversions
               from (
                 select *, row_number() over (partition by account_id order by finished_at desc, id) as place
                   from (
                     select account_id, id, finished_at, to_amount / amount as price from transfers
                      where asset = a.asset and to_asset = b.asset and status = 'settled'
                        and kind in ('conversion', 'payment_conversion')
                        and finished_at > service_now() - :recentMs * interval '1 millisecond'
                        and least(amount * own.usd, to_amount * wanted.usd) >= :leastUsd::numeric
                      order by finished_at desc limit :recent) as recent) as recent_of_accounts
              where place <= :ofEach
              group by account_id) as accounts
         having count(*) >= :leastAccounts and sum(conversions) >= :leastConversions) usual on true
      where b.asset = :toAsset`,
    p,
  ),
);

/** The value of one unit of an asset in a currency, by the operator's rates. */
export interface PriceRow {
  asset: string;
  price: string;
  /** The time of the older of the two rates; null at par, which needs none (D1). */
  setAt: Date | null;
}

/** The prices of the assets that have a rate. */
export const listPrices = query.all<{ assets: string[]; currency: string }, PriceRow>('fx.prices', (p) =>
  named(
    `select a.asset, case when a.family = wanted.family then 1 else round(own.usd / wanted.usd, 18) end as price,
            case when a.family <> wanted.family then least(own.set_at, wanted.set_at) end as set_at
       from assets a
       join currency_rates own on own.family = a.family
       join currency_rates wanted on wanted.family = :currency
      where a.asset = any(:assets::text[])
      order by a.asset`,
    p,
  ),
);

export type FxLimitRow = Tables['fx_limits'];

export const setLimit = command.run<FxLimitRow>('fx_limits.set', (p) =>
  sql('fx_limits')
    .insert({
      from_asset: p.fromAsset,
      to_asset: p.toAsset,
      max_exposure: p.maxExposure,
      max_deviation: p.maxDeviation,
    })
    .onConflict(['from_asset', 'to_asset'])
    .merge(),
);

export const findLimit = query.first<Pick<FxLimitRow, 'fromAsset' | 'toAsset'>, FxLimitRow>(
  'fx_limits.find',
  (p) => sql('fx_limits').where({ from_asset: p.fromAsset, to_asset: p.toAsset }).select('*'),
);

export const listLimits = query.all<Record<string, never>, FxLimitRow>('fx_limits.list', () =>
  sql('fx_limits').orderBy(['from_asset', 'to_asset']).select('*'),
);

/** The age of the oldest payment that is to be converted, in seconds; null without one. */
export const oldestConversion = query.first<Record<string, never>, { seconds: number | null }>(
  'fx.oldest_conversion',
  () =>
    sql.raw(
      `select extract(epoch from service_now() - min(created_at))::float8 as seconds
         from ${UNFINISHED_TRANSFERS} t
        where kind = 'payment_conversion'`,
    ),
);
