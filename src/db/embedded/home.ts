import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, mkdtemp, realpath, rmdir, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ensureDir } from '../../lib/ensure-dir.ts';
import { StartupError } from '../../lib/errors/errors.ts';
import type { Logger } from '../../lib/logger.ts';
import { canPass, canReach, findDatabaseUser, type SystemUser } from './database-user.ts';

/** Where the bundled Postgres of one data directory lives, and as whom it runs. */
export interface Home {
  dir: string;
  clusterDir: string;
  /** The sockets of Postgres and of its supervisor; nobody else can open this folder. */
  socketDir: string;
  /** For copies of the programs; their path is one that a shell reads as it is. */
  copyDir: string;
  logFile: string;
  /** Whom to become for Postgres, when that is not the user who runs this program. */
  runAs: SystemUser | undefined;
  /** Whether the home is root's, and Postgres runs as a user that other programs may have as well. */
  onlyForRoot: boolean;
}

/** Where root keeps the databases of data directories that Postgres' own user cannot reach. */
const SHELTER = '/var/lib/payments-account-api';

/** macOS has room for 103 bytes in the address of a Unix socket, Linux for 107; this is the longest name in the folder. */
const MAX_SOCKET_PATH_BYTES = 103;
const LONGEST_SOCKET_NAME = 'supervisor.4294967295';

/**
 * Finds or makes the folders, alike for all processes that share the data directory. Below DATA_DIR, unless that
 * lies where Postgres' user has no way in (a clone under /root): then a link in DATA_DIR leads to the shelter.
 */
export async function prepareHome(dataDir: string, logger: Logger, shelter = SHELTER): Promise<Home> {
  await ensureDir(dataDir);
  const entrance = join(await realpath(dataDir), 'postgres');
  const runAs = await findDatabaseUser(join(entrance, 'data'));
  if (runAs) await makeHomeAsRoot(entrance, runAs, shelter);
  else await ensureDir(entrance, 0o700);

  const dir = await realpath(entrance);
  const owner = await stat(dir);
  if (!runAs && owner.uid !== process.getuid?.()) throw belongsToAnother(dir);
  if (runAs && !(await canReach(dir, runAs))) {
    throw new StartupError(
      `The user of the bundled Postgres (uid ${runAs.uid}) cannot reach its database in ${dir}: move DATA_DIR, or set DATABASE_URL.`,
    );
  }
  if (dir !== entrance) logger.info('the bundled Postgres keeps its data outside DATA_DIR', { folder: dir });
  return {
    dir,
    clusterDir: join(dir, 'data'),
    socketDir: await makeSocketDir(chooseSocketDir(dir), runAs),
    copyDir: isReadByShell(dir) ? dir : await makeCopyDir(`${outside(dir)}-programs`, owner, runAs),
    logFile: join(dir, 'postgres.log'),
    runAs,
    onlyForRoot: runAs !== undefined && owner.uid !== runAs.uid,
  };
}

async function makeHomeAsRoot(entrance: string, runAs: SystemUser, shelter: string): Promise<void> {
  const found = await lstat(entrance).catch(() => undefined);
  if (found?.isSymbolicLink()) return;
  const dataDir = dirname(entrance);
  if (found || (await canReach(dirname(dataDir), runAs))) {
    await letThrough(dataDir, runAs);
    await ensureDir(entrance);
    await letThrough(entrance, runAs);
    return;
  }
  await ensureDir(shelter);
  await letThrough(shelter, runAs);
  const sheltered = await mkdtemp(join(shelter, 'database-'));
  await letThrough(sheltered, runAs);
  // Whoever links first decides for all who start at this moment.
  await symlink(sheltered, entrance).catch(async (error: NodeJS.ErrnoException) => {
    await rmdir(sheltered);
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Our own folders open for passing through to what belongs to the user; listing them stays as it was. */
async function letThrough(folder: string, user: SystemUser): Promise<void> {
  const found = await stat(folder);
  if (!canPass(found, user)) await chmod(folder, found.mode | 0o111);
}

/** Beside the cluster, unless that path cannot be the address of a socket. */
function chooseSocketDir(home: string): string {
  const beside = join(home, 'run');
  const longest = Buffer.byteLength(join(beside, LONGEST_SOCKET_NAME));
  // Postgres takes a list of folders, where commas, quotes and spaces have a meaning.
  if (longest <= MAX_SOCKET_PATH_BYTES && /^[\w./-]+$/.test(beside)) return beside;
  return outside(home);
}

/** Not the system's temporary folder, which may differ between the processes that are to meet here. */
function outside(home: string): string {
  return join('/tmp', `payments-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`);
}

/** Whether a path stays what it is in a shell's double quotes, in which initdb writes that of its own program. */
export function isReadByShell(path: string): boolean {
  return !/["$`\\]/.test(path);
}

async function makeSocketDir(folder: string, runAs: SystemUser | undefined): Promise<string> {
  await makeDir(folder, 0o700, runAs ? [0, runAs.uid] : [process.getuid?.()]);
  if (runAs) await chown(folder, runAs.uid, runAs.gid);
  return folder;
}

/** It belongs to whom the home belongs: what lies in it is run. */
async function makeCopyDir(
  folder: string,
  owner: SystemUser,
  runAs: SystemUser | undefined,
): Promise<string> {
  await makeDir(folder, 0o755, [process.getuid?.(), owner.uid]);
  if (!runAs) return folder;
  await chown(folder, owner.uid, owner.gid);
  await letThrough(folder, runAs);
  return folder;
}

/** A folder that somebody else has put there, or that lets others do more than `mode`, is refused. */
async function makeDir(folder: string, mode: number, owners: (number | undefined)[]): Promise<void> {
  await mkdir(folder, { mode }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(folder);
  if (!found.isDirectory() || !owners.includes(found.uid) || (found.mode & 0o777 & ~mode) !== 0) {
    throw belongsToAnother(folder);
  }
}

function belongsToAnother(folder: string): StartupError {
  return new StartupError(
    `${folder} belongs to another user or is open to others: start as that user, or choose another DATA_DIR.`,
  );
}
