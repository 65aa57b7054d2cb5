// Keeps today's contract as released, and adds it to the changelog.
import { addSection, readSections } from './changelog.ts';
import { judge, secondOpinion } from './judge.ts';
import { keep, newest, readLastRelease, readToday } from './releases.ts';

const last = await readLastRelease(await readSections());
const today = await readToday();
const { version } = newest(today)[1]['info'];
const refused = [...judge(last, today), ...(await secondOpinion(last, today))];
if (version === last.version) refused.push(`${version} is released already: raise info.version.`);
if (refused.length > 0) {
  for (const reason of refused) console.error(reason);
  process.exitCode = 1;
} else {
  const date = new Date().toISOString().slice(0, 10);
  await keep(today, date, await addSection(last, today, date));
  console.log(`${version}: openapi/released and openapi/CHANGELOG.md are written; commit both.`);
}
