// Whether a change made calls slower: this checkout's service against another's, each on a Postgres of its own.
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startLoaded, type Loaded } from './cases.ts';
import type { HttpOptions } from './calls.ts';
import { measure } from '../load.ts';
import * as here from '../rig.ts';
import { takeTurns, type Turn } from './turns.ts';

/** `folder` holds the other checkout, with its dependencies installed. */
export async function benchAgainst(
  folder: string,
  options: HttpOptions,
): Promise<Record<string, number | string>[]> {
  const rigFile = join(resolve(folder), 'scripts/bench/rig.ts');
  const there = (await import(pathToFileURL(rigFile).href)) as typeof here;
  const report = [];
  for (const links of options.links) {
    const rigs = [await here.openRig(), await there.openRig()] as const;
    try {
      const ours = await startLoaded(rigs[0], { ...options, links });
      const theirs = await startLoaded(rigs[1], { ...options, links });
      for (const name of Object.keys(ours.cases)) {
        if (!name.includes(options.only)) continue;
        const turnOf = ({ url, cases }: Loaded): Turn => {
          const one = cases[name];
          if (!one) throw new Error(`${name} is no case`);
          return async () => {
            await one.prepare?.();
            return measure(url, one.load, options);
          };
        };
        // Each takes two turns in a round: the second pair shows how much the first is worth.
        const [here, there] = [turnOf(ours), turnOf(theirs)];
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
          'here p99 ms': figures.p99Ms('here'),
          'there p99 ms': figures.p99Ms('there'),
        });
      }
      await ours.close();
      await theirs.close();
    } finally {
      for (const rig of rigs) await rig.close();
    }
  }
  return report;
}
