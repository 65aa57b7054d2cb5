import { command, named, query, type Queryable, sql, statement, type Trx } from '../../../../db/index.ts';
import type { TransferRow } from '../follower/repository.ts';
import type { OrderKind } from '../sender/repository.ts';

export interface Holding {
  asset: string;
  address: string;
  /** Decimal, in `asset`. */
  amount: string;
}

/**
 * The balances of addresses by the books as of a final block: what arrived, less what was swept. A sweep counts from its
 * block on. If one was reverted and the next found nothing, somebody else submitted its authorization, as anybody can.
 */
export const listHoldings = query.all<
  { network: string; block: number; addresses: readonly string[] },
  Holding
>('audit.evm_holdings', (p) =>
  named(
    `with moves as (
       select asset, recipient as address, amount from evm_transfers
        where network = :network and status = 'final' and block_number <= :block
          and recipient = any(:addresses::text[])
       union all
       select s.asset, s.address, - s.amount from evm_sweeps s
         join evm_orders o on o.idempotency_key = format('sweep:%s:%s:%s:%s', s.network, s.address, s.asset, s.number)
         left join evm_sweeps next
                on next.network = s.network and next.address = s.address and next.asset = s.asset
               and next.number = s.number + 1
        where s.network = :network and s.address = any(:addresses::text[]) and o.block_number <= :block
          and (o.status not in ('reverted', 'cancelled') or next.outcome = 'empty')
     )
     select asset, address, sum(amount)::text as amount from moves group by asset, address`,
    p,
  ),
);

const heldStatement = statement<{ network: string; after: string; limit: number }, { address: string }>(
  'audit.evm_held_addresses',
  (p) =>
    named(
      `select address from (
         select recipient as address from evm_transfers
          where network = :network and status = 'final' and swept_at is null and recipient > :after
         union
         select recipient from evm_transfers
          where network = :network and status in ('seen', 'gone') and recipient > :after
         union
         select recipient from evm_orders where network = :network and kind = 'top_up' and recipient > :after
       ) held order by address limit :limit`,
      p,
    ),
);

/** Deposit addresses that hold something by the books: unswept deposits, or coin for gas. */
export async function listHeldAddresses(
  on: Queryable,
  page: { network: string; after: string; limit: number },
): Promise<string[]> {
  return (await heldStatement.all(on, page)).map(({ address }) => address);
}

const coldStatement = statement<{ network: string }, { address: string }>('audit.evm_cold_addresses', (p) =>
  named(
    `select distinct recipient as address from evm_sweeps s
      where network = :network and recipient is not null
        and not exists (select from evm_wallets w
                         where w.network = s.network and w.address = s.recipient and w.derivation_index is null)
      order by address`,
    p,
  ),
);

/** The recipients of sweeps other than hot wallets. */
export async function listColdAddresses(on: Queryable, network: string): Promise<string[]> {
  return (await coldStatement.all(on, { network })).map(({ address }) => address);
}

/** An order with the hashes of its transactions, of which any may be mined. */
export interface KeyedOrder {
  network: string;
  wallet: string;
  nonce: string;
  idempotency_key: string;
  hashes: string[];
}

export const listOrdersOfKeys = query.all<{ keys: readonly string[] }, KeyedOrder>(
  'audit.evm_orders_of_keys',
  (p) =>
    named(
      `select o.network, o.wallet, o.nonce, o.idempotency_key, array_agg(t.hash order by t.version desc) as hashes
       from evm_orders o
       join evm_transactions t on t.network = o.network and t.wallet = o.wallet and t.nonce = o.nonce
      where o.idempotency_key = any(:keys::text[]) and o.status <> 'abandoned'
      group by o.network, o.wallet, o.nonce`,
      p,
    ),
);

/** A transfer as recorded, with all parts of its reference. */
type KnownTransfer = Pick<
  TransferRow,
  'network' | 'transaction_hash' | 'position' | 'recipient' | 'first_recipient' | 'status' | 'block_number'
>;

const knownTransfersStatement = statement<
  { network: string; hashes: readonly string[]; positions: readonly number[] },
  KnownTransfer
>('audit.evm_known_transfers', (p) =>
  named(
    `select t.network, t.transaction_hash, t.position, t.recipient, t.first_recipient, t.status, t.block_number
       from unnest(:hashes::text[], :positions::integer[]) as asked (hash, position)
       join evm_transfers t on t.network = :network and t.transaction_hash = asked.hash and t.position = asked.position`,
    p,
  ),
);

