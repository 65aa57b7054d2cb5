import { access, chown, constants, readdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureDir } from '../../lib/files/ensure-dir.ts';
import { StartupError } from '../../lib/errors/errors.ts';
import { canReach } from './database-user.ts';
import { isReadByShell, type Home } from './home.ts';

/** A log file that is not full is archived after this time, which bounds the loss when the machine is lost. */
const ARCHIVE_TIMEOUT = '60s';

/**
 * Returns the settings with which Postgres archives its log in a folder, and remembers the folder. A start without it
 * is refused, because it would leave a gap in the log. Returns none if the log is not archived. Throws StartupError if
 * Postgres's user cannot write there.
 */
export async function prepareArchive(
  home: Home,
  folder: string | undefined,
): Promise<Record<string, string>> {
  const memory = join(home.dir, 'wal-archive');
  if (folder === undefined) {
    const known = await readFile(memory, 'utf8').catch(() => undefined);
    if (known === undefined) return {};
    throw new StartupError(
      `The log of this database is archived: set WAL_ARCHIVE_DIR, which was ${known.trim()}. To archive it no more, remove ${memory}; nothing after that can be restored from the archive.`,
    );
  }
  const dir = await openArchive(home, folder);
  await writeFile(memory, `${dir}\n`);
  return {
    wal_level: 'replica',
    archive_mode: 'on',
    archive_timeout: ARCHIVE_TIMEOUT,
    archive_command: archiveCommand(dir),
  };
}

/** The folder. Throws StartupError unless Postgres's user can write there and read everything in it. */
export async function openArchive({ runAs }: Home, folder: string): Promise<string> {
  const isNew = !(await stat(folder).catch(() => undefined));
  if (isNew) await ensureDir(folder, 0o700);
  const dir = await realpath(folder);
  if (isNew && runAs) await chown(dir, runAs.uid, runAs.gid);
  if (!isReadByShell(dir) || /[%\n]/.test(dir)) {
    throw new StartupError(`WAL_ARCHIVE_DIR must not contain any of " $ \` \\ %: it is ${dir}.`);
  }
  for (const path of [dir, ...(await readdir(dir)).map((name) => join(dir, name))]) {
    const isOurs = runAs
      ? (await stat(path)).uid === runAs.uid
      : await access(path, constants.R_OK).then(
          () => true,
          () => false,
        );
    if (!isOurs) {
      const user = runAs
        ? `belong to the user that runs the bundled Postgres (uid ${runAs.uid})`
        : 'be readable';
      throw new StartupError(`${path} must ${user}: it is the archived log, or a part of it.`);
    }
  }
  if (runAs && !(await canReach(dir, runAs))) {
    throw new StartupError(
      `The user of the bundled Postgres (uid ${runAs.uid}) cannot reach ${dir}: choose another WAL_ARCHIVE_DIR.`,
    );
  }
  return dir;
}

/**
 * Compressed, because a file that is archived before it is full is mostly zeros. A file appears under its name once it is
 * complete and on disk. Postgres may archive an existing file again; it must then be identical.
 */
function archiveCommand(dir: string): string {
  const file = `"${dir}/%f.gz"`;
  const draft = `"${dir}/.%f.gz.new"`;
  const add = `gzip -nc "%p" > ${draft} && sync ${draft} && mv ${draft} ${file}`;
  return `if [ -e ${file} ]; then gzip -dc ${file} | cmp -s - "%p"; else ${add}; fi`;
}

export function restoreCommand(dir: string): string {
  return `[ -e "${dir}/%f.gz" ] && gzip -dc "${dir}/%f.gz" > "%p"`;
}
