import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** What a tool found. */
export interface Outcome {
  ok: boolean;
  /** In one line. */
  summary: string;
  /** To be read when something was found. */
  details: string;
}

/** Runs a tool to its end; `summarize` reads its output. */
export async function runTool(
  command: string,
  args: string[],
  {
    cwd,
    env,
    summarize,
  }: { cwd: string; env: Record<string, string>; summarize: (output: string) => string },
): Promise<Outcome> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [printed, complained, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  const details = printed + complained;
  return { ok: code === 0, summary: summarize(details), details };
}