/** The records of these transfers, as far as the chain was followed. */
export function listKnownTransfers(
  on: Queryable,
  network: string,
  keys: readonly Pick<TransferRow, 'transaction_hash' | 'position'>[],
): Promise<KnownTransfer[]> {
  return knownTransfersStatement.all(on, {
    network,
    hashes: keys.map(({ transaction_hash }) => transaction_hash),
    positions: keys.map(({ position }) => position),
  });
}

const ownStatement = statement<{ network: string; addresses: readonly string[] }, { address: string }>(
  'audit.evm_own_wallets',
  (p) =>
    named(
      `select address from evm_addresses where address = any(:addresses::text[])
       union
       select address from evm_wallets
        where network = :network and derivation_index is null and address = any(:addresses::text[])`,
      p,
    ),
);

/** Which of these addresses are deposit addresses or hot wallets of ours. */
export async function listOwnWallets(
  on: Queryable,
  network: string,
  addresses: readonly string[],
): Promise<Set<string>> {
  const rows = await ownStatement.all(on, { network, addresses });
  return new Set(rows.map(({ address }) => address));
}

/** A transfer out of a wallet of ours; `n` is its position in the request. */
interface AskedTransfer {
  n: number;
  hash: string;
  asset: string;
  sender: string;
  recipient: string;
  /** Decimal, in `asset`. */
  amount: string;
}

type MovingKind = Extract<OrderKind, 'pay_out' | 'refund' | 'sweep'>;

const explainedStatement = statement<{ network: string; rows: string }, { n: number; kind: MovingKind }>(
  'audit.evm_orders_of_transfers',
  (p) =>
    named(
      `with asked as (
         select * from json_to_recordset(:rows::json)
           as t (n integer, hash text, asset text, sender text, recipient text, amount numeric)
       )
       select a.n, o.kind from asked a
         join evm_transactions t on t.network = :network and t.hash = a.hash
         join evm_orders o on o.network = t.network and o.wallet = t.wallet and o.nonce = t.nonce
        where o.kind in ('pay_out', 'refund') and o.status <> 'abandoned' and o.wallet = a.sender and o.recipient = a.recipient
          and o.asset = a.asset and o.amount = a.amount
       union
       select a.n, 'sweep' from asked a
         join evm_sweeps s on s.network = :network and s.address = a.sender and s.asset = a.asset
        where s.recipient = a.recipient and s.amount = a.amount`,
      p,
    ),
);

/** The orders of transfers out of our wallets, by `n`; a transfer without an order has no entry. */
export async function listOrdersOfTransfers(
  on: Queryable,
  network: string,
  transfers: readonly AskedTransfer[],
): Promise<Map<number, MovingKind>> {
  const rows = await explainedStatement.all(on, { network, rows: JSON.stringify(transfers) });
  return new Map(rows.map(({ n, kind }) => [n, kind]));
}

const minedStatement = statement<
  { network: string; first: number; last: number; behind: string; limit: number },
  { hash: string }
>('audit.evm_mined_orders', (p) =>
  named(
    `select t.hash from evm_transactions t
       join evm_orders o on o.network = t.network and o.wallet = t.wallet and o.nonce = t.nonce
      where t.network = :network and t.hash > :behind
        and (o.status = 'open' or o.block_number between :first and :last)
      order by t.hash limit :limit`,
    p,
  ),
);

/** The hashes of our transactions that may be in a range of blocks, after a given one. */
export async function listMinedOrders(
  on: Queryable,
  of: { network: string; first: number; last: number; behind: string; limit: number },
): Promise<string[]> {
  return (await minedStatement.all(on, of)).map(({ hash }) => hash);
}

/** Something that left a wallet of ours without an order. */
export interface UnexplainedRow {
  network: string;
  reference: string;
  wallet: string;
  /** Null for transactions known only by their nonces, like the three fields below. */
  asset: string | null;
  amount: string | null;
  recipient: string | null;
  /** How many this database never stored; null for a transfer. */
  transactions: string | null;
  block_number: string;
  found_at: Date;
}

export type NewUnexplained = Omit<UnexplainedRow, 'found_at'>;

const insertUnexplainedStatement = statement<{ rows: string }, UnexplainedRow>(
  'evm_unexplained.insert',
  (p) =>
    named(
      `insert into evm_unexplained as u (network, reference, wallet, asset, amount, recipient, transactions,
                                         block_number, found_at)
       select r.network, r.reference, r.wallet, r.asset, r.amount, r.recipient, r.transactions, r.block_number,
              service_now()
         from json_populate_recordset(null::evm_unexplained, :rows::json) as r
       on conflict (network, reference) do update
          set transactions = excluded.transactions, block_number = excluded.block_number, found_at = excluded.found_at
        where u.transactions < excluded.transactions
       returning *`,
      p,
    ),
);

