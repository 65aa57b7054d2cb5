import { runCommand, type Surroundings } from '../../../src/commands/program.ts';
import type { TestService } from '../service.ts';

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a `payments` command on a service's foundation as a process would, without the seconds that one takes. */
export function runPayments(
  { foundation }: Pick<TestService, 'foundation'>,
  ...args: string[]
): Promise<Outcome> {
  // The test's own foundation, which stays open.
  return runIn(args, () => Promise.resolve({ ...foundation, close: () => Promise.resolve() }));
}

/** The same with an operator's key in the environment. */
export function runPaymentsAs(
  operatorKey: string | undefined,
  { foundation }: Pick<TestService, 'foundation'>,
  ...args: string[]
): Promise<Outcome> {
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
