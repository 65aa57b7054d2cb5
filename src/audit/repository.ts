import { named, query, type Queryable, sql, type Tables } from '../db/index.ts';
import { HOUSE_ACCOUNT_ID } from '../ledger/index.ts';
import { isBroughtAlong } from './checks.ts';
import type { SentTransfer } from '../methods/index.ts';

/** One of our records as the provider's statement should show it. */
export interface RecordedMove extends Pick<
  Tables['deposits'],
  'accountId' | 'id' | 'providerReference' | 'asset'
> {
  kind: 'deposit' | 'convert' | 'pay_out' | 'refund' | 'return' | 'cost';
  /** Positive for money in, negative for money out. */
  amount: string;
  /** A conversion's proceeds as its provider reports them, or else as quoted; null for all other moves. */
  broughtAsset: string | null;
  brought: string | null;
  at: Date;
  /** False for a deposit that was only seen, which may still vanish, so no statement needs to list it. */
  isFinal: boolean;
}

const moves = query.all<{ provider: string; from: Date; to: Date; house: string }, RecordedMove>(
  'audit.recorded_moves',
  (p) =>
    named(
      `select * from (
       select account_id, id, 'deposit' as kind, provider_reference, asset, coalesce(exact_amount, amount) as amount,
              created_at as at, status <> 'pending' or confirmation_due_at is null as is_final,
              null as brought_asset, null::numeric as brought
         from deposits
        where provider = :provider and created_at >= :from and created_at < :to and status <> 'failed'
       union all
       select account_id, id,
              case when kind in ('withdrawal', 'rebalancing') then 'pay_out' when kind = 'refund' then 'refund' else 'convert' end,
              provider_reference,
              case when kind in ('withdrawal', 'refund') then coalesce(to_asset, asset) else asset end,
              case when kind in ('withdrawal', 'refund') then -coalesce(to_amount, amount) else -amount end,
              finished_at, true,
              case when kind in ('conversion', 'payment_conversion') then to_asset end,
              case when kind in ('conversion', 'payment_conversion') then coalesce(brought, to_amount) end
         from transfers
        where provider = :provider and finished_at >= :from and finished_at < :to
          and status in ('settled', 'returned')
       union all
       select account_id, id, 'return', return_reference,
              case when kind in ('withdrawal', 'refund') then coalesce(to_asset, asset) else asset end,
              case when kind in ('withdrawal', 'refund') then coalesce(to_amount, amount) else amount end, returned_at,
              true, null, null
         from transfers
        where provider = :provider and returned_at >= :from and returned_at < :to
       union all
       -- Of the deployment's own.
       select account_id, transfer_id, 'deposit', arrival_reference, asset, arrived_amount, arrived_at, true, null, null
         from rebalancings
        where account_id = :house and to_provider = :provider and arrived_at >= :from and arrived_at < :to
       union all
       select account_id, id, 'cost', reference, asset, -amount, created_at, true, null, null
         from provider_costs
        where account_id = :house and provider = :provider and created_at >= :from and created_at < :to
       union all
       select account_id, id, 'other', reference, asset, amount, created_at, true, null, null
         from own_movements
        where account_id = :house and provider = :provider and created_at >= :from and created_at < :to
       union all
       select account_id, deposit_id, 'taken_back', reference, asset, -amount, created_at, true, null, null
         from deposits_taken_back
        where provider = :provider and created_at >= :from and created_at < :to) moved
       where not ${isBroughtAlong('moved.account_id', 'moved.at')}
       union all
       -- Of accounts that had left, even if they are back.
       select account_id, id, 'deposit', provider_reference, asset, amount, created_at, true, null, null
         from handed_on_deposits
        where provider = :provider and created_at >= :from and created_at < :to`,
      p,
    ),
);

/** The movements at the provider within a period, by our records. */
export function listRecordedMoves(
  on: Queryable,
  range: { provider: string; from: Date; to: Date },
): Promise<RecordedMove[]> {
  return moves(on, { ...range, house: HOUSE_ACCOUNT_ID });
}

/** The holdings of this cell and another for each other in an asset, by this one's books (D74). */
export interface BetweenCells {
  cell: number;
  asset: string;
  /** This cell's debt to the other; negative if it is owed. */
  owed: string;
  /** The part that was handed on and that the other has not confirmed. */
  sent: string;
  /**
   * The amount that the other has reported and this one has not booked yet, in notices that wait for the worker or an
   * operator.
   */
  told: string;
}

