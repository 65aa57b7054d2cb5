import { closeSync, openSync } from 'node:fs';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { NGINX } from '../../../test-system/cells/cell-proxy.ts';
import { makeDataDir } from '../../../test/support/cluster.ts';
import { createChance, type Chance } from '../chance.ts';
import { compareCapacity } from './capacity.ts';
import { startCells, type RunningCell } from './deployment.ts';
import { loseOneCell } from './outage.ts';
import { moveUnderLoad } from './moves.ts';
import { errUnderLoad } from './operators.ts';
import { measureProxy } from './processor-time.ts';
import { repeatAtOnce } from './same-key.ts';

const CELLS = [0, 1, 2];
const LOGS = 'test-output/cells';
/** About what a round of operators' errors takes. */
const CYCLE_MS = 20_000;
const LEAST_CYCLES = 2;

export const CAN_START_NGINX = NGINX.isInstalled;

/**
 * Three cells behind two nginx, of which one loses its power under load: the others must not notice, and its own callers be
 * told at once. Then sends the same call by both proxies at the same time, moves accounts, and measures what a call costs a
 * proxy, and what two cells carry (D73). At last operators err, and cells are restored (D74). Times are only judged if it is
 * alone on the machine.
 */
export async function cellsUnderChaos(
  durationMs: number,
  seed: number,
  { isAlone }: { isAlone: boolean },
): Promise<{ report: object; faults: string[] }> {
  const folder = makeDataDir();
  // Postgres runs as a user that may pass here.
  await chmod(folder, 0o711);
  await mkdir(LOGS, { recursive: true });
  const log = openSync(join(LOGS, `${seed}.log`), 'w');
  const agent = new Agent({ keepAlive: true });
  const ends: (() => unknown)[] = [];
  let parts = 0;
  const chance = (): Chance => createChance(seed * 1_000 + parts++);
  try {
    const { cells, running, file } = await startCells(CELLS, folder, log, ends);
    const proxies = [await NGINX.start(cells), await NGINX.start(cells)] as const;
    ends.push(() => Promise.all(proxies.map((proxy) => proxy.close())));
    const calls = { agent, urls: proxies.map(({ url }) => url) };
    const outage = await loseOneCell(running, calls, { durationMs, chance: chance(), isAlone });
    const repeated = await repeatAtOnce(running, calls, chance());
    const moved = await moveUnderLoad(running, calls, file);
    const outcomes = [outage, repeated, moved];
    if (isAlone) {
      const [one, other] = running as [RunningCell, RunningCell];
      outcomes.push(await measureProxy(proxies[0], one, calls), await compareCapacity([one, other], calls));
    }
    // Last: it leaves accounts in other cells than their own.
    const cycles = Math.max(LEAST_CYCLES, Math.round(durationMs / CYCLE_MS));
    outcomes.push(await errUnderLoad(running, calls, { cellsFile: file, folder, cycles, chance }));
    return {
      report: Object.assign({ seed }, ...outcomes.map(({ report }) => report)) as object,
      faults: outcomes.flatMap(({ faults }) => faults),
    };
  } finally {
    agent.destroy();
    for (const end of ends.reverse()) await end();
    closeSync(log);
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
