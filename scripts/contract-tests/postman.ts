// Newman sends every request of the Postman collection, from top to bottom, on accounts that have nothing.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeTool } from '../tools/tools.ts';
import { runTool, type Outcome } from './outcome.ts';
import type { ServiceUnderTest } from './service.ts';

/** What nothing in the API alone can bring about, by whether the account's keys may refund. */
const SKIPPED = {
  on: ['Retrieve a withdrawal'],
  off: ['Retrieve a withdrawal', 'Retrieve a refund'],
};

/**
 * Each request must succeed, and all but those above must be sent. What is served is run as it is, with a new account's
 * key: nothing is prepared. Both settings of refunds by API are run, since owners turn them on.
 */
export async function runCollection(service: ServiceUnderTest): Promise<Outcome> {
  const outcomes = [await run(service, 'off'), await run(service, 'on')];
  return {
    ok: outcomes.every(({ ok }) => ok),
    summary: outcomes.map(({ summary }) => summary).join('; '),
    details: outcomes.map(({ details }) => details).join('\n'),
  };
}

async function run(service: ServiceUnderTest, apiRefunds: 'on' | 'off'): Promise<Outcome> {
  const key = await service.openEmptyAccount({ apiRefunds });
  const text = await (await fetch(`${service.url}/openapi.postman.json`)).text();
  const collection = JSON.parse(text) as { item: { item: { name: string }[] }[] };
  const names = collection.item.flatMap(({ item }) => item.map(({ name }) => name));
  const file = join(service.folder, 'collection.json');
  const report = join(service.folder, 'newman.json');
  await writeFile(file, text);
  const outcome = await runTool(
    await nodeTool('newman'),
    [
      ...['run', file, '--env-var', `api_key=${key}`, '--color', 'off'],
      ...['--reporters', 'cli,json', '--reporter-json-export', report],
    ],
    { cwd: service.folder, env: {}, summarize: () => '' },
  );
  const { run: ran } = JSON.parse(await readFile(report, 'utf8')) as {
    run: {
      executions: { item: { name: string } }[];
      stats: { assertions: { total: number; failed: number } };
    };
  };
  const sent = ran.executions.map(({ item }) => item.name);
  const skipped = names.filter((name) => !sent.includes(name));
  const { total, failed } = ran.stats.assertions;
  const areExpected = skipped.join() === SKIPPED[apiRefunds].join();
  return {
    ok: outcome.ok && areExpected && failed === 0 && total === names.length,
    summary: `refunds ${apiRefunds}: ${sent.length} requests, ${failed} failed, ${skipped.length} skipped`,
    details: `${outcome.details}\nskipped: ${skipped.join(', ')}`,
  };
}
