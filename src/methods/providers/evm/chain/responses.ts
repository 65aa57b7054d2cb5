import { RpcUnavailable, type RpcEndpoint } from './rpc.ts';
import { TRANSFER_TOPIC } from './token.ts';

// Parses endpoints' responses. Each field is checked, and RpcUnavailable thrown if it is invalid, because the endpoint
// is then broken, and another one is queried.

/** A token transfer, as logged. */
export interface TransferLog {
  /** The token's contract, in lower case. */
  contract: string;
  from: string;
  to: string;
  /** In the token's smallest units. */
  units: bigint;
  transactionHash: string;
  blockNumber: number;
  blockHash: string;
  /**
   * Within the block. It changes when a reorganisation puts the transaction into another block, so it is never an
   * identity.
   */
  logIndex: number;
}

export interface Receipt {
  blockNumber: number;
  blockHash: string;
  succeeded: boolean;
  /** The transaction's cost, in the coin's smallest units. */
  gasPaid: bigint;
  /** The indexes of its logs within the block, in their order. */
  logIndexes: readonly number[];
}

export interface Block {
  number: number;
  hash: string;
  /** The gas limit of all of its transactions together. */
  gasLimit: bigint;
}

/** Undefined for `null`, which means that there is no such block. */
export function readBlock(block: unknown, endpoint: RpcEndpoint): Block | undefined {
  if (block === null) return undefined;
  return {
    number: readNumber(field(block, 'number', endpoint), endpoint),
    hash: readHash(field(block, 'hash', endpoint), endpoint),
    gasLimit: readQuantity(field(block, 'gasLimit', endpoint), endpoint),
  };
}

/** In the chain's order. Throws for logs that were not requested, because the endpoint does not filter correctly. */
export function readTransfers(
  logs: unknown,
  query: { from: number; to: number; contracts: ReadonlySet<string> },
  endpoint: RpcEndpoint,
): TransferLog[] {
  if (!Array.isArray(logs)) throw broken(endpoint, 'a list of logs');
  return logs
    .filter((log) => field(log, 'removed', endpoint) !== true)
    .map((log) => {
      const transfer = readTransfer(log, endpoint);
      const { blockNumber, contract } = transfer;
      if (blockNumber < query.from || blockNumber > query.to || !query.contracts.has(contract)) {
        throw broken(endpoint, 'the logs that were asked for');
      }
      return transfer;
    })
    .sort((one, other) => one.blockNumber - other.blockNumber || one.logIndex - other.logIndex);
}

function readTransfer(log: unknown, endpoint: RpcEndpoint): TransferLog {
  const topics = field(log, 'topics', endpoint);
  // An approval looks the same but for the first topic.
  if (!Array.isArray(topics) || topics.length !== 3 || topics[0] !== TRANSFER_TOPIC) {
    throw broken(endpoint, 'a transfer');
  }
  return {
    contract: readAddress(field(log, 'address', endpoint), endpoint),
    from: addressInTopic(topics[1], endpoint),
    to: addressInTopic(topics[2], endpoint),
    units: BigInt(hexOf(32, field(log, 'data', endpoint), endpoint)),
    transactionHash: readHash(field(log, 'transactionHash', endpoint), endpoint),
    blockNumber: readNumber(field(log, 'blockNumber', endpoint), endpoint),
    blockHash: readHash(field(log, 'blockHash', endpoint), endpoint),
    logIndex: readNumber(field(log, 'logIndex', endpoint), endpoint),
  };
}

/** Undefined for `null`, which means that the transaction is in no block. */
export function readReceipt(receipt: unknown, endpoint: RpcEndpoint): Receipt | undefined {
  if (receipt === null) return undefined;
  const logs = field(receipt, 'logs', endpoint);
  if (!Array.isArray(logs)) throw broken(endpoint, 'the logs of a receipt');
  const status = field(receipt, 'status', endpoint);
  if (status !== '0x1' && status !== '0x0') throw broken(endpoint, 'the status of a receipt');
  const gasUsed = readQuantity(field(receipt, 'gasUsed', endpoint), endpoint);
  const gasPrice = readQuantity(field(receipt, 'effectiveGasPrice', endpoint), endpoint);
  // OP rollups, Base among them, also charge for the data on Ethereum.
  const dataFee = readQuantity(field(receipt, 'l1Fee', endpoint) ?? '0x0', endpoint);
  return {
    blockNumber: readNumber(field(receipt, 'blockNumber', endpoint), endpoint),
    blockHash: readHash(field(receipt, 'blockHash', endpoint), endpoint),
    succeeded: status === '0x1',
    gasPaid: gasUsed * gasPrice + dataFee,
    logIndexes: logs
      .map((log) => readNumber(field(log, 'logIndex', endpoint), endpoint))
      .sort((one, other) => one - other),
  };
}

/** Any whole number of bytes, in lower case. */
export function readHex(value: unknown, endpoint: RpcEndpoint): string {
  if (typeof value !== 'string' || value.length % 2 !== 0 || !/^0x[0-9a-f]*$/i.test(value)) {
    throw broken(endpoint, 'bytes in hex');
  }
  return value.toLowerCase();
}

export function readNumber(value: unknown, endpoint: RpcEndpoint): number {
  const number = Number(readQuantity(value, endpoint));
  if (!Number.isSafeInteger(number)) throw broken(endpoint, 'a number');
  return number;
}

export function readQuantity(value: unknown, endpoint: RpcEndpoint): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value)) throw broken(endpoint, 'a number');
  return BigInt(value);
}

export function broken(endpoint: Pick<RpcEndpoint, 'host'>, wanted: string): RpcUnavailable {
  return new RpcUnavailable(`${endpoint.host} responded with something other than ${wanted}`);
}

function field(value: unknown, name: string, endpoint: RpcEndpoint): unknown {
  if (typeof value !== 'object' || value === null) throw broken(endpoint, `an object with ${name}`);
  return (value as Record<string, unknown>)[name];
}

function hexOf(bytes: number, value: unknown, endpoint: RpcEndpoint): string {
  const text = readHex(value, endpoint);
  if (text.length !== 2 + 2 * bytes) throw broken(endpoint, `${bytes} bytes`);
  return text;
}

function readHash(value: unknown, endpoint: RpcEndpoint): string {
  return hexOf(32, value, endpoint);
}

function readAddress(value: unknown, endpoint: RpcEndpoint): string {
  return hexOf(20, value, endpoint);
}

/** The last 20 bytes of a topic. */
function addressInTopic(topic: unknown, endpoint: RpcEndpoint): string {
  const text = hexOf(32, topic, endpoint);
  if (!/^0x0{24}/.test(text)) throw broken(endpoint, 'an address');
  return `0x${text.slice(26)}`;
}
