// Compares the contract with the last released one, prints what its release would say, and refuses what breaks callers.
import { parseArgs } from 'node:util';
import { changelog, notes, readChangelog } from './changelog.ts';
import { judge, secondOpinion } from './judge.ts';
import { newest, readReleases, readToday } from './releases.ts';
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
const releases = await readReleases();
const last = releases.at(-1)!;
if (values['self-test']) {
  await selfTest(last);
} else {
  const today = await readToday();
  console.log(
    `${last.version} -> ${newest(today)[1]['info'].version}\n\n${await notes(last.contracts, today)}`,
  );
  const refused = [...judge(last, today), ...(await secondOpinion(last, today))];
  if ((await changelog(releases)) !== (await readChangelog())) {
    refused.push('openapi/CHANGELOG.md does not agree with openapi/released/.');
  }
  for (const reason of refused) console.error(reason);
  if (refused.length > 0) process.exitCode = 1;
}
