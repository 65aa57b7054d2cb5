import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { StartupError } from '../../lib/errors/errors.ts';
import { flushFolder } from '../../lib/files/whole-file.ts';
import type { Logger } from '../../lib/logger.ts';
import { openSealed, type Unsealing } from '../../lib/secrets/seal.ts';
import { findPackagedBinaries, findRunnableBinaries } from './binaries.ts';
import { prepareHome, type Home } from './home.ts';
import { planServer } from './launch.ts';
import { connectionStringOf } from './server-settings.ts';
import { runPostmaster } from './supervisor/postmaster.js';
import { BASE_FORMAT, CLUSTER, MANIFEST, type BaseManifest } from './base-copy.ts';
import { copyFile, forEach, makeFolder, writeSmallFile } from './copy-files.ts';
import { openArchive, prepareArchive, restoreCommand } from './wal-archive.ts';

export interface Recovery {
  dataDir: string;
  /** The folder that `copyBase` made. */
  base: string;
  /** Read once, so that the copied data is the verified data. */
  manifest: BaseManifest<unknown>;
  walArchiveDir: string;
  /** If undefined, the end of the archived log. */
  to: Date | undefined;
  /** The timeline to follow after earlier recoveries. If undefined, the newest. */
  timeline: number | undefined;
  logger: Logger;
}

/** Not the usual port, so that no program connects to an incomplete database. */
const RECOVERY_PORT = 5433;

/** The manifest of copies from before they were sealed. */
const UNSEALED_MANIFEST = 'manifest.json';

export interface VerifiedManifest<A> {
  manifest: BaseManifest<A>;
  /** Whether its seal was verified. */
  isVerified: boolean;
}

/** Throws StartupError when the folder holds no complete base copy, or its seal cannot be verified or does not match. */
export async function readManifest<A>(base: string, unsealing: Unsealing): Promise<VerifiedManifest<A>> {
  const read = (name: string): Promise<Buffer> => readFile(join(base, name));
  const file = await read(MANIFEST)
    .catch(() => read(UNSEALED_MANIFEST))
    .catch(() => undefined);
  if (!file) throw noCopy(base);
  const { content, isVerified } = await openSealed(Readable.from([file]), 'base-copy', unsealing);
  const manifest = parse(await text(content)) as Partial<BaseManifest<A>> | null | undefined;
  if (manifest?.format !== BASE_FORMAT) throw noCopy(base);
  return { manifest: manifest as BaseManifest<A>, isVerified };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function noCopy(base: string): StartupError {
  return new StartupError(`${base} is no folder made by \`payments backup --base\`.`);
}

/**
 * Restores the data directory's cluster from a base copy and the archived log, as it was at a given moment. It is built
 * in a folder of its own, where `finish` may complete it, and moved to the data directory last, so a failure leaves
 * nothing behind. Throws StartupError if there is a cluster already, the copy is damaged or the log ends too early.
 */
export async function recoverBase<T>(
  recovery: Recovery,
  finish: (connectionString: string) => Promise<T>,
): Promise<T> {
  const { dataDir, logger } = recovery;
  const home = await prepareHome(dataDir, logger);
  if (await stat(home.clusterDir).catch(() => undefined)) {
    throw new StartupError(
      `${dataDir} has a database already: stop the service, and move ${home.clusterDir} away first.`,
    );
  }
  const draft = join(home.dir, 'data-restoring');
  await makeFolder(draft, home.runAs).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new StartupError(`Another restore is under way, or was interrupted: then remove ${draft} first.`);
  });
  try {
    await copyChecked(recovery, draft, home);
    const result = await runRecovery({ ...home, clusterDir: draft }, recovery, finish);
    await rename(draft, home.clusterDir);
    await flushFolder(home.dir);
    return result;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Copies the cluster, and verifies it against the manifest. */
async function copyChecked({ base, manifest }: Recovery, cluster: string, { runAs }: Home): Promise<void> {
  const { folders, files } = manifest;
  for (const path of folders) await makeFolder(join(cluster, path), runAs);
  await forEach(files, async ({ path, bytes, sha256 }) => {
    const copied = await copyFile(join(base, CLUSTER, path), join(cluster, path), runAs);
    if (copied?.bytes !== bytes || copied.sha256 !== sha256) {
      throw new StartupError(`The base copy is damaged: ${path} is not what was written. Use another one.`);
    }
  });
}

async function runRecovery<T>(
  home: Home,
  { walArchiveDir, to, timeline }: Recovery,
  finish: (connectionString: string) => Promise<T>,
): Promise<T> {
  const native = await findRunnableBinaries(home, findPackagedBinaries());
  await writeSmallFile(join(home.clusterDir, 'recovery.signal'), '', home.runAs);
  const plan = await planServer(home, native, {
    // Later writes belong to a timeline of their own, which is archived beside the others.
    ...(await prepareArchive(home, walArchiveDir)),
    port: String(RECOVERY_PORT),
    // No connections before it has reached the target.
    hot_standby: 'off',
    restore_command: restoreCommand(await openArchive(home, walArchiveDir)),
    recovery_target_timeline: String(timeline ?? 'latest'),
    ...(to && { recovery_target_time: inPostgres(to), recovery_target_action: 'promote' }),
  });
  const log = await open(home.logFile, 'a', 0o600);
  try {
    const postmaster = await runPostmaster(plan, log.fd).catch((error: unknown) => {
      throw explain(error, to, home);
    });
    try {
      return await finish(connectionStringOf(home, RECOVERY_PORT));
    } finally {
      await postmaster.stop();
    }
  } finally {
    await log.close();
  }
}

/** Postgres rejects the form with T and Z, which depends on its time zone tables. */
function inPostgres(time: Date): string {
  return time.toISOString().replace('T', ' ').replace('Z', '+00');
}

function explain(error: unknown, to: Date | undefined, { logFile }: Home): StartupError {
  const reason = error instanceof Error ? error.message : String(error);
  if (to && /recovery ended before configured recovery target was reached/.test(reason)) {
    return new StartupError(
      `The archived log ends before ${to.toISOString()}: give an earlier time, or none to restore all that there is.`,
      { cause: error },
    );
  }
  return new StartupError(`The base copy could not be brought up to date (${reason}): see ${logFile}.`, {
    cause: error,
  });
}
