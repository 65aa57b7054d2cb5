import { columns, command, named, query, sql, type Tables, type Trx } from '../db/index.ts';
import { HOUSE_ACCOUNT_ID } from '../ledger/index.ts';
import type { Destination } from '../methods/index.ts';

export type Route = Omit<Tables['liquidity_routes'], 'destination'> & { destination: Destination };

export const lockRoute = command.first<{ id: string }, Route>('liquidity_routes.lock', (p) =>
  sql('liquidity_routes').where({ id: p.id }).forUpdate().select('*'),
);

/** The one in use between two providers. */
export const findRoute = query.first<
  Pick<Route, 'fromProvider' | 'toProvider' | 'asset'>,
  Pick<Route, 'id' | 'method'>
>('liquidity_routes.find', (p) =>
  sql('liquidity_routes')
    .where({ from_provider: p.fromProvider, to_provider: p.toProvider, asset: p.asset })
    .whereNull('removed_at')
    .select('id', 'method'),
);

/** The routes in use, with the decimals that their rail carries. */
export const listRoutes = query.all<Record<string, never>, Route & { decimals: number }>(
  'liquidity_routes.list',
  () =>
    sql('liquidity_routes as r')
      .join('payment_methods as m', 'm.method', 'r.method')
      .whereNull('r.removed_at')
      .orderBy(['r.asset', 'r.from_provider', 'r.to_provider'])
      .select('r.*', 'm.decimals'),
);

/** Whether money that arrives at this provider's destination is the deployment's own. */
export const findOwnPlace = query.first<{ provider: string; destination: string }, { id: string }>(
  'liquidity_routes.find_own_place',
  (p) =>
    named(
      `select id from liquidity_routes
        where to_provider = :provider
          and lower(:destination) in (lower(destination ->> 'address'), destination ->> 'clabe',
                                      lower(destination ->> 'key'), lower(destination -> 'bank' ->> 'iban'),
                                      lower(destination -> 'bank' ->> 'account_number'))`,
      p,
    ),
);

/** A link whose payers pay to a destination. */
export const findLinkAt = query.first<{ destination: string }, { linkCode: string }>(
  'liquidity_routes.find_link_at',
  (p) => sql('payment_link_methods').where({ destination: p.destination }).limit(1).select('link_code'),
);

type NewRouteRow = Omit<Route, 'provenAt' | 'removedAt'>;

const insertRouteCommand = command.first<Omit<NewRouteRow, 'destination'> & { destination: string }, Route>(
  'liquidity_routes.insert',
  (p) =>
    sql('liquidity_routes')
      .insert(
        columns(p, [
          'id',
          'fromProvider',
          'toProvider',
          'asset',
          'method',
          'destination',
          'dailyLimit',
          'maxFee',
          'createdAt',
        ]),
      )
      .returning('*'),
);

export async function insertRoute(trx: Trx, route: NewRouteRow): Promise<Route> {
  const stored = await insertRouteCommand(trx, {
    ...route,
    destination: JSON.stringify(route.destination),
  });
  if (!stored) throw new Error('a route was not stored');
  return stored;
}

export const proveRoute = command.run<{ id: string; at: Date }>('liquidity_routes.prove', (p) =>
  sql('liquidity_routes').where({ id: p.id }).whereNull('proven_at').update({ proven_at: p.at }),
);

export const removeRoute = command.run<{ id: string; at: Date }>('liquidity_routes.remove', (p) =>
  sql('liquidity_routes').where({ id: p.id }).update({ removed_at: p.at }),
);

export type RebalancingRow = Tables['rebalancings'];

const sumSentQuery = query.first<{ routeId: string }, { amount: string }>('rebalancings.sum_sent', (p) =>
  named(
    `select coalesce(sum(amount), 0) as amount from rebalancings
      where route_id = :routeId and created_at > service_now() - interval '24 hours' and status <> 'failed'`,
    p,
  ),
);

/** The total sent over a route within 24 hours, in its asset. */
export async function sumSent(trx: Trx, key: { routeId: string }): Promise<string> {
  return (await sumSentQuery(trx, key))?.amount ?? '0';
}

type NewRebalancing = Pick<
  RebalancingRow,
  | 'accountId'
  | 'transferId'
  | 'routeId'
  | 'toProvider'
  | 'asset'
  | 'amount'
  | 'isProof'
  | 'requestedBy'
  | 'createdAt'
>;

const insert = command.first<NewRebalancing, RebalancingRow>('rebalancings.insert', (p) =>
  sql('rebalancings')
    .insert({
      ...columns(p, ['accountId', 'transferId', 'routeId', 'toProvider', 'asset', 'amount']),
      is_proof: p.isProof,
      requested_by: p.requestedBy,
      status: sql.raw("'sending'"),
      created_at: p.createdAt,
    })
    .returning('*'),
);

