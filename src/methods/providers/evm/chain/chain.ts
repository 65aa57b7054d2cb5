import type { Logger } from '../../../../lib/logger.ts';
import type { ChainConfig } from './chains-file.ts';
import { createQuorum, isChainFailure, type Quorum, type Voter } from './quorum.ts';
import {
  broken,
  readBlock,
  readHex,
  readNumber,
  readQuantity,
  readReceipt,
  readTransfers,
  type Block,
  type Receipt,
  type TransferLog,
} from './responses.ts';
import { createRpcEndpoint, isRevert, RpcUnavailable, type RpcEndpoint, type RpcRefused } from './rpc.ts';
import { TRANSFER_TOPIC } from './token.ts';

export type { Block, Receipt, TransferLog };

export interface Heights {
  /** The newest block that enough endpoints have. */
  head: number;
  /** The newest one that is final for enough of them. */
  final: number;
}

export interface NewestBlock extends Block {
  /** The newest one that is final for enough of them. */
  final: number;
}

/**
 * A chain as agreed by enough of its endpoints. Each is queried on its own, because one that silently omits a log
 * cannot be told from one that is right. All methods throw RpcUnavailable, RpcRefused or EndpointsDisagree.
 */
export interface Chain {
  readonly config: ChainConfig;
  heights(signal: AbortSignal): Promise<Heights>;
  /** The newest block that enough endpoints have and describe alike; senders read as of this block. */
  newest(signal: AbortSignal): Promise<NewestBlock>;
  /** The hash of a block that enough endpoints have. */
  blockHash(number: number, signal: AbortSignal): Promise<string>;
  /** All transfers of the configured tokens in a range of blocks, both ends included, and the hash of its last block. */
  transfers(
    from: number,
    to: number,
    signal: AbortSignal,
  ): Promise<{ logs: TransferLog[]; lastHash: string }>;
  /** Undefined for a transaction that is in no block. */
  receipt(transactionHash: string, signal: AbortSignal): Promise<Receipt | undefined>;
  /** The result of a read-only call, in hex, as of a block. Throws RpcRefused when enough endpoints say that it reverts. */
  call(
    to: string,
    data: string,
    block: number | 'latest',
    signal: AbortSignal,
    from?: string,
  ): Promise<string>;
  /** The response of enough endpoints to any other request. */
  agreed<T>(ask: Voter<T>, signal: AbortSignal): Promise<T>;
  /** The median of figures on which honest endpoints differ, and which a minority of liars cannot raise. */
  medianOf: Quorum['medianOf'];
  /** The individual endpoints, where no agreement is needed, as for sending and for their status. */
  readonly endpoints: readonly RpcEndpoint[];
}

interface Parts {
  config: ChainConfig;
  quorum: Quorum;
}

/** With a logger, logs each endpoint that differs from enough of the others. */
export function createChain(config: ChainConfig, logger?: Logger): Chain {
  const differs = warnOfDifferences(config.network, logger);
  const endpoints = config.endpoints.map((url) => ofChain(createRpcEndpoint(url), config, differs));
  const quorum = createQuorum(endpoints, config.agree, differs);
  const parts: Parts = { config, quorum };
  return {
    config,
    endpoints,
    agreed: (ask, signal) => quorum.agreed(ask, signal),
    medianOf: (ask, signal) => quorum.medianOf(ask, signal),
    heights: (signal) => agreedHeights(parts, signal),
    newest: (signal) => newestBlock(parts, signal),
    blockHash: (number, signal) =>
      quorum.agreed(async (endpoint, until) => (await getBlock(endpoint, number, until)).hash, signal),
    transfers: (from, to, signal) => transfersIn(parts, { from, to }, signal),
    receipt: (hash, signal) =>
      quorum.agreed(
        async (endpoint, until) =>
          readReceipt(await endpoint.call('eth_getTransactionReceipt', [hash], until), endpoint),
        signal,
      ),
    call: (to, data, block, signal, from) => callAt(quorum, { to, data, from }, block, signal),
  };
}

async function agreedHeights(parts: Parts, signal: AbortSignal): Promise<Heights> {
  const { config } = parts;
  const { heads, finals } = await reach(parts, signal);
  // The highest that enough of them have reached.
  const head = heads[config.agree - 1] ?? 0;
  return { head, final: Math.min(head, finals[config.agree - 1] ?? 0) };
}

async function newestBlock(parts: Parts, signal: AbortSignal): Promise<NewestBlock> {
  const { config, quorum } = parts;
  const { heads, finals } = await reach(parts, signal);
  // An endpoint that claims to be ahead makes up for one that is behind, so the next lower head is tried as well.
  const candidates = [...new Set(heads.slice(config.agree - 1))];
  let failure: unknown;
  for (const number of candidates) {
    try {
      const block = await quorum.agreed((endpoint, until) => getBlock(endpoint, number, until), signal);
      return { ...block, final: Math.min(number, finals[config.agree - 1] ?? 0) };
    } catch (error) {
      if (!isChainFailure(error)) throw error;
      failure ??= error;
    }
  }
  throw failure;
}

