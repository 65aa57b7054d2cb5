import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Chance } from './chance.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** How long restarting a process may take before it counts as a fault. */
const RESTART_TIMEOUT_MS = 60_000;
const RETRY_PAUSE_MS = 200;

/** A process of the service that comes back whenever it is killed. */
export interface Victim {
  readonly name: string;
  /** The URL it serves at; changes with every start. A worker has none. */
  url(): string | undefined;
  /** Kills it as a power cut would, and restarts it; resolves when it is ready. */
  kill(whileDead?: () => Promise<unknown>): Promise<void>;
  stop(): Promise<void>;
}

export async function startVictim(
  name: string,
  environment: Record<string, string>,
  program = 'build/main.js',
  /** Where its log goes: a file's descriptor, or this program's own. */
  log: number | 'inherit' = 'inherit',
): Promise<Victim> {
  const start = () => startProcess(program, environment, log);
  let child = await start();
  let stopped = false;
  return {
    name,
    url: () => child.url,
    async kill(whileDead) {
      child.process.kill('SIGKILL');
      await child.exited;
      await whileDead?.();
      // As a supervisor would: if Postgres is killed during the start, the process exits and is started again.
      if (!stopped) child = await persistently(start, RESTART_TIMEOUT_MS);
    },
    async stop() {
      stopped = true;
      child.process.kill('SIGTERM');
      await child.exited;
    },
  };
}

/** An API and two workers, added to those that the caller stops, one by one: also if a later one does not start. */
export async function startVictims(
  victims: Victim[],
  environment: Record<string, string>,
  log: number,
): Promise<void> {
  for (const [name, ROLES] of [
    ['api', 'api'],
    ['worker 1', 'worker'],
    ['worker 2', 'worker'],
  ] as const) {
    victims.push(await startVictim(name, { ...environment, ROLES }, 'build/main.js', log));
  }
}

/** Retries work that fails because Postgres is being killed meanwhile. */
export async function persistently<T>(work: () => Promise<T>, timeoutMs: number): Promise<T> {
  for (const givesUpAt = Date.now() + timeoutMs; ;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > givesUpAt) throw error;
      await delay(RETRY_PAUSE_MS);
    }
  }
}

interface Started {
  process: ChildProcess;
  url: string | undefined;
  exited: Promise<unknown>;
}

async function startProcess(
  program: string,
  environment: Record<string, string>,
  log: number | 'inherit',
): Promise<Started> {
  const child = spawn(process.execPath, [program], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: '0',
      LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['ignore', 'pipe', log],
  });
  const exited = once(child, 'close');
  let said = '';
  for await (const text of child.stdout!.setEncoding('utf8') as AsyncIterable<string>) {
    said += text;
    const [, address] = /^ready (\S+)\n/m.exec(said) ?? [];
    if (address !== undefined) {
      child.stdout!.resume();
      return { process: child, url: address.startsWith('http') ? address : undefined, exited };
    }
  }
  throw new Error(`a process exited before it was ready: ${said}`);
}

/** Kills one after the other, in about this time each. Returns how often each, when it is over. */
export async function killSome(
  victims: readonly Pick<Victim, 'name' | 'kill'>[],
  everyMs: number,
  isOver: () => boolean,
  chance: Chance,
): Promise<Record<string, number>> {
  const kills: Record<string, number> = {};
  for (;;) {
    const until = Date.now() + everyMs * (0.5 + chance.share());
    while (Date.now() < until && !isOver()) await delay(50);
    if (isOver()) return kills;
    const victim = chance.pick(victims);
    kills[victim.name] = (kills[victim.name] ?? 0) + 1;
    await victim.kill();
  }
}

/** The bundled Postgres, as one more to be killed. */
export function postgresOf(dataDir: string): Pick<Victim, 'name' | 'kill'> {
  return { name: 'postgres', kill: () => killPostgres(dataDir) };
}

/** Kills the bundled Postgres as a power cut would; its supervisor restarts it. */
export async function killPostgres(dataDir: string): Promise<void> {
  const before = await postmasterPid(dataDir);
  if (before === undefined) return;
  process.kill(before, 'SIGKILL');
  for (let waited = 0; waited < 30_000; waited += 50) {
    await delay(50);
    const now = await postmasterPid(dataDir);
    if (now !== undefined && now !== before) return;
  }
  throw new Error('Postgres did not come back within 30 s');
}

export async function postmasterPid(dataDir: string): Promise<number | undefined> {
  const file = await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(file.split('\n')[0]);
  return pid > 0 ? pid : undefined;
}
