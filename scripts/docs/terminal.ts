import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setImmediate as pollOnce, setTimeout as delay } from 'node:timers/promises';

/** How long a program may take to end after Ctrl+C: longer than the service's own limit for open requests. */
const END_TIMEOUT_MS = 40_000;

export interface Terminal {
  /** Types one command, and resolves with its exit status, or with undefined when the terminal ended before. */
  type(command: string): Promise<number | undefined>;
  /** The variables that are exported, and the folder that commands run in. */
  surroundings(): Promise<{ env: Record<string, string>; cwd: string }>;
  /** Presses Ctrl+C, and closes it. Resolves with whether everything in it ended in time. */
  close(): Promise<boolean>;
}

/** A bash that reads commands one by one, as a reader types them. `onOutput` gets what all of its programs print. */
export function openTerminal(
  options: { cwd: string; env: NodeJS.ProcessEnv },
  onOutput: (text: string) => void,
): Terminal {
  // Of a process group of its own, so that Ctrl+C reaches the programs in it as it does in a terminal.
  const bash = spawn('bash', ['--noprofile', '--norc'], {
    ...options,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  for (const stream of [bash.stdout, bash.stderr]) stream.setEncoding('utf8').on('data', onOutput);
  // The statuses of commands come on a channel of their own, so that no output can be taken for one.
  const statuses = createInterface({ input: bash.stdio[3] as Readable });
  const ended = new Promise<undefined>((resolve) => bash.once('close', () => resolve(undefined)));
  bash.stdin?.on('error', () => undefined);
  const send = async (line: string): Promise<string | undefined> => {
    const answer = new Promise<string>((resolve) => statuses.once('line', resolve));
    bash.stdin?.write(`${line}\n`);
    return Promise.race([answer, ended]);
  };
  bash.stdin?.write('set -o pipefail\n');
  return {
    async type(command) {
      const status = await send(`eval ${quote(command)} </dev/null 3>&-; echo $? >&3`);
      // What it printed is there, but the status may be read before it.
      await pollOnce();
      return status === undefined ? undefined : Number(status);
    },
    async surroundings() {
      const script = 'JSON.stringify({ env: process.env, cwd: process.cwd() })';
      const said = await send(`node -p ${quote(script)} >&3`);
      if (said === undefined) throw new Error('The terminal has ended.');
      return JSON.parse(said) as { env: Record<string, string>; cwd: string };
    },
    async close() {
      bash.stdin?.end();
      signal(bash, 'SIGINT');
      const inTime = await Promise.race([
        ended.then(() => true),
        delay(END_TIMEOUT_MS, false, { ref: false }),
      ]);
      signal(bash, 'SIGKILL');
      return inTime;
    },
  };
}

/** The commands of a block. One goes on over several lines where bash would wait for more. */
export function commandsOf(text: string): string[] {
  const commands: string[] = [];
  let open: string[] = [];
  for (const line of text.split('\n')) {
    if (open.length === 0 && /^\s*(#|$)/.test(line)) continue;
    open.push(line);
    if (!isComplete(open.join('\n'))) continue;
    commands.push(open.join('\n'));
    open = [];
  }
  if (open.length > 0) throw new Error(`bash would wait for more after: ${open.join('\n')}`);
  return commands;
}

/** Throws when bash would refuse it. */
function isComplete(command: string): boolean {
  if (/(^|[^\\])(\\\\)*\\$/.test(command)) return false;
  const env = { ...process.env, LC_ALL: 'C' };
  const { status, stderr, error } = spawnSync('bash', ['-n'], { input: command, encoding: 'utf8', env });
  if (error) throw error;
  // A here-document without an end is only a warning.
  if (/unexpected (EOF|end of file)|here-document/.test(stderr)) return false;
  if (status !== 0)
    throw new Error(`bash does not understand this (status ${status}): ${command}\n${stderr}`);
  return true;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch {
    // Everything in it has ended.
  }
}
