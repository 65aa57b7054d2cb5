import type { ChainConfig } from '../chains-file.ts';
import { createQuorum, type Quorum, type Voter } from './quorum.ts';
import {
  broken,
  readBlock,
  readHex,
  readNumber,
  readReceipt,
  readTransfers,
  type Block,
  type Receipt,
  type TransferLog,
} from './responses.ts';
import { createRpcEndpoint, RpcUnavailable, type RpcEndpoint } from './rpc.ts';
import { TRANSFER_TOPIC } from './token.ts';

export type { Receipt, TransferLog };

export interface Heights {
  /** The newest block that enough endpoints have. */
  head: number;
  /** The newest one that is final for enough of them. */
  final: number;
}

/**
 * A chain as enough of its endpoints agree on it: each is asked by itself, because one that silently leaves out a log
 * cannot be told from one that is right. All methods throw RpcUnavailable, RpcRefused or EndpointsDisagree.
 */
export interface Chain {
  readonly config: ChainConfig;
  heights(signal: AbortSignal): Promise<Heights>;
  /** Of a block that enough endpoints have. */
  blockHash(number: number, signal: AbortSignal): Promise<string>;
  /** All transfers of the configured tokens in a range of blocks, both ends included, and the hash of its last block. */
  transfers(
    from: number,
    to: number,
    signal: AbortSignal,
  ): Promise<{ logs: TransferLog[]; lastHash: string }>;
  /** Undefined for a transaction that is in no block. */
  receipt(transactionHash: string, signal: AbortSignal): Promise<Receipt | undefined>;
  /**
   * The result of a read-only call, in hex, as of a block; a revert throws RpcRefused with its data. Without `to`, the
   * data are code that runs once and returns its result.
   */
  call(
    to: string | undefined,
    data: string,
    block: number | 'latest',
    signal: AbortSignal,
    from?: string,
  ): Promise<string>;
  /** What enough endpoints respond to any other question. */
  agreed<T>(ask: Voter<T>, signal: AbortSignal): Promise<T>;
  /** Each endpoint by itself, for what needs no agreement: sending, fees. */
  readonly endpoints: readonly RpcEndpoint[];
}

export function createChain(config: ChainConfig): Chain {
  const endpoints = config.endpoints.map(createRpcEndpoint);
  const quorum: Quorum = createQuorum(endpoints, config.agree);
  const vote = <T>(ask: Voter<T>, signal: AbortSignal): Promise<T> => quorum.agreed(ask, signal);

  return {
    config,
    endpoints,
    agreed: vote,

    async heights(signal) {
      const each = await quorum.each((endpoint, until) => readHeights(endpoint, config, until), signal);
      // The highest that enough of them have reached.
      const reached = (heights: number[]): number => heights.sort((a, b) => b - a)[config.agree - 1] ?? 0;
      const head = reached(each.map((one) => one.head));
      return { head, final: Math.min(head, reached(each.map((one) => one.final))) };
    },

    blockHash: (number, signal) =>
      vote(async (endpoint, until) => (await getBlock(endpoint, number, until)).hash, signal),

    transfers: (from, to, signal) =>
      vote(async (endpoint, until) => {
        // Beyond its head, a node answers with an empty list and no error: it must have the last block, and still have
        // it afterwards, for the logs must be those of this very chain of blocks.
        const before = await getBlock(endpoint, to, until);
        const logs = await readLogs(endpoint, config, { from, to }, until);
        const { hash: lastHash } = await getBlock(endpoint, to, until);
        if (lastHash !== before.hash) {
          throw new RpcUnavailable(`${endpoint.host} changed block ${to} while its logs were read`);
        }
        return { logs, lastHash };
      }, signal),

    receipt: (hash, signal) =>
      vote(
        async (endpoint, until) =>
          readReceipt(await endpoint.call('eth_getTransactionReceipt', [hash], until), endpoint),
        signal,
      ),

    call: (to, data, block, signal, from) =>
      vote(async (endpoint, until) => {
        const at = block === 'latest' ? 'latest' : toHex(block);
        const request = {
          data,
          ...(to === undefined ? {} : { to }),
          ...(from === undefined ? {} : { from }),
        };
        return readHex(await endpoint.call('eth_call', [request, at], until), endpoint);
      }, signal),
  };
}

/** How far one endpoint is. */
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

/** Throws RpcUnavailable when the endpoint does not have it: it may be behind. */
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

export function toHex(number: number | bigint): string {
  return `0x${number.toString(16)}`;
}
