import type { Chain } from '../chain/chain.ts';
import { toHex } from '../chain/chain.ts';
import { readQuantity } from '../chain/responses.ts';
import { RpcRefused, RpcUnavailable } from '../chain/rpc.ts';

/** A call to a contract, as a transaction would make it. */
export interface ContractCall {
  from: string;
  to: string;
  data: string;
}

/** The coin at an address, in its smallest units, as of a block. */
export function readCoin(chain: Chain, address: string, block: number, signal: AbortSignal): Promise<bigint> {
  return askQuantity(chain, 'eth_getBalance', [address, toHex(block)], signal);
}

/**
 * How many of an address's transactions are in blocks, as the endpoint that is furthest says: more than is true delays
 * what depends on it, and moves no money. Throws RpcUnavailable when too few respond.
 */
export async function readNonce(chain: Chain, address: string, signal: AbortSignal): Promise<bigint> {
  const answers = await Promise.allSettled(
    chain.endpoints.map(async (endpoint) =>
      readQuantity(await endpoint.call('eth_getTransactionCount', [address, 'latest'], signal), endpoint),
    ),
  );
  const counts = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  if (counts.length < chain.config.agree) {
    throw new RpcUnavailable(
      `${counts.length} of ${chain.endpoints.length} endpoints of ${chain.config.network} respond`,
    );
  }
  return counts.reduce((most, count) => (count > most ? count : most));
}

/** The same as of a block, and agreed on. */
export function readNonceAt(
  chain: Chain,
  address: string,
  block: number,
  signal: AbortSignal,
): Promise<bigint> {
  return askQuantity(chain, 'eth_getTransactionCount', [address, toHex(block)], signal);
}

/** Whether a call would succeed now. Some tokens return nothing, and a few return false instead of reverting. */
export async function wouldSucceed(chain: Chain, call: ContractCall, signal: AbortSignal): Promise<boolean> {
  return chain.agreed(async (endpoint, until) => {
    try {
      const result = await endpoint.call('eth_call', [call, 'latest'], until);
      return typeof result === 'string' && !/^0x0{64}$/.test(result);
    } catch (error) {
      // A revert is a vote as well: one endpoint that is wrong about it must refuse nobody's money.
      if (isRevert(error)) return false;
      throw error;
    }
  }, signal);
}

/** How much gas a call takes: the most that enough endpoints say. Throws RpcRefused when it would revert. */
export async function estimateGas(
  chain: Chain,
  call: ContractCall & { value?: string },
  signal: AbortSignal,
): Promise<bigint> {
  const answers = await Promise.allSettled(
    chain.endpoints.map(async (endpoint) =>
      readQuantity(await endpoint.call('eth_estimateGas', [call], signal), endpoint),
    ),
  );
  const estimates = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (estimates.length === 0)
    throw failed?.reason instanceof Error ? failed.reason : new RpcUnavailable('no endpoint responds');
  return estimates.reduce((most, estimate) => (estimate > most ? estimate : most));
}

/**
 * Gives a signed transaction to every endpoint. Returns undefined when one of them has it now, otherwise why none has:
 * it can be sent again at any time, because the same bytes are the same transaction.
 */
export async function broadcast(chain: Chain, raw: string, signal: AbortSignal): Promise<string | undefined> {
  const answers = await Promise.allSettled(
    chain.endpoints.map((endpoint) => endpoint.call('eth_sendRawTransaction', [raw], signal)),
  );
  const isTaken = answers.some(
    (answer) =>
      answer.status === 'fulfilled' ||
      (answer.reason instanceof RpcRefused && IS_KNOWN.test(answer.reason.message)),
  );
  if (isTaken) return undefined;
  const [refused] = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [answer.reason as unknown] : [],
  );
  return refused instanceof Error ? refused.message : String(refused);
}

/** What nodes say of a transaction that they have already, in their pool or in a block. */
const IS_KNOWN = /already (known|imported|exists|in mempool)|known transaction|nonce too low/i;

function isRevert(error: unknown): boolean {
  return (
    error instanceof RpcRefused &&
    (error.code === 3 || error.data !== undefined || /revert/i.test(error.message))
  );
}

function askQuantity(
  chain: Chain,
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
): Promise<bigint> {
  return chain.agreed(
    async (endpoint, until) => readQuantity(await endpoint.call(method, params, until), endpoint),
    signal,
  );
}

/** What is allowed for, of which only what is used is paid: the contract's state may be another by then. */
export function withHeadroom(gas: bigint): bigint {
  return (gas * 125n) / 100n;
}
