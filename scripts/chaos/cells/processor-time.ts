import { cpuMsOf } from '../../bench/processor-time.ts';
import type { CellProxy } from '../../../test/cells/cell-proxy.ts';
import { get, type Calls, type Shop } from './shop.ts';

const CALLS = 4_000;
const AT_THE_SAME_TIME = 16;
const MAX_MS_PER_CALL = 0.12;

/** What a call costs the proxy, in milliseconds of a processor, as Linux counts it. */
export async function measureProxy(
  { url, pid }: CellProxy,
  shops: readonly Shop[],
  { agent }: Calls,
): Promise<{ report: object; faults: string[] }> {
  const faults: string[] = [];
  const beforeMs = cpuMsOf(pid);
  let left = CALLS;
  await Promise.all(
    Array.from({ length: AT_THE_SAME_TIME }, async (_, index) => {
      while (left-- > 0) {
        const shop = shops[index % shops.length] as Shop;
        const { status } = await get(url, '/v1/ping', shop, agent);
        if (status !== 200) faults.push(`a call got ${status}`);
      }
    }),
  );
  const msPerCall = (cpuMsOf(pid) - beforeMs) / CALLS;
  if (msPerCall > MAX_MS_PER_CALL) faults.push(`a call costs the proxy ${msPerCall} ms of a processor`);
  return { report: { calls: CALLS, proxy_cpu_ms_per_call: Number(msPerCall.toFixed(4)) }, faults };
}