export async function insertRebalancing(trx: Trx, rebalancing: NewRebalancing): Promise<RebalancingRow> {
  const stored = await insert(trx, rebalancing);
  if (!stored) throw new Error('a rebalancing was not stored');
  return stored;
}

interface Key {
  accountId: string;
  transferId: string;
}

const ofKey = (p: { [K in keyof Key]-?: unknown }) =>
  sql('rebalancings').where({ account_id: p.accountId as never, transfer_id: p.transferId as never });

export const lockRebalancing = command.first<Key, RebalancingRow>('rebalancings.lock', (p) =>
  ofKey(p).forUpdate().select('*'),
);

export const markInTransit = command.run<Key>('rebalancings.mark_in_transit', (p) =>
  ofKey(p).update({
    status: sql.raw("'in_transit'"),
    sent_at: sql.raw('clock_timestamp()'),
    due_at: sql.raw('service_now()'),
  }),
);

export const markFailed = command.run<Key>('rebalancings.mark_failed', (p) =>
  ofKey(p).update({ status: sql.raw("'failed'"), due_at: null }),
);

export const markArrived = command.run<Key & { status: string; reference: string; amount: string; at: Date }>(
  'rebalancings.mark_arrived',
  (p) =>
    ofKey(p).update({
      status: p.status,
      arrived_at: p.at,
      arrival_reference: p.reference,
      arrived_amount: p.amount,
      due_at: null,
      last_error: null,
    }),
);

/** It is still looked for. */
export const markWrittenOff = command.run<Key>('rebalancings.mark_written_off', (p) =>
  ofKey(p).update({ status: sql.raw("'written_off'") }),
);

/** A rebalancing that is looked for at the receiving provider. */
export interface ExpectedArrival extends Pick<
  RebalancingRow,
  'accountId' | 'transferId' | 'toProvider' | 'asset' | 'amount' | 'lastError' | 'status'
> {
  /** The sending provider's reference. */
  reference: string;
  /** In real time. */
  sentAt: Date;
  destination: Destination;
  maxFee: string;
  /** The time since it was sent. */
  ageMs: number;
}

/** Takes those that are due to be looked for, among these providers. */
export const claimSought = command.all<
  { providers: readonly string[]; limit: number; leaseMs: number },
  ExpectedArrival
>('rebalancings.claim', (p) =>
  named(
    `with due as (
       select account_id, transfer_id from rebalancings
        where due_at <= service_now() and to_provider = any(:providers::text[])
        order by due_at limit :limit for update skip locked)
     update rebalancings b set due_at = service_now() + :leaseMs * interval '1 millisecond'
       from due
       join transfers t on t.account_id = due.account_id and t.id = due.transfer_id,
            liquidity_routes r
      where b.account_id = due.account_id and b.transfer_id = due.transfer_id and r.id = b.route_id
     returning b.account_id, b.transfer_id, b.to_provider, b.asset, b.amount, b.last_error, b.status, b.sent_at,
               t.provider_reference as reference, t.destination, r.max_fee,
               (extract(epoch from clock_timestamp() - b.sent_at) * 1000)::float8 as age_ms`,
    p,
  ),
);

/** Schedules the next search, with the reason why it has not arrived. */
export const postponeSearch = command.run<Key & { waitMs: number | null; error: string | null }>(
  'rebalancings.postpone',
  (p) =>
    ofKey(p)
      .whereNotNull('due_at')
      .update({
        due_at: named("service_now() + :waitMs::float8 * interval '1 millisecond'", p),
        last_error: p.error,
      }),
);

/** A rebalancing in the form of the report. */
export interface ListedRebalancing extends RebalancingRow {
  fromProvider: string;
  transferStatus: string;
  /** The sending provider's reference. */
  reference: string | null;
  waitsFor: string | null;
  transferError: string | null;
  /** The time since it was sent; null before it left. */
  ageMs: number | null;
}

/** Rebalancings in progress or in need of attention, and the latest others; newest first. */
export const listRebalancings = query.all<{ limit: number }, ListedRebalancing>('rebalancings.list', (p) =>
  named(
    `select b.*, t.provider as from_provider, t.status as transfer_status, t.provider_reference as reference,
            t.waits_for, coalesce(t.failure_message, t.last_error) as transfer_error,
            (extract(epoch from clock_timestamp() - b.sent_at) * 1000)::float8 as age_ms
       from rebalancings b join transfers t on t.account_id = b.account_id and t.id = b.transfer_id
      where b.account_id = '${HOUSE_ACCOUNT_ID}'
      order by b.status not in ('sending', 'in_transit', 'short'), b.created_at desc
      limit :limit`,
    p,
  ),
);
