import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { until } from '../poll.ts';
import { listProcesses } from './processes.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
export const DEMO_START_MS = 120_000;
const END_MS = 60_000;

/**
 * Starts a demo as anyone does, with `--json`, and lets `use` do what a program would with the line that it hands over.
 * Then stops it by a signal, and requires that it said nothing else on standard output, and left no process and no file.
 */
export async function withDemo<Handed>(
  script: string,
  signal: NodeJS.Signals,
  use: (handed: Handed) => Promise<void>,
): Promise<void> {
  const temporary = await mkdtemp(join(tmpdir(), 'demo-'));
  // In a group of its own, so that nothing survives a failed test.
  const child = spawn('npm', ['run', '--silent', script, '--', '--json'], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: temporary },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
  const ended = once(child, 'close');
  let family: number[] = [];
  try {
    await until(() => said.stdout.includes('\n') || child.exitCode !== null, {
      what: 'the demo hands over its line',
      timeoutMs: DEMO_START_MS,
    });
    expect(said.stdout, said.stderr).to.include('\n');
    family = await descendantsOf(child.pid!);
    expect(family.length, 'npm, the demo, the service, its Postgres').to.be.greaterThan(3);
    await use(JSON.parse(said.stdout) as Handed);

    child.kill(signal);
    await ended;
    await until(() => family.every((pid) => !isRunning(pid)), {
      what: 'everything has ended',
      timeoutMs: END_MS,
    });
    expect(said.stdout.trimEnd().split('\n'), 'standard output').to.have.length(1);
    expect((await readdir(temporary)).filter((name) => /^(payments|chains)-/.test(name))).to.deep.equal([]);
  } finally {
    for (const pid of family.filter(isRunning)) process.kill(pid, 'SIGKILL');
    if (isRunning(child.pid!)) process.kill(-child.pid!, 'SIGKILL');
    await rm(temporary, { recursive: true, force: true });
  }
}

async function descendantsOf(pid: number): Promise<number[]> {
  const processes = await listProcesses();
  const found = [pid];
  for (const one of found) {
    found.push(...processes.filter(({ parent }) => parent === one).map((child) => child.pid));
  }
  return found;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
