import { cpuMsOf } from '../../bench/processor-time.ts';
import type { CellProxy } from '../../../test-system/cells/cell-proxy.ts';
import { get, type Calls, type Shop } from './shop.ts';

const ROUNDS = 3;
const CALLS = 2_000;
const AT_THE_SAME_TIME = 16;
const MAX_MS_PER_CALL = 0.12;

/** What a call costs the proxy, in milliseconds of a processor, as Linux counts it: the least of some rounds. */
export async function measureProxy(
  { url, pid }: CellProxy,
  shops: readonly Shop[],
  { agent }: Calls,
): Promise<{ report: object; faults: string[] }> {
  const faults: string[] = [];
  const measured: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const beforeMs = cpuMsOf(pid);
    let left = CALLS;
    await Promise.all(
      Array.from({ length: AT_THE_SAME_TIME }, async (_, index) => {
        const shop = shops[index % shops.length] as Shop;
        while (left-- > 0) {
          const { status } = await get(url, '/v1/ping', shop, agent);
          if (status !== 200) faults.push(`a call got ${status}`);
        }
      }),
    );
    measured.push((cpuMsOf(pid) - beforeMs) / CALLS);
  }
  const msPerCall = Math.min(...measured);
  if (msPerCall > MAX_MS_PER_CALL) faults.push(`a call costs the proxy ${msPerCall} ms of a processor`);
  return { report: { proxy_cpu_ms_per_call: Number(msPerCall.toFixed(3)) }, faults };
}
