import {
  columns,
  command,
  limited,
  named,
  query,
  type Queryable,
  sql,
  type Trx,
  type Tables,
} from '../../../../db/index.ts';

/** `cancel`: no order, only a cancellation that uses up the nonce. */
export type OrderKind = 'pay_out' | 'refund' | 'top_up' | 'sweep' | 'cancel';

/** The use of a nonce. */
export interface OrderRow extends Pick<
  Tables['evm_orders'],
  | 'network'
  | 'wallet'
  | 'nonce'
  | 'kind'
  | 'idempotencyKey'
  | 'asset'
  | 'amount'
  | 'recipient'
  | 'target'
  | 'data'
  | 'value'
  | 'gasLimit'
  | 'transactionHash'
  | 'blockNumber'
  | 'lostAt'
  | 'finalAt'
  | 'priorityFee'
> {
  /** `cancelled`: its nonce was used up by a cancellation. `abandoned`: see `abandonOrders`. */
  status: 'open' | 'done' | 'reverted' | 'cancelled' | 'abandoned';
  /** The time at which an operator requested its cancellation. */
  cancelWantedAt: Date | null;
  /**
   * The maximum fee of its first transaction. Null for orders that were stored signed, before signing could take time.
   */
  maxFee: string | null;
  /** The operators' request that released it above a limit. */
  releaseId: string | null;
  /** The hash of its first transaction. External systems use it, even after a replacement. Null until it is signed. */
  firstHash: string | null;
}

/** One of the signed transactions of an order. */
export interface TransactionRow extends Pick<
  Tables['evm_transactions'],
  'network' | 'wallet' | 'nonce' | 'version' | 'hash' | 'raw' | 'maxFee' | 'priorityFee'
> {
  /** Null in those of an earlier version, which have their order's. */
  gasLimit: string | null;
  /** The newest block when it was signed; null in those of an earlier version. */
  signedAtBlock: string | null;
  /** Whether it is empty and only uses up the nonce. */
  cancels: boolean;
}

const ORDER_KEY = ['network', 'wallet', 'nonce'] as const;
type OrderKey = Pick<OrderRow, (typeof ORDER_KEY)[number]>;

const FIRST_HASH = `(select hash from evm_transactions t
   where t.network = o.network and t.wallet = o.wallet and t.nonce = o.nonce and t.version = 1) as first_hash`;

const ORDER_COLUMNS = [
  ...ORDER_KEY,
  'kind',
  'idempotencyKey',
  'asset',
  'amount',
  'recipient',
  'target',
  'data',
  'value',
  'gasLimit',
  'maxFee',
  'priorityFee',
  'releaseId',
] as const;

const orderCommand = command.run<Pick<OrderRow, (typeof ORDER_COLUMNS)[number]>>('evm_orders.insert', (p) =>
  sql('evm_orders').insert({ ...columns(p, ORDER_COLUMNS), created_at: sql.raw('service_now()') }),
);

const TRANSACTION_COLUMNS = [
  ...ORDER_KEY,
  'version',
  'hash',
  'raw',
  'maxFee',
  'priorityFee',
  'gasLimit',
  'signedAtBlock',
  'cancels',
] as const;

const transactionCommand = command.run<TransactionRow>('evm_transactions.insert', (p) =>
  sql('evm_transactions')
    .insert({
      ...columns(p, TRANSACTION_COLUMNS),
      created_at: sql.raw('service_now()'),
    })
    .onConflict()
    .ignore(),
);

/** Stores the use of a nonce. */
export function insertOrder(trx: Trx, order: Parameters<typeof orderCommand>[1]): void {
  trx.defer(orderCommand(trx, order));
}

/** Stores a signed transaction. False when another process has stored one under this version, which alone is sent. */
export async function insertTransaction(trx: Trx, transaction: TransactionRow): Promise<boolean> {
  return (await transactionCommand(trx, transaction)) === 1;
}

/** The first transaction of an order; undefined until it is signed. */
export const findFirstTransaction = query.first<OrderKey, TransactionRow>(
  'evm_transactions.find_first',
  (p) =>
    sql('evm_transactions')
      .where({ ...columns(p, ORDER_KEY), version: sql.raw('1') })
      .select(...TRANSACTION_COLUMNS),
);

