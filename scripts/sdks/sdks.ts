// Builds the clients into build/sdks/<language>; with --check, also compiles them and runs their tests against a
// sandbox. `npm run sdks` does all languages, `npm run sdks -- python go` these.
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readCalls } from './contract.ts';
import { startSandbox, type Sandbox } from './sandbox.ts';
import type { Sdk } from './sdk.ts';
import { recordResults, type Result } from './table.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const BUILD = fileURLToPath(new URL('../../build/sdks', import.meta.url));

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean', default: false } },
  allowPositionals: true,
});

const sdks = await chooseSdks(positionals);
await mkdir(BUILD, { recursive: true });
const contractFile = join(BUILD, 'openapi.json');
await writeFile(contractFile, JSON.stringify(await readCalls(), undefined, 2));

const sandbox = values.check ? await startSandbox() : undefined;
const results: Result[] = [];
try {
  for (const sdk of sdks) results.push(await make(sdk, sandbox));
} finally {
  await sandbox?.close();
}
if (results.some(({ result }) => result !== 'passed')) process.exitCode = 1;
if (values.check) await recordResults(results);

/** Builds a client, and checks it where there is a sandbox. Says on one line what became of it. */
async function make(sdk: Sdk, sandbox: Sandbox | undefined): Promise<Result> {
  const { language, generator, checkedBy } = sdk;
  const startedAt = performance.now();
  const directory = join(BUILD, language);
  let result = 'passed';
  try {
    await rm(directory, { recursive: true, force: true });
    await mkdir(directory);
    await sdk.build(contractFile, directory);
    if (sandbox) await sdk.check(directory, await sandbox.openAccount(language));
  } catch (error) {
    console.log(String(error));
    result = 'failed';
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(
    `${language}: ${sandbox || result === 'failed' ? result : `built into ${directory}`} (${seconds} s)`,
  );
  return { language, generator, checkedBy, result };
}

/** Languages are found by their folders. */
async function chooseSdks(names: readonly string[]): Promise<Sdk[]> {
  const languages = readdirSync(HERE).filter((name) => existsSync(join(HERE, name, 'sdk.ts')));
  const unknown = names.find((name) => !languages.includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no client in ${unknown}, but ${languages.join(', ')}.`);
  const chosen = names.length > 0 ? names : languages;
  return Promise.all(chosen.map(async (name) => ((await import(`./${name}/sdk.ts`)) as { sdk: Sdk }).sdk));
}
