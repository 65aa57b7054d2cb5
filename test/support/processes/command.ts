import { runCommand } from '../../../src/commands/program.ts';
import type { TestService } from '../service.ts';

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a `payments` command on a service's foundation as a process would, without the seconds that one takes. */
export async function runPayments(
  { foundation }: Pick<TestService, 'foundation'>,
  ...args: string[]
): Promise<Outcome> {
  const said = { stdout: '', stderr: '' };
  const terminal = {
    out: (text: string) => void (said.stdout += text),
    err: (text: string) => void (said.stderr += text),
  };
  // The test's own foundation, which stays open.
  const open = () => Promise.resolve({ ...foundation, close: () => Promise.resolve() });
  const code = await runCommand(args, terminal, open);
  return { code, ...said };
}
