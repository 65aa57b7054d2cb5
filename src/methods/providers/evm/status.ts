import type { Database } from '../../../db/connect.ts';
import { StartupError } from '../../../lib/errors/errors.ts';
import { formatExact, money, ZERO } from '../../../lib/money.ts';
import { toChecksumAddress } from '../../address.ts';
import { readBalances } from './chain/balances.ts';
import { getBlock, readHeights, type Chain } from './chain/chain.ts';
import type { CheckChain } from './chain/check.ts';
import { isChainFailure } from './chain/quorum.ts';
import { readNumber } from './chain/responses.ts';
import type { RpcEndpoint } from './chain/rpc.ts';
import { COIN_DECIMALS, fromUnits } from './chain/token.ts';
import { listChains, type ChainRow } from './follower/chains/repository.ts';
import { referenceOf } from './follower/reporter.ts';
import { listTroubled, type TroubledTransfer } from './follower/repository.ts';
import { readCoin } from './sender/node.ts';
import type { Sweeping } from './sweeper/sweeping.ts';

/** How one endpoint does right now. */
export interface EndpointStatus {
  /** Its URL may hold a key, so only its host. */
  endpoint: string;
  responds: boolean;
  head: number | null;
  final: number | null;
  /** Whether it has the last final block as it was followed; null when that is not known. */
  agrees: boolean | null;
  error: string | null;
}

/** How far a chain is followed. */
interface FollowerStatus {
  network: string;
  chain_id: number;
  state: 'following' | 'failing' | 'halted' | 'not_started';
  /** Why it is halted or failing, and what to do. */
  error: string | null;
  halted_at: string | null;
  /** The newest block that was told. */
  head: number | null;
  /** Up to which block everything is read for good. */
  final: number | null;
  /** Up to which block everything is read. */
  seen: number | null;
  /** How many blocks are not read yet. */
  lag: number | null;
  /** How many seconds ago the chain was last looked at. */
  last_pass_s: number | null;
  range_blocks: number | null;
  /** How many endpoints must agree. */
  agree: number;
  endpoints: EndpointStatus[];
}

/** A wallet that a sender with its key has started with. */
interface HotWalletStatus {
  address: string;
  /** How many it sent. */
  transactions: number;
  /** What it holds at the head, the chain's coin first; decimals in `asset`. Null when the chain cannot be asked now. */
  balances: { asset: string; amount: string }[] | null;
}

/** A transfer to one of our addresses that is not in the books. */
interface TransferInTrouble {
  transfer: string;
  asset: string;
  /** Decimal, in `asset`. */
  amount: string;
  recipient: string;
  block: number;
  since: string;
  /** False: it is tried again. True: it is no deposit, whatever happens. */
  is_set_aside: boolean;
  error: string;
}

/** That, what there is to send from, and what needs an operator. */
export interface ChainStatus extends FollowerStatus {
  /** The oldest 20. */
  not_taken_in: TransferInTrouble[];
  hot_wallets: HotWalletStatus[];
  /** What is at deposit addresses, at how many, and how many of those are being swept; amounts are decimals in `asset`. */
  to_sweep: { asset: string; amount: string; addresses: number; in_progress: number }[];
}

const TIMEOUT_MS = 5_000;
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
  const rows = await listChains(
    db.read,
    chains.map(({ config }) => config.network),
  );
  return Promise.all(
    chains.map(async (chain) => {
      const { network } = chain.config;
      const [status, troubled, wallets, waiting] = await Promise.all([
        statusOf(
          chain,
          rows.find((row) => row.network === network),
        ),
        listTroubled(db.read, network, TROUBLED_SHOWN),
        sweeping.hotWallets(network),
        sweeping.waiting(network),
      ]);
      return {
        ...status,
        not_taken_in: troubled.map(toTrouble),
        hot_wallets: await Promise.all(
          wallets.map(async ({ address, next_nonce }) => ({
            address: toChecksumAddress(address),
            transactions: Number(next_nonce),
            balances: await balancesAt(chain, checked, address),
          })),
        ),
        to_sweep: waiting.map(({ amount, ...rest }) => ({ ...rest, amount: formatExact(money(amount)) })),
      };
    }),
  );
}

