import { command, named, query, type Queryable, type Tables } from '../../../../db/index.ts';
import type { TransferRow } from '../follower/repository.ts';

export interface Holding {
  asset: string;
  address: string;
  /** Decimal, in `asset`. */
  amount: string;
}

/**
 * The balances of addresses by the books as of a final block, which are received deposits less sweeps. A sweep counts
 * from its block on. If one was reverted and the next found nothing, a third party submitted its authorization, as
 * anyone can.
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

const held = query.all<{ network: string; after: string; limit: number }, { address: string }>(
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

/** Deposit addresses that hold something by the books, which is unswept deposits or coin for gas. */
export async function listHeldAddresses(
  on: Queryable,
  page: { network: string; after: string; limit: number },
): Promise<string[]> {
  return (await held(on, page)).map(({ address }) => address);
}

const cold = query.all<{ network: string }, { address: string }>('audit.evm_cold_addresses', (p) =>
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
  return (await cold(on, { network })).map(({ address }) => address);
}

/** An order with the hashes of its transactions, of which any may be mined. */
export interface KeyedOrder extends Pick<
  Tables['evm_orders'],
  'network' | 'wallet' | 'nonce' | 'idempotencyKey'
> {
  hashes: readonly string[];
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
  'network' | 'transactionHash' | 'position' | 'recipient' | 'firstRecipient' | 'status' | 'blockNumber'
>;

const knownTransfers = query.all<
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
  keys: readonly Pick<TransferRow, 'transactionHash' | 'position'>[],
): Promise<KnownTransfer[]> {
  return knownTransfers(on, {
    network,
    hashes: keys.map(({ transactionHash }) => transactionHash),
    positions: keys.map(({ position }) => position),
  });
}

const mined = query.all<
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
  return (await mined(on, of)).map(({ hash }) => hash);
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
 * The minimum coin of deposit addresses by the books as of a final block, which is coin received for gas less coin
 * spent. Pending transactions count at their maximum cost. Anyone can send an address more.
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
 * The minimum balance of each token in a hot wallet by the books as of a final block. It is the amounts swept into it,
 * less those sent from it or about to be. Money from elsewhere is not in the books.
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