function transfersIn(
  { config, quorum }: Parts,
  { from, to }: { from: number; to: number },
  signal: AbortSignal,
): Promise<{ logs: TransferLog[]; lastHash: string }> {
  return quorum.agreed(async (endpoint, until) => {
    // Beyond its head, a node responds with an empty list and no error. It must have the last block, and still have
    // it afterwards, because the logs must be those of this very chain of blocks.
    const before = await getBlock(endpoint, to, until);
    const logs = await readLogs(endpoint, config, { from, to }, until);
    const { hash: lastHash } = await getBlock(endpoint, to, until);
    if (lastHash !== before.hash) {
      throw new RpcUnavailable(`${endpoint.host} changed block ${to} while its logs were read`);
    }
    return { logs, lastHash };
  }, signal);
}

async function callAt(
  quorum: Quorum,
  { to, data, from }: { to: string; data: string; from: string | undefined },
  block: number | 'latest',
  signal: AbortSignal,
): Promise<string> {
  const at = block === 'latest' ? 'latest' : toHex(block);
  const request = { to, data, ...(from === undefined ? {} : { from }) };
  let revert: RpcRefused | undefined;
  const result = await quorum.agreed(async (endpoint, until) => {
    try {
      return readHex(await endpoint.call('eth_call', [request, at], until), endpoint);
    } catch (error) {
      // A revert is a response too, which one endpoint alone must not decide.
      if (!isRevert(error)) throw error;
      revert = error;
      return undefined;
    }
  }, signal);
  if (result !== undefined) return result;
  throw revert ?? new Error('a revert without its reason');
}

/** The heights that the endpoints report, the highest first. */
async function reach(
  { config, quorum }: Parts,
  signal: AbortSignal,
): Promise<{ heads: number[]; finals: number[] }> {
  const each = await quorum.each((endpoint, until) => readHeights(endpoint, config, until), signal);
  const highestFirst = (heights: number[]): number[] => heights.sort((a, b) => b - a);
  return {
    heads: highestFirst(each.map(({ head }) => head)),
    finals: highestFirst(each.map(({ final }) => final)),
  };
}

/** The minimum time between logs of the same difference of an endpoint. */
const WARN_AGAIN_MS = 5 * 60_000;

function warnOfDifferences(network: string, logger: Logger | undefined) {
  const warnedAt = new Map<string, number>();
  return (host: string, about: string): void => {
    const key = `${host} ${about}`;
    if (performance.now() < (warnedAt.get(key) ?? -Infinity) + WARN_AGAIN_MS) return;
    warnedAt.set(key, performance.now());
    logger?.warn('RPC endpoint excluded: it differs from the others', { network, endpoint: host, about });
  };
}

/** Uses an endpoint only once it has confirmed that it serves this chain. */
function ofChain(
  endpoint: RpcEndpoint,
  { network, chainId }: ChainConfig,
  differs: (host: string, about: string) => void,
): RpcEndpoint {
  const { host } = endpoint;
  let isChecked = false;
  const check = async (signal: AbortSignal | undefined): Promise<void> => {
    const id = readNumber(await endpoint.call('eth_chainId', [], signal), endpoint);
    if (id !== chainId) {
      differs(host, 'eth_chainId');
      throw new RpcUnavailable(`${host} serves chain ${id}, but ${network} is chain ${chainId}`);
    }
    isChecked = true;
  };
  return {
    host,
    async call(method, params, signal) {
      if (!isChecked && method !== 'eth_chainId') await check(signal);
      return endpoint.call(method, params, signal);
    },
  };
}

/** The heights of one endpoint. */
export async function readHeights(
  endpoint: RpcEndpoint,
  { finality }: ChainConfig,
  signal: AbortSignal,
): Promise<Heights> {
  const head = readNumber(await endpoint.call('eth_blockNumber', [], signal), endpoint);
  if (finality !== 'finalized') return { head, final: Math.max(0, head - finality) };
  const result = await endpoint.call('eth_getBlockByNumber', ['finalized', false], signal);
  const block = readBlock(result, endpoint);
  if (!block) throw new RpcUnavailable(`${endpoint.host} knows no final block`);
  return { head, final: block.number };
}

/** Throws RpcUnavailable when the endpoint does not have it, because the endpoint may be behind. */
export async function getBlock(endpoint: RpcEndpoint, number: number, signal: AbortSignal): Promise<Block> {
  const block = readBlock(
    await endpoint.call('eth_getBlockByNumber', [toHex(number), false], signal),
    endpoint,
  );
  if (!block) throw new RpcUnavailable(`${endpoint.host} does not have block ${number}`);
  if (block.number !== number) throw broken(endpoint, `block ${number}`);
  return block;
}

async function readLogs(
  endpoint: RpcEndpoint,
  { contracts }: ChainConfig,
  { from, to }: { from: number; to: number },
  signal: AbortSignal,
): Promise<TransferLog[]> {
  const addresses = [...contracts.values()];
  const filter = {
    fromBlock: toHex(from),
    toBlock: toHex(to),
    address: addresses,
    topics: [TRANSFER_TOPIC],
  };
  const logs = await endpoint.call('eth_getLogs', [filter], signal);
  return readTransfers(logs, { from, to, contracts: new Set(addresses) }, endpoint);
}

/** The number that enough endpoints respond with. */
export function agreedQuantity(
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

export function toHex(number: number | bigint): string {
  return `0x${number.toString(16)}`;
}
