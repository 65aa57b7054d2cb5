import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** The outcome of a command in a cell. */
export interface CellOutcome {
  /** Null when a signal ended it. */
  exitCode: number | null;
  out: string;
  err: string;
}

/** Runs a command in a cell. */
export type RunInCell = (cell: number, args: readonly string[]) => Promise<CellOutcome>;

/**
 * In a process of its own, which has the cell's environment to itself and affects no other cell when it fails.
 * `program` is the file of the command line.
 */
export async function runInProcess(
  program: string,
  cell: number,
  args: readonly string[],
): Promise<CellOutcome> {
  const words = [...process.execArgv, program, '--cell', String(cell), ...args];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { exitCode, out, err };
}
