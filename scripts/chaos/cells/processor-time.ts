import { median } from '../../bench/load.ts';
import { cpuMsOf } from '../../bench/processor-time.ts';
import { startBareNginx, type CellProxy } from '../../../test-system/cells/cell-proxy.ts';
import type { RunningCell } from './deployment.ts';
import { get, type Calls } from './shop.ts';

const ROUNDS = 5;
const CALLS = 2_000;
const AT_THE_SAME_TIME = 16;
/** What finding a call's cell may cost, beside handing calls to one server. */
const MOST_OF_BARE = 1.5;

/**
 * What a call costs the proxy, in milliseconds of a processor, as Linux counts it, and as a multiple of what it costs an
 * nginx that knows no cells: the median of some rounds, in which both take turns.
 */
export async function measureProxy(
  proxy: CellProxy,
  cell: RunningCell,
  { agent }: Calls,
): Promise<{ report: object; faults: string[] }> {
  const faults: string[] = [];
  const measure = async ({ url, pid }: CellProxy): Promise<number> => {
    const beforeMs = cpuMsOf(pid);
    let left = CALLS;
    await Promise.all(
      Array.from({ length: AT_THE_SAME_TIME }, async () => {
        while (left-- > 0) {
          const { status } = await get(url, '/v1/ping', cell, agent);
          if (status !== 200) faults.push(`a call got ${status}`);
        }
      }),
    );
    return (cpuMsOf(pid) - beforeMs) / CALLS;
  };
  const bare = await startBareNginx(`127.0.0.1:${cell.environment['PORT']}`);
  try {
    const rounds: { ms: number; bareMs: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({ bareMs: await measure(bare), ms: await measure(proxy) });
    const msPerCall = median(rounds.map(({ ms }) => ms));
    const ofBare = median(rounds.map(({ ms, bareMs }) => ms / bareMs));
    if (ofBare > MOST_OF_BARE)
      faults.push(`a call costs the proxy ${ofBare.toFixed(2)} of what one costs a bare nginx`);
    return {
      report: {
        proxy: { cpu_ms_per_call: Number(msPerCall.toFixed(3)), of_bare_nginx: Number(ofBare.toFixed(2)) },
      },
      faults,
    };
  } finally {
    await bare.close();
  }
}
