import { toHex, type Chain } from './chain.ts';
import { broken, readNumber } from './responses.ts';
import { RpcUnavailable } from './rpc.ts';

/** A block's time, as agreed by enough endpoints. */
export async function readBlockTime(chain: Chain, number: number, signal: AbortSignal): Promise<Date> {
  const seconds = await chain.agreed(async (endpoint, until) => {
    const block = await endpoint.call('eth_getBlockByNumber', [toHex(number), false], until);
    if (block === null) throw new RpcUnavailable(`${endpoint.host} does not have block ${number}`);
    if (typeof block !== 'object') throw broken(endpoint, `block ${number}`);
    return readNumber((block as { timestamp?: unknown }).timestamp, endpoint);
  }, signal);
  return new Date(seconds * 1_000);
}

/** The first block from `low` to `high` at or after a time; `high + 1` if there is none. */
export async function findBlockAt(
  chain: Chain,
  time: Date,
  { low, high }: { low: number; high: number },
  signal: AbortSignal,
): Promise<number> {
  let [least, beyond] = [low, high + 1];
  while (least < beyond) {
    const middle = Math.floor((least + beyond) / 2);
    if ((await readBlockTime(chain, middle, signal)) >= time) beyond = middle;
    else least = middle + 1;
  }
  return least;
}
