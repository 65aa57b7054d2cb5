import { spawn, type ChildProcess } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartupError } from '../../lib/errors/errors.ts';
import { writeAccessRules } from './access.ts';
import { findRunnableBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { COMMAND_ENVIRONMENT } from './command.ts';
import type { SystemUser } from './database-user.ts';
import type { Home } from './home.ts';
import { prepareArchive } from './wal-archive.ts';
import { serverArguments } from './server-settings.ts';

export interface ServerOptions {
  /** The `native` folder of the installed package. */
  packaged: string;
  settings: Record<string, string>;
  /** The folder of the archived log, if any. */
  walArchiveDir?: string | undefined;
  /** Holds the database that a new one is copied from. */
  template?: string | undefined;
  /** Folders that the supervisor removes at its end. */
  removeAtEnd?: string[];
}

/** The plan by which the supervisor runs Postgres. */
export interface ServerPlan {
  command: string;
  args: string[];
  /** The files with connection rules that the arguments name. */
  accessRules: string[];
  runAs: SystemUser | undefined;
  clusterDir: string;
  socketDir: string;
  logFile: string;
}

export interface Launch {
  /** Until then the launched supervisor counts this process as a user, so that it does not stop for lack of users. */
  release(): void;
}

const SUPERVISOR = fileURLToPath(new URL('supervisor/main.js', import.meta.url));

/**
 * Starts a supervisor in a process of its own. Of several that start at the same time, one is elected, and its launcher
 * prepares the database for it. The others exit, and their launchers get undefined.
 */
export async function launchSupervisor(home: Home, options: ServerOptions): Promise<Launch | undefined> {
  const child = await electSupervisor(home, options);
  if (!child) return undefined;
  const release = (): void => {
    if (child.connected) child.disconnect();
    child.unref();
  };
  try {
    child.send(await makePlan(home, options));
    return { release };
  } catch (error) {
    release();
    throw error;
  }
}

/** Undefined when another one was elected. */
async function electSupervisor(
  home: Home,
  { removeAtEnd = [] }: ServerOptions,
): Promise<ChildProcess | undefined> {
  const log = await open(home.logFile, 'a', 0o600);
  try {
    const child = spawn(process.execPath, [SUPERVISOR, home.socketDir, ...removeAtEnd], {
      // In a session of its own, so that Ctrl+C in our terminal does not reach it.
      detached: true,
      stdio: ['ignore', 'ignore', log.fd, 'ipc'],
      cwd: '/',
      env: COMMAND_ENVIRONMENT,
    });
    // Listens without awaiting anything first, because on a busy machine it can report or exit while a file is closed.
    return (await isElected(child, home)) ? child : undefined;
  } finally {
    await log.close();
  }
}

function isElected(child: ChildProcess, home: Home): Promise<boolean> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.once('message', () => resolve(true));
    child.once('exit', (code) => {
      if (code === 0) resolve(false);
      else reject(new StartupError(`The bundled Postgres has lost its supervisor: see ${home.logFile}.`));
    });
  });
}

async function makePlan(home: Home, options: ServerOptions): Promise<ServerPlan> {
  const native = await findRunnableBinaries(home, options.packaged);
  const archive = await prepareArchive(home, options.walArchiveDir);
  await ensureCluster(home, native, options.template);
  return planServer(home, native, { ...options.settings, ...archive });
}

/** How to run the home's cluster. */
export async function planServer(
  home: Home,
  native: string,
  settings: Record<string, string>,
): Promise<ServerPlan> {
  const accessRules = await writeAccessRules(home);
  return {
    command: join(native, 'bin/postgres'),
    args: serverArguments(home, { ...settings, ...accessRules }),
    accessRules: Object.values(accessRules),
    runAs: home.runAs,
    clusterDir: home.clusterDir,
    socketDir: home.socketDir,
    logFile: home.logFile,
  };
}
