import { agreedQuantity, toHex, type Block, type Chain } from '../chain/chain.ts';
import { readQuantity } from '../chain/responses.ts';
import { isRevert, RpcRefused, RpcUnavailable } from '../chain/rpc.ts';

/** A contract call, as in a transaction. */
export interface ContractCall {
  from: string;
  to: string;
  data: string;
  /** The amount of the coin, in hex. */
  value?: string;
}

/**
 * The number of an address's transactions that are mined as of a block. At their own newest blocks, endpoints would
 * differ, and a lying one would go unnoticed.
 */
export function readNonceAt(
  chain: Chain,
  address: string,
  block: number,
  signal: AbortSignal,
): Promise<bigint> {
  return agreedQuantity(chain, 'eth_getTransactionCount', [address, toHex(block)], signal);
}

/**
 * Whether a call would succeed as of a block, with `gas` no more than that. Some tokens return nothing, and a few return
 * false instead of reverting.
 */
export async function wouldSucceed(
  chain: Chain,
  { gas, ...call }: ContractCall & { gas?: bigint },
  block: number,
  signal: AbortSignal,
): Promise<boolean> {
  const request = gas === undefined ? call : { ...call, gas: toHex(gas) };
  return chain.agreed(async (endpoint, until) => {
    try {
      const result = await endpoint.call('eth_call', [request, toHex(block)], until);
      return typeof result === 'string' && !/^0x0{64}$/.test(result);
    } catch (error) {
      // A revert is a vote too, because a single wrong endpoint must not cause a refusal.
      if (isRevert(error)) return false;
      throw error;
    }
  }, signal);
}

/**
 * More than such a transaction needs on any chain, including rollups' data, so a higher estimate must be wrong. By
 * whether a contract is called.
 */
const GAS_CEILING = { contract: 2_000_000n, coin: 1_000_000n };

/** The maximum gas to sign a transaction with; above it, it would never be mined. */
export function maxGas({ data }: Pick<ContractCall, 'data'>, { gasLimit }: Pick<Block, 'gasLimit'>): bigint {
  const ceiling = data === '0x' ? GAS_CEILING.coin : GAS_CEILING.contract;
  return ceiling < gasLimit ? ceiling : gasLimit;
}

/**
 * The gas to sign a call with, as of a block. It is the endpoints' median estimate plus 25 %, because the contract's
 * state may change before the call is mined. Unused gas is not charged. Never above `maxGas`. It is tried before it is
 * returned, so that no estimate that is too low is signed. Throws RpcUnavailable if too few endpoints estimate it, as
 * when the call would revert.
 */
export async function gasFor(
  chain: Chain,
  call: ContractCall,
  block: Block,
  signal: AbortSignal,
): Promise<bigint> {
  const [estimate = 0n] = await chain.medianOf(
    async (endpoint, until) => [
      readQuantity(await endpoint.call('eth_estimateGas', [call, toHex(block.number)], until), endpoint),
    ],
    signal,
  );
  const [wanted, most] = [(estimate * 125n) / 100n, maxGas(call, block)];
  const gas = wanted < most ? wanted : most;
  if (await wouldSucceed(chain, { ...call, gas }, block.number, signal)) return gas;
  throw new RpcUnavailable(
    `the endpoints of ${chain.config.network} estimate ${estimate} gas, with which it does not succeed`,
  );
}

/** How long a broadcast waits for slow endpoints once one has taken the transaction. */
const PATIENCE_MS = 2_000;

/**
 * Broadcasts a signed transaction to every endpoint. Returns undefined if one of them accepted it, otherwise the reason
 * why none did. It can be sent again at any time, because the same bytes are the same transaction.
 */
export async function broadcast(chain: Chain, raw: string, signal: AbortSignal): Promise<string | undefined> {
  const refusals: Error[] = [];
  let patience: NodeJS.Timeout | undefined;
  let isTaken = false;
  const take = (endEarly: () => void): void => {
    isTaken = true;
    patience ??= setTimeout(endEarly, PATIENCE_MS);
  };
  await new Promise<void>((resolve) => {
    const sends = chain.endpoints.map(async (endpoint) => {
      try {
        await endpoint.call('eth_sendRawTransaction', [raw], signal);
        take(resolve);
      } catch (error) {
        if (error instanceof RpcRefused && IS_KNOWN.test(error.message)) take(resolve);
        else refusals.push(error instanceof Error ? error : new Error(String(error)));
      }
    });
    void Promise.all(sends).then(() => resolve());
  });
  clearTimeout(patience);
  return isTaken ? undefined : (refusals[0]?.message ?? 'no endpoint was asked');
}

/** Nodes' errors for a transaction that they already have, in their pool or in a block. */
const IS_KNOWN = /already (known|imported|exists|in mempool)|known transaction|nonce too low/i;
