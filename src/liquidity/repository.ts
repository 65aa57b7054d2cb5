import { command, named, query, sql, type Tables, type Trx, UNFINISHED_TRANSFERS } from '../db/index.ts';
import { isPausedSql } from '../methods/index.ts';

/** A provider that exchanges for others, or has a band, is asked for its holdings. */
export type Reading = Pick<Tables['exchange_readings'], 'provider'> & { at: Date };

/** The due providers among those that a method or a band names, or named before. */
export const claimReadings = command.all<{ providers: readonly string[]; leaseMs: number }, Reading>(
  'exchange_readings.claim',
  (p) =>
    named(
      `insert into exchange_readings as r (provider, due_at)
       select provider, service_now() + :leaseMs * interval '1 millisecond'
         from (select exchange_provider as provider from payment_methods where exchange_provider is not null
               union select provider from liquidity_bands
               union select provider from exchange_readings) as named
        where provider = any(:providers::text[])
        order by provider
       on conflict (provider) do update set due_at = excluded.due_at where r.due_at <= service_now()
       returning provider, service_now() as at`,
      p,
    ),
);

const finishReading = command.run<Reading & { everyMs: number }>('exchange_readings.finish', (p) =>
  sql('exchange_readings')
    .where({ provider: p.provider })
    .update({ read_at: p.at, due_at: named("service_now() + :everyMs * interval '1 millisecond'", p) }),
);

const deleteFloats = command.run<{ provider: string }>('exchange_floats.delete', (p) =>
  sql('exchange_floats').where({ provider: p.provider }).delete(),
);

export type Float = Pick<Tables['exchange_floats'], 'provider' | 'asset' | 'held'>;

const insertFloats = command.rows<Float>(
  'exchange_floats.insert',
  { provider: 'text', asset: 'text', held: 'numeric' },
  (floats) =>
    sql.raw('insert into exchange_floats (provider, asset, held) select provider, asset, held from ?', [
      floats,
    ]),
);

/** Replaces the known holdings of a provider. */
export async function recordReading(
  trx: Trx,
  reading: Reading,
  floats: readonly Float[],
  everyMs: number,
): Promise<void> {
  await finishReading(trx, { ...reading, everyMs });
  await deleteFloats(trx, { provider: reading.provider });
  if (floats.length > 0) await insertFloats(trx, floats);
}

/**
 * The SQL for the debits of unfinished transfers, and of those since the provider was asked, because the reading may
 * not include them yet. By the departing asset, because a payout may be in another asset than the account's.
 */
const LEAVING = `
  select provider, case when kind in ('withdrawal', 'refund') then coalesce(to_asset, asset) else asset end as asset,
         sum(case when kind in ('withdrawal', 'refund') then coalesce(to_amount, amount) else amount end) as amount
    from (select * from ${UNFINISHED_TRANSFERS} as t
          union all
          select t.* from exchange_readings r cross join lateral (
            select * from transfers
             where provider = r.provider and finished_at >= r.read_at and status = 'settled' offset 0) t) as transfer
   group by 1, 2`;

/** The SQL for the open quotes that another provider exchanges, with the part of its float that each reserves. */
const PROMISES = `
  select m.account_id, m.link_code, l.qr_code_id, m.exchange_provider as provider, m.asset,
         round(m.amount_due * coalesce(m.reserved_share, 1), 8) as reserved
    from payment_link_methods m
    join payment_links l on l.account_id = m.account_id and l.code = m.link_code and l.status = 'active'
   where m.exchange_provider is not null and m.amount_due_expires_at > service_now()`;

/** A visitor who scanned a counter code. */
export interface Visitor {
  qrCodeId: string;
  /** Null once that is deleted. */
  networkHash: Buffer | null;
}

/** The party to which something may be promised. */
export interface Promiser {
  accountId: string;
  /** Undefined if the link does not come from a counter code. */
  visitor: Visitor | undefined;
}

