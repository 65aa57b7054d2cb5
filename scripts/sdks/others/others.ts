// Makes clients with the generators that others use, as a stranger would: of the document that the service serves, with
// the generator's defaults. Each is compiled, and does what one wants of it against a sandbox, and against a later version
// of the service.
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CURRENT_VERSION } from '../../../src/contract/versions.ts';
import { startSandbox } from '../sandbox.ts';
import type { SandboxForSdks } from '../sdk.ts';
import { CHECKS, CLIENTS, type Check, type Client } from './clients.ts';
import { recordMatrix, type Cell, type Row } from './matrix.ts';
import { readTried } from './tried.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const BUILD = fileURLToPath(new URL('../../../build/sdks/others', import.meta.url));
const LATER = 'with a later version of the service';

const USAGE = `npm run sdks:others                 all generators
npm run sdks:others -- ruby go      these
npm run sdks:others -- --changed    those whose document, recipe or program has changed since they passed, and a few more

Generators: ${CLIENTS.map(({ name }) => name).join(', ')}.`;

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { changed: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
if (values.help) {
  console.log(USAGE);
  process.exit();
}
const unknown = names.find((name) => !CLIENTS.some((client) => client.name === name));
if (unknown !== undefined) {
  throw new Error(`There is no trial ${unknown}, but ${CLIENTS.map(({ name }) => name).join(', ')}.`);
}

const tried = await readTried();
const chosen = values.changed ? tried.due() : CLIENTS;
const rows: Row[] = [];
const sandbox = await startSandbox();
try {
  // One account for all, one after the other: they read what it has, and what they make themselves.
  const account = await sandbox.openAccount('others');
  for (const client of chosen.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const startedAt = performance.now();
    const cells = await tryOut(client, account);
    const failures = Object.entries(cells).filter(([, { isExpected }]) => !isExpected);
    for (const [column, { result }] of failures) console.log(`${client.name}: ${column}: ${result}`);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(`${client.name}: ${failures.length === 0 ? 'passed' : 'failed'} (${seconds} s)`);
    if (failures.length > 0) process.exitCode = 1;
    rows.push({ client, cells });
  }
} finally {
  await sandbox.close();
}
await recordMatrix(rows);
await tried.record(rows.filter(({ cells }) => hasPassed(cells)).map(({ client }) => client));

function hasPassed(cells: Record<string, Cell>): boolean {
  return Object.values(cells).every(({ isExpected }) => isExpected);
}

async function tryOut(client: Client, account: SandboxForSdks): Promise<Record<string, Cell>> {
  const folder = join(BUILD, client.name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'client'), { recursive: true });
  await cp(join(HERE, 'trials', client.name), join(folder, 'trial'), { recursive: true });
  if (client.language === 'TypeScript')
    await cp(join(HERE, 'trials', 'typescript'), folder, { recursive: true });
  const served = await fetch(account.PAYMENTS_BASE_URL + client.document);
  await writeFile(join(folder, 'contract.json'), await served.text());

  const cells: Record<string, Cell> = {};
  for (const step of ['generate', 'compile'] as const) {
    const failure = await client[step](folder).then(() => undefined, String);
    cells[step] = { result: failure ?? 'ok', isExpected: failure === undefined };
    if (failure !== undefined) return cells;
  }
  const env = { PAYMENTS_API_KEY: account.PAYMENTS_API_KEY, PAYMENTS_VERSION: CURRENT_VERSION };
  const today = read(await client.trial(folder, { ...env, PAYMENTS_BASE_URL: account.PAYMENTS_BASE_URL }));
  const later = read(await client.trial(folder, { ...env, PAYMENTS_BASE_URL: account.PAYMENTS_NEWER_URL }));
  for (const check of CHECKS) {
    const result =
      today[check] === 'ok' && later[check] !== 'ok' ? `${LATER}: ${later[check]}` : today[check];
    cells[check] = judge(client, check, result ?? 'the program did not come to it');
  }
  return cells;
}

/** A check that the generator cannot do must fail, so that its reason goes once it can. */
function judge({ cannot }: Client, check: Check, result: string): Cell {
  const reason = cannot?.[check];
  if (reason === undefined) return { result, isExpected: result === 'ok' };
  return result === 'ok'
    ? { result: `succeeds, although it is said that it cannot: ${reason}`, isExpected: false }
    : { result: reason, isExpected: true };
}

/** The lines of a trial: `name: ok`, or what happened instead. */
function read(output: string): Partial<Record<string, string>> {
  return Object.fromEntries(
    output.split('\n').map((line) => {
      const [name = '', ...result] = line.split(': ');
      return [name, result.join(': ')];
    }),
  );
}
