import { rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { StartupError } from '../../lib/errors/errors.ts';
import { flushFolder, writeWholeFile } from '../../lib/files/whole-file.ts';
import type { Keyring } from '../../lib/secrets/keyring.ts';
import { seal } from '../../lib/secrets/seal.ts';
import { copyFile, forEach, listFolder, makeFolder, writeSmallFile, type CopiedFile } from './copy-files.ts';

export const BASE_FORMAT = 'payments-base/1';
/** A sealed file. It contains the digests of all others, so they are verified with it. */
export const MANIFEST = 'manifest';
/** The folder of the copied cluster. */
export const CLUSTER = 'data';

/** The description of a base copy; `A` is its creator's addition. */
export interface BaseManifest<A> {
  format: string;
  postgres_version: string;
  finished_at: string;
  /** The first file of the log that restoring this copy needs. */
  first_log_file: string;
  about: A;
  folders: string[];
  files: CopiedFile[];
}

/** Folders whose content a restored Postgres recreates, or reads from the archive. */
const EMPTIED =
  /^(pg_wal|pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//;
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|.*\.tmp)$|(^|\/)(pgsql_tmp[^/]*|pg_internal\.init[^/]*)(\/|$)/;
/** It says where to recover from, so it must not be older than the oldest of the other files. */
const COPIED_LAST = 'global/pg_control';
/** The copied cluster needs it for recovery. */
const LABEL = 'backup_label';
const ARCHIVE_WAIT = '5min';
const QUERY_CANCELED = '57014';

/**
 * Copies the running cluster to a new folder, from which `recoverBase` restores it with the archived log, as of the end
 * of the copying or any later moment. Writes continue. The manifest is sealed with the current key. Throws StartupError
 * when the log is not archived.
 */
export async function copyBase<A>(
  connectionString: string,
  folder: string,
  about: A,
  keyring: Keyring,
): Promise<BaseManifest<A>> {
  const target = resolve(folder);
  if (await stat(target).catch(() => undefined)) {
    throw new StartupError(`${target} exists already: name a folder that does not.`);
  }
  const draft = `${target}.${process.pid}.partial`;
  const client = new pg.Client({ connectionString });
  // Its running query fails anyway.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const source = await requireArchiving(client);
    await makeFolder(draft);
    const manifest = await copyCluster(client, source, draft, about);
    const text = Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)]);
    await writeWholeFile(join(draft, MANIFEST), (sink) => pipeline(seal(text, 'base-copy', keyring), sink));
    await rename(draft, target);
    await flushFolder(dirname(target));
    return manifest;
  } finally {
    // This also ends the backup mode, if it is still on.
    await client.end();
    await rm(draft, { recursive: true, force: true });
  }
}

async function requireArchiving(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ mode: string; folder: string }>(
    `select current_setting('archive_mode') as mode, current_setting('data_directory') as folder`,
  );
  if (rows[0]?.mode !== 'on') {
    throw new StartupError(
      'The log is not archived, and a copy is worth nothing without it: set WAL_ARCHIVE_DIR, and restart every process of the service.',
    );
  }
  return rows[0].folder;
}

async function copyCluster<A>(
  client: pg.Client,
  source: string,
  draft: string,
  about: A,
): Promise<BaseManifest<A>> {
  const { rows: started } = await client.query<{ file: string; version: string }>(
    `select pg_walfile_name(lsn) as file, current_setting('server_version') as version
       from pg_backup_start('payments backup', fast => true) as lsn`,
  );
  const cluster = join(draft, CLUSTER);
  await makeFolder(cluster);
  const listed = await listFolder(source);
  const folders = listed.folders.filter((path) => !EMPTIED.test(path) && !LEFT_OUT.test(path));
  for (const path of folders) await makeFolder(join(cluster, path));

  const files: CopiedFile[] = [];
  const copy = async (path: string): Promise<void> => {
    const copied = await copyFile(join(source, path), join(cluster, path));
    if (copied) files.push({ ...copied, path });
  };
  await forEach(
    listed.files.filter((path) => !EMPTIED.test(path) && !LEFT_OUT.test(path) && path !== COPIED_LAST),
    copy,
  );
  await copy(COPIED_LAST);

  const label = await stopBackup(client);
  files.push({ ...(await writeSmallFile(join(cluster, LABEL), label)), path: LABEL });
  const { rows: now } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  return {
    format: BASE_FORMAT,
    postgres_version: started[0]?.version ?? '',
    finished_at: now[0]?.now.toISOString() ?? '',
    first_log_file: started[0]?.file ?? '',
    about,
    folders,
    files,
  };
}

/** Resolves once all of the log that the copy needs is archived. */
async function stopBackup(client: pg.Client): Promise<string> {
  await client.query(`set statement_timeout = '${ARCHIVE_WAIT}'`);
  try {
    const { rows } = await client.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(wait_for_archive => true)',
    );
    return rows[0]?.label ?? '';
  } catch (error) {
    if ((error as { code?: string }).code !== QUERY_CANCELED) throw error;
    throw new StartupError(
      `The log could not be archived within ${ARCHIVE_WAIT}: see postgres.log in DATA_DIR/postgres, and whether WAL_ARCHIVE_DIR is full.`,
      { cause: error },
    );
  }
}
