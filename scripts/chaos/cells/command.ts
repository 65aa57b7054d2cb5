import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Who runs commands on all cells, from a machine that has their environment files. */
export interface Operator {
  cellsFile: string;
  /** Of OPERATOR_KEY: one for each cell that has operators. */
  keys: readonly string[];
}

export interface Outcome {
  isDone: boolean;
  /** What it printed as JSON; undefined where it was killed. */
  result: any;
  /** What it wrote to standard error. */
  said: string;
}

/** Runs a command to its end, or kills it once it says to have come to this step. */
export async function runCommand(
  { cellsFile, keys }: Operator,
  args: readonly string[],
  killedOnce?: string,
): Promise<Outcome> {
  const child = spawn(process.execPath, ['build/cli.js', ...args, '--json'], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      CELLS_FILE: cellsFile,
      OPERATOR_KEY: keys.join(','),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let said = '';
  child.stdout.on('data', (text: Buffer) => (out += String(text)));
  child.stderr.on('data', (text: Buffer) => {
    said += String(text);
    if (killedOnce !== undefined && said.includes(`${killedOnce}: `)) child.kill('SIGKILL');
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { isDone: code === 0, result: out === '' ? undefined : JSON.parse(out), said };
}