async function statusOf(
  chain: Chain,
  row: (ChainRow & { behind_s: number }) | undefined,
): Promise<FollowerStatus> {
  const { network, chainId, agree } = chain.config;
  const endpoints = await Promise.all(chain.endpoints.map((endpoint) => ask(endpoint, chain, row)));
  const heads = endpoints.flatMap(({ head }) => head ?? []);
  const head = Math.max(Number(row?.head_block ?? 0), ...heads);
  return {
    network,
    chain_id: chainId,
    state: stateOf(row),
    error: row?.last_error ?? null,
    halted_at: row?.halted_at?.toISOString() ?? null,
    head: head === 0 ? null : head,
    final: row && row.final_hash !== null ? Number(row.final_block) : null,
    seen: row && row.seen_hash !== null ? Number(row.seen_block) : null,
    lag: row ? Math.max(0, head - Number(row.seen_block)) : null,
    last_pass_s: row?.behind_s ?? null,
    range_blocks: row?.range_blocks ?? null,
    agree,
    endpoints,
  };
}

function toTrouble(row: TroubledTransfer): TransferInTrouble {
  return {
    transfer: referenceOf(row),
    asset: row.asset,
    // It may be more than any amount of ours.
    amount: ZERO.plus(row.amount).toFixed(),
    recipient: toChecksumAddress(row.recipient),
    block: Number(row.block_number),
    since: row.seen_at.toISOString(),
    is_set_aside: row.status === 'set_aside',
    error: row.last_error ?? '',
  };
}

async function balancesAt(
  chain: Chain,
  checked: CheckChain,
  address: string,
): Promise<HotWalletStatus['balances']> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const decimalsOf = await checked(chain, signal);
    const { head: block } = await chain.heights(signal);
    const coin = fromUnits(await readCoin(chain, address, block, signal), COIN_DECIMALS);
    const tokens = await Promise.all(
      [...chain.config.contracts].map(async ([asset, contract]) => {
        const [units = 0n] = await readBalances(chain, { contract, addresses: [address], block }, signal);
        return { asset, amount: formatExact(fromUnits(units, decimalsOf.get(asset) ?? 0)) };
      }),
    );
    return [{ asset: chain.config.coin, amount: coin.toFixed() }, ...tokens];
  } catch (error) {
    if (isChainFailure(error) || error instanceof StartupError) return null;
    throw error;
  }
}

function stateOf(row: ChainRow | undefined): ChainStatus['state'] {
  if (!row || (row.final_hash === null && row.last_error === null)) return 'not_started';
  if (row.halted_at) return 'halted';
  return row.last_error === null ? 'following' : 'failing';
}

async function ask(
  endpoint: RpcEndpoint,
  { config }: Chain,
  row: ChainRow | undefined,
): Promise<EndpointStatus> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const status: EndpointStatus = {
    endpoint: endpoint.host,
    responds: false,
    head: null,
    final: null,
    agrees: null,
    error: null,
  };
  try {
    const id = readNumber(await endpoint.call('eth_chainId', [], signal), endpoint);
    status.responds = true;
    if (id !== config.chainId) {
      return { ...status, agrees: false, error: `it serves chain ${id}, not ${config.chainId}` };
    }
    Object.assign(status, await readHeights(endpoint, config, signal));
    if (!row || row.final_hash === null) return status;
    const { hash } = await getBlock(endpoint, Number(row.final_block), signal);
    return { ...status, agrees: hash === row.final_hash };
  } catch (error) {
    return { ...status, error: error instanceof Error ? error.message : String(error) };
  }
}
