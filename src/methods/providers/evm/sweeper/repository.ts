import {
  columns,
  command,
  named,
  query,
  type Queryable,
  sql,
  type Trx,
  type Tables,
} from '../../../../db/index.ts';

/** An open sweep. */
export interface SweepRow extends Pick<
  Tables['evm_sweeps'],
  'network' | 'address' | 'asset' | 'number' | 'maxGasPrice' | 'amount' | 'recipient' | 'blockNumber'
> {
  /** The index of the address, from which its key is derived. */
  index: number;
}

/** An address's unswept balance. */
export interface Unswept {
  address: string;
  asset: string;
  amount: string;
}

/** The assets to sweep, each with its minimum. */
interface Thresholds {
  network: string;
  assets: readonly string[];
  amounts: readonly string[];
}

const UNSWEPT = `
  select t.recipient as address, t.asset, sum(t.amount) as amount
    from evm_transfers t
   where t.network = :network and t.status = 'final' and t.swept_at is null
   group by t.recipient, t.asset
  having sum(t.amount) >= (select amount from unnest(:assets::text[], :amounts::numeric[]) as least (asset, amount)
                            where least.asset = t.asset)`;

/** The addresses that are worth sweeping, those with most first. */
export const listUnswept = query.all<Thresholds, Unswept>('evm_sweeps.list_unswept', (p) =>
  named(`${UNSWEPT} order by amount desc`, p),
);

/** Requests sweeps of all of them; an existing request gets the new limit. */
export const wantSweeps = command.run<Thresholds & { maxGasPrice: string }>('evm_sweeps.want', (p) =>
  named(
    `insert into evm_sweeps (network, address, asset, number, max_gas_price, due_at, created_at)
     select :network, u.address, u.asset,
            1 + coalesce((select max(number) from evm_sweeps s
                           where s.network = :network and s.address = u.address and s.asset = u.asset), 0),
            :maxGasPrice, service_now(), service_now()
       from (${UNSWEPT}) u join evm_addresses a on a.address = u.address
     on conflict (network, address, asset) where outcome is null
        do update set max_gas_price = excluded.max_gas_price, due_at = service_now()`,
    p,
  ),
);

/** By asset, the funds at deposit addresses, the number of addresses, and the number of those being swept. */
export const listWaiting = query.all<
  { network: string },
  { asset: string; addresses: number; amount: string; inProgress: number }
>('evm_sweeps.waiting', (p) =>
  named(
    `select t.asset, count(distinct t.recipient)::integer as addresses, sum(t.amount)::text as amount,
            (select count(*)::integer from evm_sweeps s
              where s.network = :network and s.asset = t.asset and s.outcome is null) as in_progress
       from evm_transfers t
      where t.network = :network and t.status = 'final' and t.swept_at is null
      group by t.asset order by t.asset`,
    p,
  ),
);

/** Sweeps of an asset that wait for the same reason. */
export interface OpenSweeps {
  asset: string;
  error: string | null;
  sweeps: number;
  oldest: Date;
}

/** The oldest show the fault; no one reads more. */
const MAX_GROUPS = 20;

/** By the reason for waiting, those that have waited longest first, at most 20 groups. */
export const listOpen = query.all<{ network: string }, OpenSweeps>('evm_sweeps.list_open', (p) =>
  sql('evm_sweeps')
    .where({ network: p.network, outcome: null })
    .groupBy('asset', 'last_error')
    .orderByRaw('min(created_at)')
    .limit(MAX_GROUPS)
    .select(
      'asset',
      'last_error as error',
      sql.raw('count(*)::integer as sweeps, min(created_at) as oldest'),
    ),
);

/**
 * The sweep on a network that has been due for longest. While the maximum is signed, only one of those; the others wait
 * without holding a slot.
 */