/** A float, its promises by account, and the price of a unit of a currency in it. */
export interface FloatRow extends Pick<Tables['exchange_floats'], 'provider' | 'asset'> {
  /** Holdings less departures. */
  stock: string;
  promised: string;
  ofAccount: string;
  ofCode: string;
  ofNetwork: string;
  /** The account's share, as a fraction. Null for the default. */
  share: string | null;
  /** In `asset`, by the operator's rates; null if the currency has none. */
  unitCost: string | null;
}

/**
 * The amounts that providers have to sell, by their last readings if those are not too old, and the reservations of
 * open quotes. Nothing while the operator has paused the provider.
 */
export const listFloats = query.all<
  {
    accountId: string;
    qrCodeId: string | null;
    networkHash: Buffer | null;
    currency: string;
    staleMs: number;
  },
  FloatRow
>('exchange_floats.list', (p) =>
  named(
    `select f.provider, f.asset, f.held - coalesce(leaving.amount, 0) as stock, promised.*,
            (select promise_share from accounts where id = :accountId) as share,
            (select round(wanted.usd / own.usd, 18) from assets a join currency_rates own on own.family = a.family,
                    assets b join currency_rates wanted on wanted.family = b.family
              where a.asset = f.asset and b.asset = :currency) as unit_cost
       from exchange_readings r
       join exchange_floats f using (provider)
       left join (${LEAVING}) leaving using (provider, asset)
      cross join lateral (
        select coalesce(sum(q.reserved), 0) as promised,
               coalesce(sum(q.reserved) filter (where q.account_id = :accountId), 0) as of_account,
               coalesce(sum(q.reserved) filter (where q.account_id = :accountId and q.qr_code_id = :qrCodeId), 0) as of_code,
               coalesce(sum(q.reserved) filter (where s.link_code is not null), 0) as of_network
          from (${PROMISES}) q
          left join qr_scans s on s.account_id = :accountId and s.account_id = q.account_id
           and s.link_code = q.link_code and s.network_hash = :networkHash
         where q.provider = f.provider and q.asset = f.asset) promised
      where r.read_at > service_now() - :staleMs * interval '1 millisecond'
        and not ${isPausedSql('in', { provider: 'f.provider', method: 'null', network: 'null' })}`,
    p,
  ),
);

/** The visitor who opened a link with a counter code; undefined for any other link. */
export const findVisitor = query.first<{ accountId: string; linkCode: string }, Visitor>(
  'payment_links.find_visitor',
  (p) =>
    sql('payment_links as l')
      .leftJoin('qr_scans as s', (on) => on.on('s.account_id', 'l.account_id').andOn('s.link_code', 'l.code'))
      .where({ 'l.account_id': p.accountId, 'l.code': p.linkCode })
      .whereNotNull('l.qr_code_id')
      .select('l.qr_code_id', 's.network_hash'),
);

/** Until the transaction ends, no other transaction promises anything for the account. */
export const lockPromises = command.run<{ accountId: string }>('exchange_floats.lock_promises', (p) =>
  sql.select(named(`pg_advisory_xact_lock(hashtextextended('promises ' || :accountId, 0))`, p)),
);

/** The reservations of an account's open quotes in a float. */
export interface PromiseRow extends Pick<Tables['exchange_floats'], 'provider' | 'asset'> {
  accountId: string;
  quotes: number;
  reserved: string;
  /** As a fraction of the float. */
  share: string;
  /** As a fraction of that share. */
  used: string;
}

