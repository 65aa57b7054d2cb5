// Builds the clients into build/sdks/<language>; with --check, also compiles them and runs their tests against a
// sandbox. With --pack, writes what their registries take into build/sdks/packages; with both, also installs that into
// empty projects and uses it. `npm run sdks` does all languages, `npm run sdks -- python go` these. --json is --check, and
// prints what became of each language as JSON.
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { withoutAlternatives } from '../../src/contract/derived/alternatives.ts';
import { withoutWebhooks } from '../../src/contract/derived/clients.ts';
import { readContract } from '../../src/contract/document.ts';
import { usePackageNames } from './names.ts';
import { requireReproducible, tryPackage, writeDigests } from './packages.ts';
import { addNotes, readRelease } from './release.ts';
import { startSandbox, type Sandbox } from './sandbox.ts';
import type { Sdk } from './sdk.ts';
import { recordResults } from './table.ts';

/** What became of a client. Each needs the one before. */
interface Outcome {
  generated: boolean;
  compiled: boolean;
  /** Its tests passed, which create a link, have it paid and read it. */
  main_job: boolean;
}

const HERE = fileURLToPath(new URL('.', import.meta.url));
const BUILD = fileURLToPath(new URL('../../build/sdks', import.meta.url));
const PACKAGES = join(BUILD, 'packages');

const { values, positionals } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    pack: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

const sdks = await chooseSdks(positionals);
await mkdir(BUILD, { recursive: true });
const contractFile = join(BUILD, 'openapi.json');
const document = await readContract();
await writeFile(contractFile, JSON.stringify(withoutAlternatives(withoutWebhooks(document)), undefined, 2));
const release = await readRelease(document);
if (values.pack) {
  await rm(PACKAGES, { recursive: true, force: true });
  await mkdir(PACKAGES);
}

const isChecked = values.check || values.json;
const sandbox = isChecked ? await startSandbox() : undefined;
const made: { sdk: Sdk; outcome: Outcome; hasFailed: boolean }[] = [];
try {
  for (const sdk of sdks) made.push({ sdk, ...(await make(sdk, sandbox)) });
} finally {
  await sandbox?.close();
}
if (values.pack) await writeDigests(PACKAGES);
if (values.json) {
  const report = made.map(({ sdk: { language }, outcome }) => ({ language, ...outcome }));
  console.log(JSON.stringify(report, undefined, 2));
}
if (made.some(({ hasFailed }) => hasFailed)) process.exitCode = 1;
if (isChecked) {
  await recordResults(
    made.map(({ sdk: { language, generator, checkedBy }, hasFailed }) => {
      return { language, generator, checkedBy, result: hasFailed ? 'failed' : 'passed' };
    }),
  );
}

/** Builds a client, and checks it where there is a sandbox. Says on one line what became of it. */
async function make(
  sdk: Sdk,
  sandbox: Sandbox | undefined,
): Promise<{ outcome: Outcome; hasFailed: boolean }> {
  const startedAt = performance.now();
  const outcome: Outcome = { generated: false, compiled: false, main_job: false };
  const directory = join(BUILD, sdk.language);
  const failure = await pass(sdk, directory, sandbox, outcome).then(() => undefined, String);
  if (failure !== undefined) say(failure);
  const result = failure !== undefined ? 'failed' : sandbox ? 'passed' : `built into ${directory}`;
  say(`${sdk.language}: ${result} (${Math.round((performance.now() - startedAt) / 1000)} s)`);
  return { outcome, hasFailed: failure !== undefined };
}

/** Takes a client through all that was asked for, and notes in `outcome` how far it has come. */
async function pass(
  sdk: Sdk,
  directory: string,
  sandbox: Sandbox | undefined,
  outcome: Outcome,
): Promise<void> {
  const { language, generator, packaging } = sdk;
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory);
  await sdk.build(contractFile, directory);
  await usePackageNames(directory, language, release.version);
  await addNotes(directory, generator, release);
  await packaging.describe(directory, release);
  outcome.generated = true;
  if (sandbox || sdk.isInstalledCompiled) await sdk.compile(directory);
  outcome.compiled = sandbox !== undefined;
  const account = await sandbox?.openAccount(language);
  if (account) await sdk.check(directory, account);
  outcome.main_job = account !== undefined;
  if (!values.pack) return;
  await packaging.pack(directory, release, PACKAGES);
  if (!account) return;
  await requireReproducible(sdk, directory, release, PACKAGES);
  await tryPackage(sdk, directory, release, PACKAGES, account);
}

/** With --json, standard output has nothing but JSON. */
function say(line: string): void {
  if (values.json) console.error(line);
  else console.log(line);
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
