// Compares the contract with the last released one, prints what its release would say, and refuses what breaks callers.
import { parseArgs } from 'node:util';
import { notes, readSections } from './changelog.ts';
import { judge, secondOpinion } from './judge.ts';
import { newest, readLastRelease, readToday } from './releases.ts';
import { selfTest } from './self-test.ts';

const USAGE = `npm run contract:diff                   what has changed since the last release, and whether it breaks anybody
npm run contract:diff -- --self-test    whether the comparison refuses each change that it should (minutes)`;

const { values } = parseArgs({
  options: { 'self-test': { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
if (values.help) {
  console.log(USAGE);
  process.exit();
}
const last = await readLastRelease(await readSections());
if (values['self-test']) {
  await selfTest(last);
} else {
  const today = await readToday();
  console.log(
    `${last.version} -> ${newest(today)[1]['info'].version}\n\n${await notes(last.contracts, today)}`,
  );
  const refused = [...judge(last, today), ...(await secondOpinion(last, today))];
  for (const reason of refused) console.error(reason);
  if (refused.length > 0) process.exitCode = 1;
}
