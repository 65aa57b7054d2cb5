import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestService } from '../service.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Node.js options of the programs started here. None, as in production, unless the tests add some. */
export const nodeOptions: string[] = [];

export interface Program {
  process: ChildProcess;
  /** The output so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves with the exit code, or null when it was killed by a signal. */
  exited: Promise<number | null>;
}

/** Builds the programs; call once, before starting any. */
export async function buildPrograms(): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/build.js'], { cwd: ROOT });
}

/** Runs a program of this repository as a separate process: a built one, or a script for tests only. */
export function runProgram(file: string, args: string[], environment: Record<string, string>): Program {
  const loader = file.endsWith('.ts') ? ['--import', 'tsx/esm'] : [];
  return runCommand(process.execPath, [...nodeOptions, ...loader, file, ...args], environment);
}

function runCommand(command: string, args: string[], environment: Record<string, string>): Program {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written.stderr += text));
  return {
    process: child,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    exited: once(child, 'close').then(([code]) => code as number | null),
  };
}

export interface RunningServer extends Program {
  url: string;
  /** Everything it printed before it was ready. */
  greeting: string;
}

const SERVER = { PORT: '0', LOG_LEVEL: 'warn' };

/** Starts the server (or a worker) and waits for its line `ready <address>`. */
export async function startServer(
  environment: Record<string, string>,
  file = 'build/main.js',
): Promise<RunningServer> {
  return untilReady(runProgram(file, [], { ...SERVER, ...environment }), file);
}

/** Another process of a service that runs in this one. */
export function startBeside(
  { database, secretsKey }: TestService,
  environment: Record<string, string>,
): Promise<RunningServer> {
  return startServer({ DATABASE_URL: database.url, SECRETS_KEY: secretsKey, ...environment });
}

/** As people start it. */
export async function startByNpm(environment: Record<string, string>): Promise<RunningServer> {
  return untilReady(runCommand('npm', ['start'], { ...SERVER, ...environment }), 'npm start');
}

async function untilReady(program: Program, name: string): Promise<RunningServer> {
  const ready = new Promise<string>((resolve) => {
    program.process.stdout?.on('data', () => {
      const url = /^ready (\S+)\n/m.exec(program.stdout())?.[1];
      if (url !== undefined) resolve(url);
    });
  });
  const failed = program.exited.then((code) => {
    throw new Error(`${name} exited with ${code} before it was ready: ${program.stderr()}`);
  });
  const url = await Promise.race([ready, failed]);
  failed.catch(() => undefined);
  return { ...program, url, greeting: program.stdout() };
}
