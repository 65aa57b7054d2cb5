// Whether a change made calls slower: this checkout's service against another's, each on its own Postgres.
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startLoaded, turnOf, type Loaded } from './cases.ts';
import type { HttpOptions } from './calls.ts';
import * as here from '../rig.ts';
import { takeTurns } from './turns.ts';

/** `folder` is the other checkout, with its dependencies installed. */
export async function benchAgainst(
  folder: string,
  options: HttpOptions,
): Promise<Record<string, number | string>[]> {
  const rigFile = join(resolve(folder), 'scripts/bench/rig.ts');
  const there = (await import(pathToFileURL(rigFile).href)) as typeof here;
  const report = [];
  for (const links of options.links) {
    const rigs = [await here.openRig(), await there.openRig()] as const;
    const loaded: Loaded[] = [];
    const load = async (rig: here.Rig): Promise<Loaded> => {
      const service = await startLoaded(rig, { ...options, links });
      loaded.push(service);
      return service;
    };
    try {
      const ours = await load(rigs[0]);
      const theirs = await load(rigs[1]);
      for (const [name, ourCase] of Object.entries(ours.cases)) {
        if (!name.includes(options.only)) continue;
        const theirCase = theirs.cases[name];
        if (!theirCase) throw new Error(`${name} is not a case`);
        // Each takes two turns a round: the second pair shows how far to trust the first.
        const here = turnOf(ourCase, ours, options);
        const there = turnOf(theirCase, theirs, options);
        const figures = await takeTurns(
          name,
          { here, there, 'here again': here, 'there again': there },
          options.rounds,
        );
        report.push({
          case: name,
          links,
          'here/s': figures.perSecond('here'),
          'there/s': figures.perSecond('there'),
          'here to there': figures.ratio('here', 'there'),
          again: figures.ratio('here again', 'there again'),
          'service CPU': figures.cpuRatio('service', 'here', 'there'),
          'CPU again': figures.cpuRatio('service', 'here again', 'there again'),
          'Postgres CPU': figures.cpuRatio('postgres', 'here', 'there'),
          'here p99 ms': figures.p99Ms('here'),
          'there p99 ms': figures.p99Ms('there'),
        });
      }
    } finally {
      for (const service of loaded) await service.close();
      for (const rig of rigs) await rig.close();
    }
  }
  return report;
}
