import type { Database } from '../../../db/index.ts';
import { formatExact, money, ZERO } from '../../../lib/money.ts';
import { toChecksumAddress } from '../../index.ts';
import type { Chain } from './chain/chain.ts';
import type { CheckChain } from './chain/check.ts';
import { listChains, type ChainRow } from './follower/chain-repository.ts';
import { referenceOf } from './follower/reporter.ts';
import { listTroubled, type TroubledTransfer } from './follower/repository.ts';
import type { Sweeping } from './sweeper/sweeping.ts';
import type { EndpointStatus } from './watch/endpoint.ts';
import { readChain, type HotWalletReading } from './watch/reading.ts';

/** The progress of following a chain. */
interface FollowerStatus {
  network: string;
  chain_id: number;
  state: 'following' | 'failing' | 'halted' | 'not_started';
  /** The reason why it is halted or failing, with advice. */
  error: string | null;
  /** The time since which it has been failing. */
  failing_since: string | null;
  halted_at: string | null;
  /** The newest reported block. */
  head: number | null;
  /** The last final block that was read. */
  final: number | null;
  /** The last block that was read. */
  seen: number | null;
  /** The number of blocks not read yet. */
  lag: number | null;
  /** The number of seconds since the chain was last checked. */
  last_pass_s: number | null;
  range_blocks: number | null;
  /** The number of endpoints that must agree. */
  agree: number;
  endpoints: EndpointStatus[];
}

/** A wallet that a sender with its key has started with. */
interface HotWalletStatus {
  address: string;
  /** The number of transactions it sent. */
  transactions: number;
  /** The number of transactions that it can still send before it must be rotated; null for any number. */
  nonces_left: number | null;
  /** The error of its last pass, and since when it has been failing. */
  error: string | null;
  failing_since: string | null;
  /** Its balances at the head, the chain's coin first; decimals in `asset`. Null if the chain cannot be read now. */
  balances: HotWalletReading['balances'] | null;
}

/** A transfer to one of our addresses that is not in the books. */
interface TransferInTrouble {
  error: string;
  /** False while it is retried, and true if it cannot be a deposit. */
  is_set_aside: boolean;
  asset: string;
  /** Decimal, in `asset`. */
  amount: string;
  since: string;
  block: number;
  recipient: string;
  transfer: string;
}

/** A chain's status, its wallets, and the items that need an operator. */
export interface ChainStatus extends FollowerStatus {
  /** The oldest 20. */
  not_taken_in: TransferInTrouble[];
  hot_wallets: HotWalletStatus[];
  /**
   * The funds at deposit addresses, the number of addresses, and the number of those being swept; decimals in `asset`.
   */
  to_sweep: { asset: string; amount: string; addresses: number; in_progress: number }[];
  /** The open sweeps, grouped by the reason for waiting. */
  sweeps_waiting: { asset: string; error: string | null; sweeps: number; oldest: string }[];
}

const TROUBLED_SHOWN = 20;

export async function readStatus(
  db: Database,
  {
    chains,
    checked,
    sweeping,
  }: {
    chains: readonly Chain[];
    checked: CheckChain;
    sweeping: Sweeping;
  },
): Promise<ChainStatus[]> {
  const rows = await listChains(db.read, { networks: chains.map(({ config }) => config.network) });
  return Promise.all(
    chains.map(async (chain) => {
      const { network } = chain.config;
      const row = rows.find((one) => one.network === network);
      const [troubled, wallets, waiting, sweeps] = await Promise.all([
        listTroubled(db.read, { network, limit: TROUBLED_SHOWN }),
        sweeping.hotWallets(network),
        sweeping.waiting(network),
        sweeping.open(network),
      ]);
      const addresses = wallets.map(({ address }) => address);
      const { endpoints, hotWallets } = await readChain(chain, { checked, row, wallets: addresses });
      return {
        ...statusOf(chain, row, endpoints),
        not_taken_in: troubled.map(toTrouble),
        hot_wallets: wallets.map((wallet) => {
          const address = toChecksumAddress(wallet.address);
          const { nonceLimit: limit } = wallet;
          return {
            address,
            transactions: Number(wallet.nextNonce),
            nonces_left: limit === null ? null : Number(limit) - 1 - Number(wallet.nextNonce),
            error: wallet.lastError,
            failing_since: wallet.failingSince?.toISOString() ?? null,
            balances: hotWallets.find((one) => one.address === address)?.balances ?? null,
          };
        }),
        to_sweep: waiting.map(({ asset, amount, addresses, inProgress }) => ({
          asset,
          amount: formatExact(money(amount)),
          addresses,
          in_progress: inProgress,
        })),
        sweeps_waiting: sweeps.map(({ oldest, ...rest }) => ({ ...rest, oldest: oldest.toISOString() })),
      };
    }),
  );
}

function statusOf(
  chain: Chain,
  row: (ChainRow & { behindS: number }) | undefined,
  endpoints: EndpointStatus[],
): FollowerStatus {
  const { network, chainId, agree } = chain.config;
  const heads = endpoints.flatMap(({ head }) => head ?? []);
  const head = Math.max(Number(row?.headBlock ?? 0), ...heads);
  return {
    network,
    chain_id: chainId,
    state: stateOf(row),
    error: row?.lastError ?? null,
    failing_since: row?.failingSince?.toISOString() ?? null,
    halted_at: row?.haltedAt?.toISOString() ?? null,
    head: head === 0 ? null : head,
    final: row && row.finalHash !== null ? Number(row.finalBlock) : null,
    seen: row && row.seenHash !== null ? Number(row.seenBlock) : null,
    lag: row ? Math.max(0, head - Number(row.seenBlock)) : null,
    last_pass_s: row?.behindS ?? null,
    range_blocks: row?.rangeBlocks ?? null,
    agree,
    endpoints,
  };
}

function toTrouble(row: TroubledTransfer): TransferInTrouble {
  return {
    error: row.lastError ?? '',
    is_set_aside: row.status === 'set_aside',
    asset: row.asset,
    // It may exceed our maximum amount.
    amount: ZERO.plus(row.amount).toFixed(),
    since: row.seenAt.toISOString(),
    block: Number(row.blockNumber),
    recipient: toChecksumAddress(row.recipient),
    transfer: referenceOf(row),
  };
}

function stateOf(row: ChainRow | undefined): ChainStatus['state'] {
  if (!row || (row.finalHash === null && row.lastError === null)) return 'not_started';
  if (row.haltedAt) return 'halted';
  return row.lastError === null ? 'following' : 'failing';
}
