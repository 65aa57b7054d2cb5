import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { canReach } from '../../../src/db/embedded/database-user.ts';
import { bundleScript } from '../../../test/support/processes/bundle.ts';
import { until } from '../../../test/support/poll.ts';
import { listProcesses, type RunningProcess } from '../../../test/support/processes/processes.ts';

export const isRoot = process.getuid?.() === 0;
/** The ordinary user to use when the tests run as root; otherwise they already run as one. */
export const ORDINARY_USER: Identity | undefined = isRoot ? { uid: 65534, gid: 65534 } : undefined;

/** False in a clone or with a Node that only root can reach. */
export async function canRunAsOrdinaryUser(): Promise<boolean> {
  if (!ORDINARY_USER) return true;
  const node = await realpath(process.execPath);
  return (await canReach(import.meta.dirname, ORDINARY_USER)) && canReach(dirname(node), ORDINARY_USER);
}

/** Nothing here has to survive a crash of the machine. */
export const SETTINGS = { fsync: 'off', shared_buffers: '16MB' };

/** The lock files in the data directory that keep a second Postgres from starting. */
export const LOCKS = ['data/postmaster.pid', 'run/.s.PGSQL.5432.lock'];

/** The user and group to run a process as. */
interface Identity {
  uid: number;
  gid: number;
}

/** Another process that uses the bundled Postgres. */
export interface UserProcess {
  connectionString: string;
  /** Suspends the process until it is killed. */
  pause(): void;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

let bundled: Promise<string> | undefined;
const userProcess = (): Promise<string> => (bundled ??= bundleUserProcess());

async function bundleUserProcess(): Promise<string> {
  const folder = await mkdtemp('/tmp/pg-user-');
  await chmod(folder, 0o755);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return bundleScript('test-system/db/embedded/user-process.ts', folder);
}

/** A private folder; closing it removes it and the processes that work in it. */
export class Sandbox {
  readonly dir: string;
  readonly #children: ChildProcess[] = [];
  readonly #outside: string[] = [];
  readonly #userProcess: string;

  static async open(): Promise<Sandbox> {
    // Short, and accessible to the user as whom root runs Postgres.
    const dir = await realpath(await mkdtemp('/tmp/pg-'));
    await chmod(dir, 0o755);
    return new Sandbox(dir, await userProcess());
  }

  private constructor(dir: string, userProcess: string) {
    this.dir = dir;
    this.#userProcess = userProcess;
  }

  path(name: string): string {
    return join(this.dir, name);
  }

  /** Kills everything at once, so that no process can react to the death of another. */
  async killAll(place = this.dir): Promise<void> {
    await eventually(async () => {
      const pids = await findProcesses(place);
      // While suspended, no process notices that another was killed.
      for (const signal of ['SIGSTOP', 'SIGKILL'] as const)
        for (const pid of pids) signalIfRunning(pid, signal);
      for (const child of this.#children) child.kill('SIGKILL');
      return pids.length === 0;
    });
  }

  async close(): Promise<void> {
    for (const place of [this.dir, ...this.#outside]) {
      await this.killAll(place);
      await rm(place, { recursive: true, force: true, maxRetries: 10 });
    }
  }

  /** Registers a folder outside the sandbox for removal. */
  alsoRemove(folder: string): void {
    this.#outside.push(folder);
  }

  /** Resolves once the process is served; throws the error that it got instead. */
  async startUser(dataDir: string, runAs?: Identity): Promise<UserProcess> {
    const child = this.spawnUser(dataDir, runAs);
    const lines = createInterface(child.stdout!);
    const [line] = (await once(lines, 'line')) as [string];
    if (!line.startsWith('postgresql://')) throw new Error(line);
    return {
      connectionString: line,
      pause() {
        child.kill('SIGSTOP');
      },
      async kill() {
        child.kill('SIGKILL');
        await once(child, 'exit');
      },
      async stop() {
        child.stdin!.end();
        await once(child, 'exit');
      },
    };
  }

  spawnUser(dataDir: string, runAs?: Identity): ChildProcess {
    return this.#spawnNode([this.#userProcess, dataDir, JSON.stringify(SETTINGS)], runAs);
  }

  /** A process that has nothing to do with Postgres. */
  spawnBystander(runAs?: Identity): ChildProcess {
    return this.#spawnNode(['--eval', 'process.stdin.resume()'], runAs);
  }

  #spawnNode(args: string[], runAs?: Identity): ChildProcess {
    const child = spawn(process.execPath, args, { ...runAs, stdio: ['pipe', 'pipe', 'inherit'] });
    this.#children.push(child);
    return child;
  }
}

export function eventually(condition: () => Promise<boolean>): Promise<void> {
  return until(condition, { what: condition.toString() });
}

export async function query(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(text)).rows as Record<string, unknown>[];
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The running processes whose command line names this path, except our own. */
export async function findProcesses(path: string): Promise<number[]> {
  return (await find((command) => command.includes(path))).map(pidOf).filter((pid) => pid !== process.pid);
}

export async function findSupervisors(path: string): Promise<number[]> {
  return (await find((command) => command.includes('supervisor/main.js') && command.includes(path))).map(
    pidOf,
  );
}

/** Excludes children that a postmaster has just forked, which keep its command line until they set their own. */
export async function findPostmasters(path: string): Promise<number[]> {
  const found = await find((command) => command.includes('bin/postgres -D ') && command.includes(path));
  const pids = found.map(pidOf);
  return found.filter(({ parent }) => !pids.includes(parent)).map(pidOf);
}

async function find(isMeant: (command: string) => boolean): Promise<RunningProcess[]> {
  return (await listProcesses()).filter(({ command }) => isMeant(command));
}

const pidOf = ({ pid }: RunningProcess): number => pid;

export function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