/** The orders of a wallet that have waited this long for their signature, in the order of nonces. */
export const listUnsignedOrders = query.all<
  { network: string; wallet: string; forMs: number; limit: number },
  OrderRow
>('evm_orders.list_unsigned', (p) =>
  named(
    `select o.*, null as first_hash from evm_orders o
      where network = :network and wallet = :wallet and status = 'open'
        and created_at < service_now() - :forMs * interval '1 millisecond'
        and not exists (select from evm_transactions t
                         where t.network = o.network and t.wallet = o.wallet and t.nonce = o.nonce)
      order by nonce limit :limit`,
    p,
  ),
);

export const findOrder = query.first<{ key: string }, OrderRow>('evm_orders.find', (p) =>
  sql('evm_orders as o')
    .where({ idempotency_key: p.key })
    .whereRaw("status <> 'abandoned'")
    .select('o.*', sql.raw(FIRST_HASH)),
);

const reserved = query.first<
  { network: string; wallet: string; asset: string; nonce: string },
  { tokens: string; coin: string }
>('evm_orders.reserved', (p) =>
  named(
    `select coalesce(sum(amount) filter (where asset = :asset and kind in ('pay_out', 'refund')), 0)::text as tokens,
            coalesce(sum(value + coalesce((select max(t.max_fee * coalesce(t.gas_limit, o.gas_limit))
                                             from evm_transactions t
                                            where t.network = o.network and t.wallet = o.wallet and t.nonce = o.nonce),
                                          gas_limit * max_fee)), 0)::text as coin
       from evm_orders o
      where network = :network and wallet = :wallet and nonce >= :nonce and status <> 'abandoned'`,
    p,
  ),
);

/** The amounts that a wallet's orders from a nonce on need, including gas at its maximum price. */
export async function sumReserved(
  on: Queryable,
  of: { network: string; wallet: string; asset: string; nonce: bigint },
): Promise<{ tokens: string; coin: bigint }> {
  const sums = await reserved(on, { ...of, nonce: String(of.nonce) });
  return { tokens: sums?.tokens ?? '0', coin: BigInt(sums?.coin ?? 0) };
}

/** Payments of an asset are compared with its limits one after the other, on all networks. */
export const lockLimits = command.run<{ asset: string }>('evm_orders.lock_limits', (p) =>
  sql.select(named(`pg_advisory_xact_lock(hashtext('evm_orders.limits'), hashtext(:asset))`, p)),
);

interface SentSums {
  /** The amount of the asset that was sent within a day, on all networks. */
  withinADay: string;
  /** The amount of the asset that is on its way to the recipient. */
  underWay: string;
  /** Whether a payment of any asset to the recipient is final. */
  wasReached: boolean;
}

const sentSums = query.first<{ network: string; asset: string; recipient: string }, SentSums>(
  'evm_orders.sum_sent',
  (p) =>
    named(
      `select (select coalesce(sum(amount), 0)::text from evm_orders
                where asset = :asset and kind in ('pay_out', 'refund') and release_id is null
                  and created_at > service_now() - interval '24 hours' and status in ('open', 'done')) as within_a_day,
              (select coalesce(sum(amount), 0)::text from evm_orders
                where network = :network and recipient = :recipient and kind in ('pay_out', 'refund')
                  and asset = :asset and release_id is null and status = 'open') as under_way,
              exists (select from evm_orders
                       where network = :network and recipient = :recipient and kind in ('pay_out', 'refund')
                         and status = 'done') as was_reached`,
      p,
    ),
);

/** The amounts of unreleased payments that count towards the limits of another one. */
export async function sumSent(
  trx: Trx,
  of: { network: string; asset: string; recipient: string },
): Promise<SentSums> {
  const sums = await sentSums(trx, of);
  if (!sums) throw new Error('sums of nothing are a row too');
  return sums;
}

/** A node has it now. */
export const markSent = command.run<Pick<TransactionRow, 'network' | 'hash'>>('evm_transactions.sent', (p) =>
  sql('evm_transactions')
    .where({ ...columns(p, ['network', 'hash']) })
    .update({ sent_at: sql.raw('service_now()') }),
);

/** An order that is not final, with the hashes of its transactions, the newest first. */
export interface OpenOrder extends OrderRow {
  hashes: readonly string[];
  /** The orders that are cancellations. */
  cancelling: readonly string[];
  /** Its newest transaction; null until one is signed. */
  newest: NewestTransaction | null;
  /** Since its nonce was taken. */
  orderedMs: number;
}