export const claimSweep = command.all<{ network: string; maxSigned: number; leaseMs: number }, SweepRow>(
  'evm_sweeps.claim',
  (p) =>
    named(
      `with due as (
         select s.network, s.address, s.asset, s.number from evm_sweeps s
          where s.network = :network and s.outcome is null and s.due_at <= service_now()
            and (s.amount is not null
                 or (select count(*) from (select from evm_sweeps o
                                            where o.network = :network and o.outcome is null and o.amount is not null
                                            limit :maxSigned) signed) < :maxSigned)
          order by s.due_at, s.address limit 1
          for update of s skip locked
       )
       update evm_sweeps s set due_at = service_now() + :leaseMs * interval '1 millisecond'
         from due, evm_addresses a
        where s.network = due.network and s.address = due.address and s.asset = due.asset and s.number = due.number
          and a.address = s.address
       returning s.*, a.index`,
      p,
    ),
);

const KEY = ['network', 'address', 'asset', 'number'] as const;
type SweepKey = Pick<SweepRow, (typeof KEY)[number]>;
const keyOf = ({ network, address, asset, number }: SweepKey): SweepKey => ({
  network,
  address,
  asset,
  number,
});

const wait = command.run<SweepKey & { waitMs: number; error: string | null }>('evm_sweeps.wait', (p) =>
  sql('evm_sweeps')
    .where({ ...columns(p, KEY), outcome: null })
    .update({
      due_at: named(
        `service_now() + case when amount is not null then :waitMs * interval '1 millisecond'
                              else greatest(:waitMs * interval '1 millisecond',
                                            least((service_now() - created_at) / 10, interval '5 minutes')) end`,
        p,
      ),
      last_error: p.error,
    }),
);

/** An unsigned one waits longer the older it is, because thousands may wait for cheaper gas. */
export async function postponeSweep(
  trx: Trx,
  sweep: SweepKey,
  later: { waitMs: number; error: string | null },
): Promise<void> {
  await wait(trx, { ...keyOf(sweep), ...later });
}

const sign = command.run<SweepKey & { amount: string; recipient: string; block: number }>(
  'evm_sweeps.sign',
  (p) =>
    sql('evm_sweeps')
      .where({ ...columns(p, KEY), outcome: null, amount: null })
      .update({ amount: p.amount, recipient: p.recipient, block_number: p.block }),
);

/** Decides amount and recipient. False when that was decided before. */
export async function markSigned(
  trx: Trx,
  sweep: SweepKey,
  decided: { amount: string; recipient: string; block: number },
): Promise<boolean> {
  return (await sign(trx, { ...keyOf(sweep), ...decided })) === 1;
}

const incoming = query.first<{ network: string; asset: string; recipient: string }, { amount: string }>(
  'evm_sweeps.incoming',
  (p) =>
    sql('evm_sweeps')
      .where({ ...columns(p, ['network', 'asset', 'recipient']), outcome: null })
      .select(sql.raw('coalesce(sum(amount), 0)::text as amount')),
);

/** The amount in transit to a wallet, which may have arrived already. */
export async function sumIncoming(
  on: Queryable,
  to: { network: string; asset: string; recipient: string },
): Promise<string> {
  return (await incoming(on, to))?.amount ?? '0';
}

const finish = command.run<SweepKey & { outcome: 'done' | 'reverted' | 'empty' }>('evm_sweeps.finish', (p) =>
  sql('evm_sweeps')
    .where({ ...columns(p, KEY), outcome: null })
    .update({ outcome: p.outcome, due_at: null, last_error: null }),
);

const swept = command.run<{ network: string; address: string; asset: string; block: number }>(
  'evm_transfers.swept',
  (p) =>
    sql('evm_transfers')
      .where({ network: p.network, recipient: p.address, asset: p.asset, swept_at: null })
      .whereRaw("status = 'final'")
      .where('block_number', '<=', p.block)
      .update({ swept_at: sql.raw('service_now()') }),
);

/** Ends a sweep. Deposits up to the block `sweptTo` have left the address; undefined if they have not. */
export async function finishSweep(
  trx: Trx,
  sweep: SweepKey,
  outcome: 'done' | 'reverted' | 'empty',
  sweptTo: number | undefined,
): Promise<void> {
  if ((await finish(trx, { ...keyOf(sweep), outcome })) !== 1 || sweptTo === undefined) return;
  const { network, address, asset } = sweep;
  await swept(trx, { network, address, asset, block: sweptTo });
}
