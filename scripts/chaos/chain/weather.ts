import { setTimeout as delay } from 'node:timers/promises';
import type { Fault, FaultyEndpoint } from '../../../test/support/chain/faulty-endpoint.ts';
import type { Chance } from '../chance.ts';

const LONGEST_MS = 1_500;

const stale: Fault = {
  change: (result, method, [block]) => {
    if (method === 'eth_blockNumber') return `0x${Math.max(0, Number(result) - 9).toString(16)}`;
    return method === 'eth_getBlockByNumber' && block !== 'finalized' ? null : result;
  },
};

/** What one honest endpoint does at a time. */
const FAULTS: Record<string, Fault> = {
  timeout: 'timeout',
  'too many requests': { status: 429 },
  'bad gateway': { status: 502, body: '<html>' },
  garbage: { text: '{"jsonrpc":"2.0","id":1,"result":{"number":"0xzz"}}' },
  nulls: { change: () => null },
  lag: stale,
  'missing logs': {
    change: (result, method) =>
      method === 'eth_getLogs' ? result.filter((_: unknown, at: number) => at % 2 === 0) : result,
  },
  'another chain': {
    change: (result, method) =>
      method === 'eth_getBlockByNumber' && result ? { ...result, hash: `0x${'ab'.repeat(32)}` } : result,
  },
  'ranges refused': { error: { code: -32_005, message: 'query returned more than 10 results' } },
};

/**
 * Lets one endpoint after the other misbehave, with pauses in which all are well. Returns how often each way, when it is
 * over.
 */
export async function makeChainWeather(
  endpoints: readonly FaultyEndpoint[],
  chance: Chance,
  isOver: () => boolean,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  while (!isOver()) {
    const endpoint = chance.pick(endpoints);
    const [name, fault] = chance.pick(Object.entries(FAULTS));
    counts[name] = (counts[name] ?? 0) + 1;
    endpoint.misbehave((method) => {
      // At the start of a process this would be a contradiction, which is to stop it.
      if (method === 'eth_chainId' || method === 'eth_call') return undefined;
      return name === 'ranges refused' && method !== 'eth_getLogs' ? undefined : fault;
    });
    await delay(LONGEST_MS * chance.share());
    endpoint.heal();
    await delay(LONGEST_MS * chance.share());
  }
  endpoints.forEach((endpoint) => endpoint.heal());
  return counts;
}
