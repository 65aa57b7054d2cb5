import {
  command,
  asRecordset,
  named,
  query,
  type Queryable,
  sql,
  type Trx,
  type Tables,
} from '../../../../db/index.ts';
import type { OrderKind } from '../sender/repository.ts';

/** A transfer or transaction that left a wallet of ours without an order. */
export interface UnexplainedRow extends Pick<
  Tables['evm_unexplained'],
  'network' | 'reference' | 'wallet' | 'amount' | 'recipient' | 'blockNumber' | 'foundAt'
> {
  /** Null for transactions known only by their nonces, like the three fields below. */
  asset: string | null;
  /** The number that this database never stored; null for a transfer. */
  transactions: string | null;
}

export type NewUnexplained = Omit<UnexplainedRow, 'foundAt'>;

const insertUnexplainedCommand = command.all<{ rows: string }, UnexplainedRow>(
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
  return insertUnexplainedCommand(trx, { rows: asRecordset(rows) });
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

const countUnexplainedQuery = query.first<Record<string, never>, { count: number }>(
  'audit.evm_unexplained_of_a_day',
  () =>
    sql('evm_unexplained')
      .whereRaw("found_at > service_now() - interval '1 day'")
      .select(sql.raw('count(*)::integer as count')),
);

/** The number found within the last day. */
export async function countUnexplained(on: Queryable): Promise<number> {
  return (await countUnexplainedQuery(on))?.count ?? 0;
}

const own = query.all<{ network: string; addresses: readonly string[] }, { address: string }>(
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
  const rows = await own(on, { network, addresses });
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

const explained = query.all<{ network: string; rows: string }, { n: number; kind: MovingKind }>(
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
  const rows = await explained(on, { network, rows: JSON.stringify(transfers) });
  return new Map(rows.map(({ n, kind }) => [n, kind]));
}