/** The accounts that use most of their share, at most `each` for each float. */
export const listPromises = query.all<{ each: number; defaultShare: string }, PromiseRow>(
  'exchange_floats.promises',
  (p) =>
    named(
      `with promised as (
         select provider, asset, account_id, count(*)::integer as quotes, sum(reserved) as reserved
           from (${PROMISES}) q group by 1, 2, 3
       ), used as (
         select f.provider, f.asset, q.account_id, q.quotes, q.reserved, coalesce(a.promise_share, :defaultShare::numeric) as share,
                case when f.held > coalesce(leaving.amount, 0)
                     then round(q.reserved / (f.held - coalesce(leaving.amount, 0))
                                / coalesce(a.promise_share, :defaultShare::numeric), 4)
                     else 1 end as used
           from promised q
           join accounts a on a.id = q.account_id
           join exchange_floats f using (provider, asset)
           left join (${LEAVING}) leaving using (provider, asset))
       select provider, asset, account_id, quotes, reserved, share, used
         from (select *, row_number() over (partition by provider, asset order by used desc, account_id) as place
                 from used) as ranked
        where place <= :each
        order by used desc, asset, provider, account_id`,
      p,
    ),
);

/** A share of null is the default. Returns how many accounts there are by this id. */
export const setShare = command.run<{ accountId: string; share: string | null }>(
  'accounts.set_promise_share',
  (p) =>
    sql('accounts')
      .where({ id: p.accountId })
      .update({ promise_share: named(':share::numeric', p) }),
);

export interface PositionRow extends Pick<Tables['exchange_readings'], 'provider' | 'readAt'> {
  asset: string;
  booked: string;
  /** Null while unknown. */
  held: string | null;
  promised: string;
  leaving: string;
  arriving: string;
  minimum: string | null;
  target: string | null;
  maximum: string | null;
}

/** Every provider and asset that the books, the last readings or the bands name. */
export const listPositions = query.all<{ staleMs: number }, PositionRow>('liquidity.positions', (p) =>
  named(
    `with booked as (
       select split_part(book, ':', 2) as provider, asset, -sum(balance) as amount
         from ledger_balances where book ~ '^(rail|conversion):' group by 1, 2
     ), leaving as (${LEAVING}
     ), promised as (
       select provider, asset, sum(reserved) as amount from (${PROMISES}) q group by 1, 2
     ), arriving as (
       select b.to_provider as provider, b.asset, sum(coalesce(b.arrived_amount, b.amount)) as amount
         from rebalancings b left join exchange_readings r on r.provider = b.to_provider
        where b.status in ('sending', 'in_transit') or b.arrived_at >= r.read_at
        group by 1, 2
     ), places as (
       select provider, asset from booked union select provider, asset from exchange_floats
       union select provider, asset from liquidity_bands union select provider, asset from arriving)
     select p.provider, p.asset, coalesce(booked.amount, 0) as booked,
            case when r.read_at > service_now() - :staleMs * interval '1 millisecond' then f.held end as held, r.read_at,
            coalesce(promised.amount, 0) as promised, coalesce(leaving.amount, 0) as leaving,
            coalesce(arriving.amount, 0) as arriving, b.minimum, b.target, b.maximum
       from places p
       left join booked using (provider, asset)
       left join exchange_readings r using (provider)
       left join exchange_floats f using (provider, asset)
       left join promised using (provider, asset)
       left join leaving using (provider, asset)
       left join arriving using (provider, asset)
       left join liquidity_bands b using (provider, asset)
      where coalesce(booked.amount, f.held, b.target, arriving.amount, 0) <> 0 or b.provider is not null
      order by p.asset, p.provider`,
    p,
  ),
);

export type BandRow = Tables['liquidity_bands'];

export const setBand = command.run<BandRow>('liquidity_bands.set', (p) =>
  sql('liquidity_bands')
    .insert({
      provider: p.provider,
      asset: p.asset,
      minimum: p.minimum,
      target: p.target,
      maximum: p.maximum,
    })
    .onConflict(['provider', 'asset'])
    .merge(),
);

export const removeBand = command.run<Pick<BandRow, 'provider' | 'asset'>>('liquidity_bands.remove', (p) =>
  sql('liquidity_bands').where({ provider: p.provider, asset: p.asset }).delete(),
);

/** Ensures that a single plan at a time is made. */
export const lockBands = command.all<Record<string, never>, Pick<BandRow, 'provider'>>(
  'liquidity_bands.lock',
  () => sql('liquidity_bands').orderBy(['provider', 'asset']).forUpdate().select('provider'),
);
