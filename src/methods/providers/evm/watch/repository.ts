import { command, named, query, sql, type Trx, type Tables } from '../../../../db/index.ts';
import type { EndpointStatus } from './endpoint.ts';
import type { HotWalletReading } from './reading.ts';

/** A chain's state at its last check. */
export interface ReadingRow {
  network: string;
  endpoints: EndpointStatus[];
  hotWallets: RememberedWallet[];
}

/** A hot wallet as it was last read, which may be longer ago than the endpoints were. */
interface RememberedWallet extends HotWalletReading {
  read_at: string;
}

const open = command.run<{ networks: readonly string[] }>('evm_readings.open', (p) =>
  named(
    `insert into evm_readings (network, due_at)
     select network, service_now() from evm_chains where network = any(:networks::text[])
     on conflict do nothing`,
    p,
  ),
);

const claimCommand = command.all<{ networks: readonly string[]; limit: number; leaseMs: number }, ReadingRow>(
  'evm_readings.claim',
  (p) =>
    named(
      `with due as (
         select network from evm_readings
          where due_at <= service_now() and network = any(:networks::text[])
          order by due_at limit :limit
          for update skip locked
       )
       update evm_readings r set due_at = service_now() + :leaseMs * interval '1 millisecond'
         from due where r.network = due.network
       returning r.*`,
      p,
    ),
);

/** Chains that are due for a check, with their last state; each is checked by one process. */
export function claimReadings(
  trx: Trx,
  claim: { networks: readonly string[]; limit: number; leaseMs: number },
): Promise<ReadingRow[]> {
  trx.defer(open(trx, { networks: claim.networks }));
  return claimCommand(trx, claim);
}

const record = command.run<{
  network: string;
  endpoints: string;
  hotWallets: string;
  waitMs: number;
}>('evm_readings.record', (p) =>
  sql('evm_readings')
    .where({ network: p.network })
    .update({
      endpoints: named(':endpoints::jsonb', p),
      hot_wallets: named(':hotWallets::jsonb', p),
      due_at: named("service_now() + :waitMs * interval '1 millisecond'", p),
    }),
);

export async function recordReading(
  trx: Trx,
  { network, endpoints, hotWallets }: ReadingRow,
  waitMs: number,
): Promise<void> {
  await record(trx, {
    network,
    endpoints: JSON.stringify(endpoints),
    hotWallets: JSON.stringify(hotWallets),
    waitMs,
  });
}

export const listReadings = query.all<Record<string, never>, ReadingRow & { now: Date }>(
  'evm_readings.list',
  () =>
    sql('evm_readings')
      .orderBy('network')
      .select('network', 'endpoints', 'hot_wallets', sql.raw('service_now() as now')),
);

/** How far a chain is followed, and for how long it has not been. */
interface ChainProgress {
  network: string;
  lag: number;
  isHalted: boolean;
  stalledS: number;
}

export const listProgress = query.all<Record<string, never>, ChainProgress>(
  'evm_chains.progress_of_all',
  () =>
    sql.raw(
      `select network, greatest(coalesce(head_block, 0) - seen_block, 0)::float8 as lag, halted_at is not null as is_halted,
            extract(epoch from service_now() - least(updated_at, failing_since))::float8 as stalled_s
       from evm_chains order by network`,
    ),
);

/** How long the oldest sweep of an asset has been open. */
interface OldestSweep extends Pick<Tables['evm_sweeps'], 'network' | 'asset'> {
  seconds: number;
}

export const listOldestSweeps = query.all<Record<string, never>, OldestSweep>('evm_sweeps.oldest', () =>
  sql.raw(
    `select network, asset, extract(epoch from service_now() - min(created_at))::float8 as seconds
       from evm_sweeps where outcome is null group by network, asset order by network, asset`,
  ),
);

/** For how long a hot wallet's passes have failed; zero if they succeed. */
interface WalletTrouble extends Pick<Tables['evm_wallets'], 'network' | 'address'> {
  failingS: number;
}

export const listWalletTrouble = query.all<Record<string, never>, WalletTrouble>('evm_wallets.trouble', () =>
  sql.raw(
    `select network, address, coalesce(extract(epoch from service_now() - failing_since), 0)::float8 as failing_s
       from evm_wallets where derivation_index is null order by network, address`,
  ),
);

/** How long the oldest transaction of a kind has been signed without being in a block; zero when all are. */
interface OldestUnmined {
  network: string;
  kind: string;
  seconds: number;
}

export const listOldestUnmined = query.all<Record<string, never>, OldestUnmined>(
  'evm_orders.oldest_unmined',
  () =>
    sql.raw(
      `select network, kind, coalesce(extract(epoch from service_now()
              - min(created_at) filter (where block_number is null)), 0)::float8 as seconds
       from evm_orders where status = 'open' group by network, kind order by network, kind`,
    ),
);