export interface NewestTransaction extends TransactionRow {
  /** Since its newest transaction was signed, and since a node last accepted it; null if none has. */
  ageMs: number;
  sentMs: number | null;
}

/** A wallet's open orders by nonce, which are all that are not in a block up to `final`. */
export const listOpenOrders = query.all<
  { network: string; wallet: string; final: number; mined: string; limit: number },
  OpenOrder
>('evm_orders.list_open', (p) =>
  limited(
    sql('evm_orders as o')
      .where({ 'o.network': p.network, 'o.wallet': p.wallet, status: sql.raw("'open'") })
      .whereRaw(named('(o.block_number is null or o.block_number <= :final or o.nonce >= :mined)', p))
      .joinRaw(
        `cross join lateral (
           select coalesce(array_agg(hash order by version desc), '{}') as hashes,
                  coalesce(array_agg(hash) filter (where cancels), '{}') as cancelling,
                  (array_agg(hash order by version))[1] as first_hash,
                  (array_agg(json_build_object(
                     'network', network, 'wallet', wallet, 'nonce', nonce::text, 'version', version, 'hash', hash,
                     'raw', raw, 'maxFee', max_fee::text, 'priorityFee', priority_fee::text,
                     'gasLimit', gas_limit::text, 'signedAtBlock', signed_at_block::text, 'cancels', cancels,
                     'ageMs', extract(epoch from service_now() - created_at)::float8 * 1000,
                     'sentMs', extract(epoch from service_now() - sent_at)::float8 * 1000) order by version desc))[1] as newest
             from evm_transactions t where t.network = o.network and t.wallet = o.wallet and t.nonce = o.nonce) each`,
      )
      .orderBy('o.nonce')
      .select(
        'o.*',
        'each.*',
        sql.raw('extract(epoch from service_now() - o.created_at)::float8 * 1000 as ordered_ms'),
      ),
    p.limit,
  ),
);

/** Records the block that contains one of its transactions now; null for none. */
export const markMined = command.run<OrderKey & { hash: string | null; block: number | null }>(
  'evm_orders.mined',
  (p) =>
    sql('evm_orders')
      .where({ ...columns(p, ORDER_KEY), status: sql.raw("'open'") })
      .update({ transaction_hash: p.hash, block_number: p.block }),
);

const lost = command.run<OrderKey>('evm_orders.lost', (p) =>
  sql('evm_orders')
    .where({ ...columns(p, ORDER_KEY), status: sql.raw("'open'"), lost_at: null })
    .update({ lost_at: sql.raw('service_now()') }),
);

/** Records that its nonce was used up by a foreign transaction. False if that was known. */
export async function markLost(trx: Trx, { network, wallet, nonce }: OrderRow): Promise<boolean> {
  return (await lost(trx, { network, wallet, nonce })) === 1;
}

interface Finished {
  status: 'done' | 'reverted' | 'cancelled';
  hash: string;
  block: number;
  gasPaid: string;
}

const finish = command.run<OrderKey & Finished>('evm_orders.finish', (p) =>
  sql('evm_orders')
    .where({ ...columns(p, ORDER_KEY), status: sql.raw("'open'") })
    .update({
      status: p.status,
      transaction_hash: p.hash,
      block_number: p.block,
      gas_paid: p.gasPaid,
      lost_at: null,
      final_at: sql.raw('service_now()'),
    }),
);

/** Records that one of its transactions is in a final block. False when that was known. */
export async function finishOrder(
  trx: Trx,
  { network, wallet, nonce }: OrderRow,
  finished: Finished,
): Promise<boolean> {
  return (await finish(trx, { ...finished, network, wallet, nonce })) === 1;
}

/** Requests the cancellation of an open order's nonce. */
export const wantCancelled = command.run<OrderKey>('evm_orders.cancel', (p) =>
  sql('evm_orders')
    .where({ ...columns(p, ORDER_KEY), status: sql.raw("'open'") })
    .update({ cancel_wanted_at: sql.raw('coalesce(cancel_wanted_at, service_now())') }),
);

