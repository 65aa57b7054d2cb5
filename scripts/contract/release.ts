// Keeps today's contract as released, and adds it to the changelog.
import { writeChangelog } from './changelog.ts';
import { judge, secondOpinion } from './judge.ts';
import { keep, newest, readReleases, readToday } from './releases.ts';

const last = (await readReleases()).at(-1);
const today = await readToday();
const { version } = newest(today)[1]['info'];
const refused = last ? [...judge(last, today), ...(await secondOpinion(last, today))] : [];
if (version === last?.version) refused.push(`${version} is released already: raise info.version.`);
if (refused.length > 0) {
  for (const reason of refused) console.error(reason);
  process.exitCode = 1;
} else {
  await keep(today);
  await writeChangelog(await readReleases());
  console.log(`openapi/released/${version} and openapi/CHANGELOG.md are written; commit both.`);
}