/** Stores them; returns the new ones. */
export async function insertUnexplained(
  trx: Trx,
  rows: readonly NewUnexplained[],
): Promise<UnexplainedRow[]> {
  return insertUnexplainedStatement.all(trx, { rows: JSON.stringify(rows) });
}

/** Latest first. */
export const listUnexplained = query.all<{ network: string; limit: number }, UnexplainedRow>(
  'audit.evm_unexplained',
  (p) =>
    named(
      `select network, reference, wallet, asset, amount::text, recipient, transactions, block_number, found_at
       from evm_unexplained
      where network = :network order by found_at desc, reference limit :limit`,
      p,
    ),
);

const countUnexplainedStatement = statement<Record<string, never>, { count: number }>(
  'audit.evm_unexplained_of_a_day',
  () =>
    sql('evm_unexplained')
      .whereRaw("found_at > service_now() - interval '1 day'")
      .select(sql.raw('count(*)::integer as count')),
);

/** How many were found within the last day. */
export async function countUnexplained(on: Queryable): Promise<number> {
  return (await countUnexplainedStatement.first(on, {}))?.count ?? 0;
}

/** Chains whose hot wallets are due for a check, including halted chains. */
export const claimWatch = command.all<{ networks: readonly string[]; everyMs: number }, { network: string }>(
  'evm_chains.claim_watch',
  (p) =>
    named(
      `with due as (
         select network from evm_chains
          where watch_due_at <= service_now() and network = any(:networks::text[])
          order by network for update skip locked
       )
       update evm_chains c set watch_due_at = service_now() + :everyMs * interval '1 millisecond'
         from due where c.network = due.network
       returning c.network`,
      p,
    ),
);

/** A wallet's open orders below a nonce, with the hashes of their transactions. */
export const listOrdersBelow = query.all<
  { network: string; wallet: string; nonce: string },
  Pick<KeyedOrder, 'nonce' | 'hashes'>
>('evm_orders.list_below', (p) =>
  named(
    `select o.nonce, array_agg(t.hash order by t.version desc) as hashes
       from evm_orders o
       join evm_transactions t on t.network = o.network and t.wallet = o.wallet and t.nonce = o.nonce
      where o.network = :network and o.wallet = :wallet and o.nonce < :nonce and o.status = 'open'
      group by o.nonce order by o.nonce limit 200`,
    p,
  ),
);

/**
 * The minimum coin of deposit addresses by the books as of a final block: what they received for gas, less what they
 * spent. Pending transactions count at their maximum cost. Anybody can send an address more.
 */
export const listCoinHoldings = query.all<
  { network: string; block: number; addresses: readonly string[] },
  { address: string; amount: string }
>('audit.evm_coin_holdings', (p) =>
  named(
    `with moves as (
       select recipient as address, value as amount from evm_orders
        where network = :network and kind = 'top_up' and status = 'done' and block_number <= :block
          and recipient = any(:addresses::text[])
       union all
       select o.wallet, - case o.status
                          when 'open' then o.value + max(t.max_fee * coalesce(t.gas_limit, o.gas_limit))
                          when 'done' then o.value + o.gas_paid
                          else o.gas_paid end
         from evm_orders o
         join evm_transactions t on t.network = o.network and t.wallet = o.wallet and t.nonce = o.nonce
        where o.network = :network and o.wallet = any(:addresses::text[])
          and (o.status = 'open' or o.block_number <= :block)
        group by o.network, o.wallet, o.nonce
     )
     select address, (sum(amount) * 1e-18)::text as amount from moves group by address`,
    p,
  ),
);

/**
 * The minimum balance of each token in a hot wallet by the books as of a final block: what was swept into it, less what
 * was sent from it, or is about to be. Money from elsewhere is not in the books.
 */
export const listWalletHoldings = query.all<
  { network: string; block: number; wallet: string },
  { asset: string; amount: string }
>('audit.evm_wallet_holdings', (p) =>
  named(
    `with moves as (
       select s.asset, s.amount from evm_sweeps s
         join evm_orders o on o.idempotency_key = format('sweep:%s:%s:%s:%s', s.network, s.address, s.asset, s.number)
        where s.network = :network and s.recipient = :wallet and o.status = 'done' and o.block_number <= :block
       union all
       select asset, - amount from evm_orders
        where network = :network and wallet = :wallet and kind in ('pay_out', 'refund')
          and (status = 'open' or status = 'done' and block_number <= :block)
     )
     select asset, sum(amount)::text as amount from moves group by asset`,
    p,
  ),
);
