import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { createContract, MULTICALL3, MULTICALL3_ABI } from 'micro-eth-signer/abi.js';
import { agreedQuantity, toHex, type Chain } from './chain.ts';
import { RpcRefused, RpcUnavailable } from './rpc.ts';
import { tokenCalls } from './token.ts';

/** The most per call, because nodes limit its size and its gas. */
export const MAX_ADDRESSES = 500;
/** Where each balance takes a call of its own, the number of calls that endpoints accept without limiting the rate. */
const MAX_CALLS_AT_ONCE = 10;

interface Method<I, O> {
  encodeInput(input: I): Uint8Array;
  decodeOutput(output: Uint8Array): O;
}

/** The contract that makes several calls in one (multicall3.com). Nearly all chains have it, at the same address. */
const multicall = createContract(MULTICALL3_ABI) as unknown as {
  aggregate3: Method<
    { target: string; allowFailure: boolean; callData: Uint8Array }[],
    { success: boolean; returnData: Uint8Array }[]
  >;
  getEthBalance: Method<string, bigint>;
};

interface Question {
  target: string;
  data: Uint8Array;
}

/** The coin at an address, in its smallest units, as of a block. */
export function readCoin(chain: Chain, address: string, block: number, signal: AbortSignal): Promise<bigint> {
  return agreedQuantity(chain, 'eth_getBalance', [address, toHex(block)], signal);
}

/** The coin at up to 500 addresses, in its smallest units, as of a block. */
export async function readCoins(
  chain: Chain,
  { addresses, block }: { addresses: readonly string[]; block: number },
  signal: AbortSignal,
): Promise<bigint[]> {
  const questions = addresses.map((address) => ({
    target: MULTICALL3,
    data: multicall.getEthBalance.encodeInput(address),
  }));
  return (
    (await readTogether(chain, questions, block, signal)) ??
    (await readEach(addresses, (address) => readCoin(chain, address, block, signal)))
  );
}

/** The balances of up to 500 addresses, in the token's smallest units, as of a block. */
export async function readBalances(
  chain: Chain,
  { contract, addresses, block }: { contract: string; addresses: readonly string[]; block: number },
  signal: AbortSignal,
): Promise<bigint[]> {
  const questions = addresses.map((address) => ({
    target: contract,
    data: hexToBytes(tokenCalls.balanceOf(address).slice(2)),
  }));
  return (
    (await readTogether(chain, questions, block, signal)) ??
    (await readEach(addresses, async (address) => {
      const result = await chain.call(contract, tokenCalls.balanceOf(address), block, signal);
      return balanceIn(chain, contract, hexToBytes(result.slice(2)));
    }))
  );
}

/** All in one call; undefined if enough endpoints say that the chain has no Multicall3 as of that block. */
async function readTogether(
  chain: Chain,
  questions: readonly Question[],
  block: number,
  signal: AbortSignal,
): Promise<bigint[] | undefined> {
  if (questions.length === 0) return [];
  if (questions.length > MAX_ADDRESSES) throw new Error(`${questions.length} addresses in one call`);
  const input = multicall.aggregate3.encodeInput(
    questions.map(({ target, data }) => ({ target, allowFailure: false, callData: data })),
  );
  const result = await chain.call(MULTICALL3, `0x${bytesToHex(input)}`, block, signal);
  if (result === '0x') return undefined;
  const answers = decode(hexToBytes(result.slice(2)));
  if (answers?.length !== questions.length) {
    throw new RpcUnavailable(
      `${chain.config.network} returned ${answers?.length ?? 0} of ${questions.length} balances`,
    );
  }
  return answers.map(({ returnData }, at) => balanceIn(chain, questions[at]?.target, returnData));
}

function decode(result: Uint8Array): { returnData: Uint8Array }[] | undefined {
  try {
    return multicall.aggregate3.decodeOutput(result);
  } catch {
    return undefined;
  }
}

async function readEach(
  addresses: readonly string[],
  read: (address: string) => Promise<bigint>,
): Promise<bigint[]> {
  const balances: bigint[] = [];
  for (let at = 0; at < addresses.length; at += MAX_CALLS_AT_ONCE) {
    balances.push(...(await Promise.all(addresses.slice(at, at + MAX_CALLS_AT_ONCE).map(read))));
  }
  return balances;
}

/** An address without code returns nothing, which is not a balance of zero. */
function balanceIn(chain: Chain, contract: string | undefined, word: Uint8Array): bigint {
  if (word.length < 32) {
    const message = `${chain.config.network} refused a balance: ${contract} is no token`;
    throw new RpcRefused(message, 0, undefined);
  }
  return BigInt(`0x${bytesToHex(word.subarray(0, 32))}`);
}
