import { type Chain, toHex } from '../chain/chain.ts';
import { RpcRefused, RpcUnavailable, type RpcEndpoint } from '../chain/rpc.ts';

/** The price of a unit of gas, in the coin's smallest units. */
export interface Fees {
  /** At most, tip included. */
  maxFee: bigint;
  /** The tip for the block's producer. */
  priorityFee: bigint;
}

/** The next block's base fee. */
export interface FeeMarket {
  baseFee: bigint;
  /** Recent tips of others. */
  tip: bigint;
}

const BLOCKS_READ = 5;
/** A transaction stays valid while the base fee doubles, which takes six full blocks. */
const BASE_FEE_HEADROOM = 2n;
/** Nodes replace a transaction only if both fees are an eighth higher. */
const REPLACEMENT = { numerator: 1_125n, denominator: 1_000n };

/** The endpoints' median, so that none of them alone can raise it. Throws RpcUnavailable if too few respond. */
export async function readFeeMarket(chain: Chain, signal: AbortSignal): Promise<FeeMarket> {
  const [baseFee = 0n, tip = 0n] = await chain.medianOf(async (endpoint, until) => {
    const market = await readMarketOf(endpoint, until);
    return [market.baseFee, market.tip];
  }, signal);
  return { baseFee, tip };
}

/** Undefined if market fees are above the chain's ceiling, in which case nothing is sent. */
export function feesFor({ baseFee, tip }: FeeMarket, ceiling: bigint): Fees | undefined {
  if (baseFee + tip > ceiling) return undefined;
  return { maxFee: least(baseFee * BASE_FEE_HEADROOM + tip, ceiling), priorityFee: tip };
}

/** Whether the effective tip of a transaction with these fees is below current tips. */
export function areTooLow({ maxFee, priorityFee }: Fees, { baseFee, tip }: FeeMarket): boolean {
  return least(priorityFee, maxFee - baseFee) < tip;
}

/** Fees at which nodes replace earlier ones; undefined if they would be above the ceiling. */
export function replacementFees(earlier: Fees, market: FeeMarket, ceiling: bigint): Fees | undefined {
  const wanted = {
    maxFee: market.baseFee * BASE_FEE_HEADROOM + market.tip,
    priorityFee: market.tip,
  };
  const maxFee = most(raised(earlier.maxFee), least(wanted.maxFee, ceiling));
  if (maxFee > ceiling) return undefined;
  return { maxFee, priorityFee: least(most(raised(earlier.priorityFee), wanted.priorityFee), maxFee) };
}

/** At least an eighth more, rounded up. */
function raised(fee: bigint): bigint {
  const { numerator, denominator } = REPLACEMENT;
  return most((fee * numerator + denominator - 1n) / denominator, fee + 1n);
}

async function readMarketOf(endpoint: RpcEndpoint, signal: AbortSignal): Promise<FeeMarket> {
  try {
    const history = await endpoint.call('eth_feeHistory', [toHex(BLOCKS_READ), 'latest', [50]], signal);
    return marketOf(history);
  } catch (error) {
    if (!(error instanceof RpcRefused)) throw error;
    // Not all chains keep a history of fees.
    const [price] = hexValues([await endpoint.call('eth_gasPrice', [], signal)]);
    if (price === undefined)
      throw new RpcUnavailable(`${endpoint.host} responded with something other than a price`);
    return { baseFee: price, tip: price / 10n };
  }
}

function marketOf(history: unknown): FeeMarket {
  const { baseFeePerGas, reward } = (history ?? {}) as { baseFeePerGas?: unknown; reward?: unknown };
  const bases = hexValues(baseFeePerGas);
  // The last one is that of the block to come.
  const baseFee = bases.at(-1);
  if (baseFee === undefined)
    throw new RpcUnavailable('an endpoint responded with something other than a history of fees');
  const tips = Array.isArray(reward) ? reward.flatMap((block) => hexValues(block)) : [];
  return { baseFee, tip: tips.length === 0 ? 0n : median(tips) };
}

function hexValues(list: unknown): bigint[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((value) =>
    typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? [BigInt(value)] : [],
  );
}

function median(values: readonly bigint[]): bigint {
  return [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))[values.length >> 1] ?? 0n;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
