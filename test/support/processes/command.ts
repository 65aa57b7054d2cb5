import { runCommand, type Surroundings } from '../../../src/commands/program.ts';
import type { Foundation } from '../../../src/composition/index.ts';
import { addOperator } from '../../../src/operators/index.ts';
import type { TestService } from '../service.ts';

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The keys of first operators, by the secrets key that stamps them; a restored database has those of before. */
const firstKeys = new Map<string, string[]>();
/** By the URL of the database: a test may run several processes on one. */
const firstOperators = new Map<string, Promise<string>>();

/** The key of ana, the first operator of the deployment, who is added when somebody first needs her. */
export function firstOperator({ foundation }: Pick<TestService, 'foundation'>): Promise<string> {
  const { databaseUrl, dataDir } = foundation.config;
  const place = databaseUrl ?? dataDir;
  const known = firstOperators.get(place);
  if (known) return known;
  const found = findOrAdd(foundation);
  firstOperators.set(place, found);
  found.catch(() => firstOperators.delete(place));
  return found;
}

async function findOrAdd(foundation: Foundation): Promise<string> {
  const { config, db, operators } = foundation;
  const secretsKey = config.secretsKey ?? '';
  const known = firstKeys.get(secretsKey) ?? [];
  for (const key of known)
    if (await db.transaction((trx) => operators.identify(trx, key)).catch(() => undefined)) return key;
  const { key } = await db.transaction((trx) => addOperator(trx, foundation, undefined, 'ana'));
  firstKeys.set(secretsKey, [...known, key]);
  return key;
}

/**
 * Runs a `payments` command on a service's foundation as a process would, without the seconds that one takes. The first
 * operator types it.
 */
export async function runPayments(
  service: Pick<TestService, 'foundation'>,
  ...args: string[]
): Promise<Outcome> {
  return runPaymentsAs(await firstOperator(service), service, ...args);
}

/** The same with another operator's key in the environment, or none. */
export function runPaymentsAs(
  operatorKey: string | undefined,
  { foundation }: Pick<TestService, 'foundation'>,
  ...args: string[]
): Promise<Outcome> {
  // The test's own foundation, which stays open.
  return runIn(args, () => Promise.resolve({ ...foundation, close: () => Promise.resolve() }), operatorKey);
}

/** Runs a `payments` command with whatever it finds when it opens its deployment. */
export async function runIn(
  args: readonly string[],
  open: Surroundings['open'],
  operatorKey?: string,
): Promise<Outcome> {
  const said = { stdout: '', stderr: '' };
  const code = await runCommand(args, {
    out: (text) => void (said.stdout += text),
    err: (text) => void (said.stderr += text),
    columns: 80,
    version: '1.2.3',
    operatorKey,
    open,
    enterCell: onlyInProcesses,
    runInCell: onlyInProcesses,
  });
  return { code, ...said };
}

function onlyInProcesses(): never {
  throw new Error('cells have environments of their own: run build/cli.js');
}