/** For each other cell and asset with anything between them. */
export const listBetweenCells = query.all<Record<string, never>, BetweenCells>('audit.between_cells', () =>
  sql.raw(
    `select cell, asset, sum(owed)::text as owed, sum(sent)::text as sent, sum(told)::text as told
       from (
         select substring(book from 'rail:cell-(.*)')::integer as cell, asset, balance as owed, 0 as sent, 0 as told
           from ledger_balances where book like 'rail:cell-%'
         union all
         select cell, asset, 0, trunc(amount, 8), 0 from handed_on_deposits where taken_at is null
         union all
         select substring(provider from 'cell-(.*)')::integer, notice #>> '{report,asset}', 0, 0,
                trunc((notice #>> '{report,amount}')::numeric, 8)
           from provider_notices
          cross join lateral (select convert_from(body, 'UTF8')::jsonb as notice) as read
          where provider like 'cell-%' and status in ('waiting', 'failed')) as between_cells
      group by cell, asset having (sum(owed), sum(sent), sum(told)) <> (0, 0, 0)
      order by cell, asset`,
  ),
);

/** The debts to all accounts together, and the part in transit. */
export interface Owed {
  at: Date;
  balances: { asset: string; amount: string }[];
  /** Transfers that a provider was asked to carry out and that are not settled. */
  transfers: OwedTransfer[];
  /** Deposits that were seen and are not final. */
  deposits: { provider: string; providerReference: string; asset: string; amount: string }[];
  families: ReadonlyMap<string, string>;
  /** The deployment's own money that has left one provider and not arrived at another. */
  inTransit: { asset: string; amount: string }[];
  /** Holdings of other cells for this one; negative for the reverse (D74). */
  byCells: { cell: number; asset: string; amount: string }[];
}

export interface OwedTransfer extends Pick<Tables['transfers'], 'accountId' | 'id' | 'provider' | 'amount'> {
  move: SentTransfer['move'];
  /** The asset that leaves the provider. */
  asset: string;
}

/** The most transfers that are checked; the rest count as still held. */
const MAX_ON_THEIR_WAY = 5_000;

const owedQuery = query.all<Record<string, never>, { asset: string; amount: string }>('audit.owed', () =>
  sql.raw(
    `select asset, sum(balance)::text as amount from ledger_balances
      where book in ('available', 'pending', 'unmatched') group by asset having sum(balance) <> 0`,
  ),
);

const underWay = query.all<Record<string, never>, OwedTransfer>('audit.transfers_under_way', () =>
  sql.raw(
    `select account_id, id, provider,
            case when kind in ('withdrawal', 'rebalancing') then 'pay_out' when kind = 'refund' then 'refund' else 'convert' end as move,
            case when kind in ('withdrawal', 'refund') then coalesce(to_asset, asset) else asset end as asset,
            case when kind in ('withdrawal', 'refund') then coalesce(to_amount, amount) else amount end::text as amount
       from transfers where status = 'sent' order by created_at limit ${MAX_ON_THEIR_WAY}`,
  ),
);

const notFinal = query.all<Record<string, never>, Owed['deposits'][number]>('audit.deposits_not_final', () =>
  sql.raw(
    `select provider, provider_reference, asset, amount::text from deposits
        where status = 'pending' and confirmation_due_at is not null
        order by created_at limit ${MAX_ON_THEIR_WAY}`,
  ),
);

const inTransitQuery = query.all<Record<string, never>, Owed['inTransit'][number]>('audit.in_transit', () =>
  sql.raw(
    `select asset, (-balance)::text as amount from ledger_balances
      where account_id = '${HOUSE_ACCOUNT_ID}' and book = 'in_transit' and balance <> 0`,
  ),
);

const byCellsQuery = query.all<Record<string, never>, Owed['byCells'][number]>('audit.held_by_cells', () =>
  sql.raw(
    `select substring(book from 'rail:cell-(.*)')::integer as cell, asset, (-sum(balance))::text as amount
       from ledger_balances where book like 'rail:cell-%' group by book, asset having sum(balance) <> 0`,
  ),
);

const familiesQuery = query.all<Record<string, never>, { asset: string; family: string; now: Date }>(
  'audit.families',
  () => sql('assets').select('asset', 'family', sql.raw('service_now() as now')),
);

/** Read from one snapshot. */
export async function readOwed(on: Queryable): Promise<Owed> {
  const balances = await owedQuery(on);
  const transfers = await underWay(on);
  const deposits = await notFinal(on);
  const inTransit = await inTransitQuery(on);
  const byCells = await byCellsQuery(on);
  const families = await familiesQuery(on);
  return {
    at: families[0]?.now ?? new Date(),
    balances,
    transfers,
    deposits,
    inTransit,
    byCells,
    families: new Map(families.map(({ asset, family }) => [asset, family])),
  };
}
