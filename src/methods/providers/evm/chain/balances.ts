import type { Chain } from './chain.ts';
import { RpcUnavailable } from './rpc.ts';

/** Per call: its code may have 48 KB and its result 24 KB (EIP-3860, EIP-170), and nodes limit its gas. */
export const MAX_ADDRESSES = 500;

/**
 * Code that runs inside one call and is never deployed, so that it needs no contract on the chain. It is followed by words:
 * a token's address, then the addresses to query. It replaces each address by its balance and returns them; if the token
 * fails to return one, it reverts.
 */
const READ_BALANCES = [
  // Copies the words into memory, from 0 on, and puts the selector of balanceOf behind them.
  '604c8038038091600039',
  '6370a0823160e01b8152',
  // For each word from 32 on: puts it behind the selector and calls the token; the result goes to the word's place.
  '60205b8181101560435780518260040152',
  '6020816024846000515afa',
  // Goes on to the next when the call succeeded and returned at least 32 bytes.
  '3d601f1016603c57600080fd',
  '5b602001601656',
  // Returns all words but the first.
  '5b50602090036020f3',
].join('');

/** The same for the chain's coin, which needs no contract call. */
const READ_COIN = [
  // Copies the words into memory, from 0 on.
  '60248038038091600039',
  // For each word: puts the balance of its address in its place.
  '60005b81811015601f578051318152602001600c56',
  '5b506000f3',
].join('');

const WORD = 64;

/** The balances of up to 500 addresses, in the token's smallest units, as of a block. */
export async function readBalances(
  chain: Chain,
  { contract, addresses, block }: { contract: string; addresses: readonly string[]; block: number },
  signal: AbortSignal,
): Promise<bigint[]> {
  return readWords(chain, READ_BALANCES, { before: [contract], addresses, block }, signal);
}

/** The coin at up to 500 addresses, in its smallest units, as of a block. */
export async function readCoins(
  chain: Chain,
  { addresses, block }: { addresses: readonly string[]; block: number },
  signal: AbortSignal,
): Promise<bigint[]> {
  return readWords(chain, READ_COIN, { before: [], addresses, block }, signal);
}

async function readWords(
  chain: Chain,
  code: string,
  { before, addresses, block }: { before: readonly string[]; addresses: readonly string[]; block: number },
  signal: AbortSignal,
): Promise<bigint[]> {
  if (addresses.length === 0) return [];
  if (addresses.length > MAX_ADDRESSES) throw new Error(`${addresses.length} addresses in one call`);
  const words = [...before, ...addresses].map((address) => address.slice(2).padStart(WORD, '0'));
  const result = await chain.call(undefined, `0x${code}${words.join('')}`, block, signal);
  const balances = result.slice(2).match(/.{64}/g) ?? [];
  if (balances.length !== addresses.length) {
    throw new RpcUnavailable(
      `${chain.config.network} told ${balances.length} of ${addresses.length} balances`,
    );
  }
  return balances.map((balance) => BigInt(`0x${balance}`));
}
