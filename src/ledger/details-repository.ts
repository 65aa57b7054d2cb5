import { BigNumber } from 'bignumber.js';
import { query, named, type Queryable } from '../db/index.ts';
import { isId } from '../lib/ids.ts';
import { money } from '../lib/money.ts';
import { broughtAt } from '../methods/index.ts';
import type { Movement } from './repository.ts';

/** The facts that people recognise a movement by, from its link, deposit or transfer. Null where it has none. */
export interface MovementDetails {
  /** The payment link's description. */
  description: string | null;
  reference: string | null;
  metadata: Readonly<Record<string, string>> | null;
  /** The payer's name, or else the account or address that the money came from. */
  payer: string | null;
  method: string | null;
  /**
   * The fee of a payment, which is a movement of its own, or of a withdrawal, whose amount includes it; null for all
   * others.
   */
  fee: string | null;
  /** The rail's name of the transfer, by which banks find it, such as SPEI's tracking key. */
  trackingKey: string | null;
  /** The account or address that the money came from or went to, as far as the rail tells it. */
  otherAccount: string | null;
  /** For money that was credited out of an exchange; null for all others. */
  exchange: MovementExchange | null;
}

/** The exchange of one asset for another that a movement credited. */
export interface MovementExchange {
  fromAsset: string;
  fromAmount: string;
  toAsset: string;
  /** Before the fee. */
  toAmount: string;
  /**
   * By how much the account received less than at its link's price, in `toAsset`. It is zero unless the payment was not
   * exactly the amount due, so that no price was promised for it (D28).
   */
  shortfall: string;
}

interface ExchangeRow extends Omit<MovementExchange, 'shortfall'> {
  /** The link's price; null where the account received what was promised. */
  linkRate: string | null;
}

type DetailsRow = Omit<MovementDetails, 'exchange'> & { id: string; exchange: ExchangeRow | null };

/** The types of movements that have a fee of their own. */
const HAVE_FEES: readonly string[] = ['payment', 'withdrawal'];

export type DetailedMovement = Movement & MovementDetails;

interface DetailsQuery {
  accountId: string;
  ids: string[];
  codes: (string | null)[];
  deposits: (string | null)[];
  transfers: (string | null)[];
  /** The deposits of payments, as entries name them, whose fees are looked up. */
  payments: (string | null)[];
  assets: string[];
}

/** Each record is looked up once per movement, by its key, because Postgres would otherwise join whole tables. */
const detailsQuery = query.all<DetailsQuery, DetailsRow>('ledger.details', (p) =>
  named(
    `select m.id, l.description, l.reference, l.metadata, coalesce(d.method, t.method) as method,
            coalesce(d.payer->>'name', l.payer_name, d.payer->>'account', d.payer->>'source_address') as payer,
            coalesce(f.fee, case when t.kind = 'withdrawal' then t.fee end) as fee,
            case when t.kind is null then d.payer->>'tracking_key' else t.tracking_key end as tracking_key,
            case when t.kind is null or t.destination is null then coalesce(d.payer->>'account', d.payer->>'source_address')
                 else coalesce(t.destination->>'clabe', t.destination->>'address') end as other_account,
            x.exchange
       from unnest(:ids::uuid[], :codes::text[], :deposits::uuid[], :transfers::uuid[], :payments::text[],
                   :assets::text[]) as m (id, code, deposit_id, transfer_id, payment, asset)
       left join lateral (select description, reference, metadata, payer_name from payment_links
                           where account_id = :accountId and code = m.code offset 0) l on true
       left join lateral (select kind, method, fee, deposit_id, tracking_key, destination from transfers
                           where account_id = :accountId and id = m.transfer_id offset 0) t on true
       left join lateral (select method, payer, amount from deposits
                           where account_id = :accountId and id = coalesce(m.deposit_id, t.deposit_id) offset 0) d on true
       left join lateral (select -p.amount as fee
                            from ledger_entries e
                            join ledger_postings p on p.account_id = e.account_id and p.entry_id = e.id
                           where e.account_id = :accountId and e.source_object = 'deposit' and e.source_id = m.payment
                             and e.type = 'fee' and p.book = 'available' and p.asset = m.asset
                           offset 0) f on true
       left join lateral (select json_build_object(
                                   'fromAsset', e.asset, 'fromAmount', part.amount::text,
                                   'toAsset', e.to_asset, 'toAmount', round(e.to_amount * part.amount / e.amount, 8)::text,
                                   'linkRate', case when e.account_bears_price then (
                                     select exchange_rate::text from payment_link_methods
                                      where account_id = :accountId and link_code = m.code and method = e.method) end) as exchange
                            from transfers e
                           -- A payment may be exchanged together with others (D7).
                           cross join lateral (select case when m.payment is null then e.amount else d.amount end as amount) part
                           where e.account_id = :accountId and e.to_asset = m.asset and e.status = 'settled'
                             and e.kind in ('conversion', 'payment_conversion')
                             and e.id = coalesce(m.transfer_id, (
                               select id from transfers
                                where account_id = :accountId and payment_link_code = m.code and m.payment is not null
                                  and kind = 'payment_conversion' and status = 'settled' limit 1))
                           offset 0) x on true`,
    p,
  ),
);

/** Adds the facts that people recognise movements by; the order is kept. */
export async function withDetails(
  on: Queryable,
  accountId: string,
  rows: readonly Movement[],
): Promise<DetailedMovement[]> {
  if (rows.length === 0) return [];
  const idOf = (row: Movement, isWanted: boolean): string | null =>
    isWanted && isId(row.sourceId) ? row.sourceId : null;
  const found = await detailsQuery(on, {
    accountId,
    ids: rows.map(({ id }) => id),
    codes: rows.map(({ paymentLinkCode }) => paymentLinkCode),
    deposits: rows.map((row) => idOf(row, row.sourceObject === 'deposit')),
    transfers: rows.map((row) => idOf(row, row.sourceObject !== 'deposit')),
    payments: rows.map((row) => idOf(row, row.type === 'payment')),
    assets: rows.map(({ asset }) => asset),
  });
  const byId = new Map(found.map(({ id, ...details }) => [id, details]));
  return rows.map((row) => {
    const details = byId.get(row.id);
    if (!details) throw new Error(`movement ${row.id} was not described`);
    // The reversal of a withdrawal returns its fee with the rest, so it shows none of its own.
    const fee = HAVE_FEES.includes(row.type) ? details.fee : null;
    return { ...row, ...details, fee, exchange: details.exchange && withShortfall(details.exchange) };
  });
}

/** A payment without a promised price is credited with its proceeds, at most at the link's price (D28). */
function withShortfall({ linkRate, ...exchange }: ExchangeRow): MovementExchange {
  if (linkRate === null) return { ...exchange, shortfall: '0' };
  const promised = broughtAt(money(exchange.fromAmount), money(linkRate));
  const received = BigNumber.min(promised, money(exchange.toAmount));
  return { ...exchange, toAmount: received.toFixed(), shortfall: promised.minus(received).toFixed() };
}

/** The net amount of a payment or withdrawal, without its fee. Null for movements without a fee of their own. */
export function netOf({
  type,
  amount,
  fee,
}: Pick<DetailedMovement, 'type' | 'amount' | 'fee'>): string | null {
  if (type === 'payment')
    return money(amount)
      .minus(fee ?? '0')
      .toFixed();
  if (type === 'withdrawal' && fee !== null) return money(amount).plus(fee).toFixed();
  return null;
}
