import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, mkdtemp, realpath, rmdir, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ensureDir } from '../../lib/files/ensure-dir.ts';
import { StartupError } from '../../lib/errors/errors.ts';
import type { Logger } from '../../lib/logger.ts';
import { canPass, canReach, findDatabaseUser, type SystemUser } from './database-user.ts';

/** The location of the bundled Postgres of one data directory, and the user that it runs as. */
export interface Home {
  dir: string;
  clusterDir: string;
  /** Holds the sockets of Postgres and its supervisor; no other user can open this folder. */
  socketDir: string;
  /** For copies of the programs; its path contains nothing that a shell would interpret. */
  copyDir: string;
  logFile: string;
  /** The user to run Postgres as, when it is not the one running this program. */
  runAs: SystemUser | undefined;
  /** Whether the home belongs to root, and Postgres runs as a user that other programs may share. */
  onlyForRoot: boolean;
}

/** Where root keeps the databases of data directories that Postgres's own user cannot reach. */
const SHELTER = '/var/lib/payments-account-api';

/** The path of a Unix socket may have 103 bytes on macOS, 107 on Linux; the other is the longest name in the folder. */
const MAX_SOCKET_PATH_BYTES = 103;
const LONGEST_SOCKET_NAME = 'supervisor.4294967295';

/**
 * Finds or creates the folders, the same ones for all processes that share the data directory. They are below DATA_DIR,
 * unless Postgres's user cannot reach that (a clone under /root); then a link in DATA_DIR points to the shelter.
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
  if (dir !== entrance) logger.info('bundled Postgres keeps its data outside DATA_DIR', { folder: dir });
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

/** Whether a data directory has a database already. */
export async function hasDatabase(dataDir: string): Promise<boolean> {
  return stat(join(dataDir, 'postgres/data')).then(
    () => true,
    // Without permission to look there, Postgres will report what is wrong.
    ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT' && code !== 'ENOTDIR',
  );
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
  // The first process to create the link decides for all that start at the same time.
  await symlink(sheltered, entrance).catch(async (error: NodeJS.ErrnoException) => {
    await rmdir(sheltered);
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Lets the user traverse one of our own folders; the right to list it stays as it was. */
async function letThrough(folder: string, user: SystemUser): Promise<void> {
  const found = await stat(folder);
  if (!canPass(found, user)) await chmod(folder, found.mode | 0o111);
}

/** Next to the cluster, unless that path does not work for a socket. */
function chooseSocketDir(home: string): string {
  const beside = join(home, 'run');
  const longest = Buffer.byteLength(join(beside, LONGEST_SOCKET_NAME));
  // Postgres takes a list of folders, in which commas, quotes and spaces have a meaning.
  if (longest <= MAX_SOCKET_PATH_BYTES && /^[\w./-]+$/.test(beside)) return beside;
  return outside(home);
}

/** Not the system's temporary folder, which may differ between processes that must find the same folder. */
function outside(home: string): string {
  return join('/tmp', `payments-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`);
}

/** Whether a shell leaves the path unchanged in double quotes, in which initdb puts the path of its program. */
export function isReadByShell(path: string): boolean {
  return !/["$`\\]/.test(path);
}

async function makeSocketDir(folder: string, runAs: SystemUser | undefined): Promise<string> {
  await makeDir(folder, 0o700, runAs ? [0, runAs.uid] : [process.getuid?.()]);
  if (runAs) await chown(folder, runAs.uid, runAs.gid);
  return folder;
}

/** It belongs to the owner of the home, because the programs in it are run. */
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

/** Refuses an existing folder that has another owner, or gives others more rights than `mode`. */
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