const cancellation = command.run<OrderKey & { key: string; coin: string }>(
  'evm_orders.insert_cancellation',
  (p) =>
    sql('evm_orders').insert({
      ...columns(p, ORDER_KEY),
      kind: sql.raw("'cancel'"),
      idempotency_key: p.key,
      asset: p.coin,
      amount: sql.raw('0'),
      recipient: p.wallet,
      target: p.wallet,
      data: sql.raw("'0x'"),
      value: sql.raw('0'),
      gas_limit: sql.raw('0'),
      cancel_wanted_at: sql.raw('service_now()'),
      created_at: sql.raw('service_now()'),
    }),
);

/** Requests the cancellation of a nonce without an order. `coin` is the chain's own. */
export async function insertCancellation(trx: Trx, key: OrderKey, coin: string): Promise<void> {
  const { network, wallet, nonce } = key;
  await cancellation(trx, { ...key, key: `cancel:${network}:${wallet}:${nonce}`, coin });
}

/** An order's nonce and state. */
export type TakenNonce = Pick<OrderRow, 'nonce' | 'status' | 'kind' | 'idempotencyKey' | 'cancelWantedAt'>;

const taken = query.all<{ network: string; wallet: string; from: string }, TakenNonce>(
  'evm_orders.list_taken',
  (p) =>
    sql('evm_orders')
      .where({ network: p.network, wallet: p.wallet })
      .where('nonce', '>=', p.from)
      .whereRaw("status <> 'abandoned'")
      .orderBy('nonce')
      .select('nonce', 'status', 'kind', 'idempotency_key', 'cancel_wanted_at'),
);

/** The orders of a wallet that have a nonce from one on, in the order of nonces. */
export function listTakenNonces(
  on: Queryable,
  of: { network: string; wallet: string; from: bigint },
): Promise<TakenNonce[]> {
  return taken(on, { ...of, from: String(of.from) });
}

const abandon = command.run<{ network: string; wallet: string; from: string }>('evm_orders.abandon', (p) =>
  sql('evm_orders')
    .where({ network: p.network, wallet: p.wallet, status: sql.raw("'open'") })
    .where('nonce', '>=', p.from)
    .update({ status: sql.raw("'abandoned'"), final_at: sql.raw('service_now()') }),
);

/**
 * Abandons the open orders of a wallet from a nonce on that cannot be reached. They are made again under a reachable
 * nonce. Their signed transactions stay valid, so the wallet must never reach the first of these nonces.
 */
export async function abandonOrders(
  trx: Trx,
  of: { network: string; wallet: string; from: bigint },
): Promise<void> {
  await abandon(trx, { ...of, from: String(of.from) });
}

/** A payout or refund that is final, or the gas of anything that is. */
export interface SentRow {
  /** Unique; the list is in its order. */
  place: string;
  network: string;
  reference: string;
  kind: 'pay_out' | 'refund' | 'cost';
  /** Null for gas, which is paid in the network's coin. */
  asset: string | null;
  amount: string;
  finalAt: Date;
}

/** Payments that became final within a period, and their cost. */
export const listSent = query.all<{ from: Date; to: Date; after: string; limit: number }, SentRow>(
  'evm_orders.list_sent',
  (p) =>
    named(
      `select * from (
         select format('%s:%s %s', network, transaction_hash, moved.kind) as place, network,
                format('%s:%s', network, transaction_hash) as reference, moved.kind, moved.asset, moved.amount, final_at
           from evm_orders o
          cross join lateral (
                  select o.kind, o.asset, o.amount where o.status = 'done' and o.kind in ('pay_out', 'refund')
                  union all
                  select 'cost', null, o.gas_paid * 1e-18 where o.gas_paid > 0) as moved
          where status in ('done', 'reverted', 'cancelled') and final_at >= :from and final_at < :to) sent
        where place > :after order by place limit :limit`,
      p,
    ),
);

/** Makes sweeps whose orders were abandoned undecided again, by the keys of those orders. */
export const unsignSweeps = command.run<{ network: string; keys: readonly string[] }>(
  'evm_sweeps.unsign',
  (p) =>
    named(
      `update evm_sweeps set amount = null, recipient = null, block_number = null, due_at = service_now()
      where network = :network and outcome is null
        and format('sweep:%s:%s:%s:%s', network, address, asset, number) = any(:keys::text[])`,
      p,
    ),
);
