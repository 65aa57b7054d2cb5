import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chown, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SystemUser } from './database-user.ts';

export interface CopiedFile {
  /** Relative to the folder. */
  path: string;
  bytes: number;
  sha256: string;
}

/** Files copied in parallel, because waiting for the disk takes longest. */
const AT_ONCE = 8;

/** Copies a file and puts it on disk. Undefined when it does not exist, because a running Postgres removes some. */
export async function copyFile(
  from: string,
  to: string,
  owner?: SystemUser,
): Promise<Omit<CopiedFile, 'path'> | undefined> {
  const digest = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  try {
    await pipeline(
      createReadStream(from, { highWaterMark: 256 * 1024 }),
      measure,
      createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (owner) await chown(to, owner.uid, owner.gid);
  return { bytes, sha256: digest.digest('hex') };
}

/** Writes a small file and puts it on disk. */
export async function writeSmallFile(
  to: string,
  text: string,
  owner?: SystemUser,
): Promise<Omit<CopiedFile, 'path'>> {
  const content = Buffer.from(text);
  await writeFile(to, content, { flag: 'wx', mode: 0o600, flush: true });
  if (owner) await chown(to, owner.uid, owner.gid);
  return { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}

/** Does the work for each item, some at a time. Throws the first failure once all running work has ended. */
export async function forEach<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let next = rest.next(); next.done !== true && failures.length === 0; next = rest.next()) {
      await work(next.value).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (failures.length > 0) throw failures[0];
}

/** The folders and files in a folder, at any depth; folders come before what they hold. */
export async function listFolder(top: string): Promise<{ folders: string[]; files: string[] }> {
  const entries = await readdir(top, { recursive: true, withFileTypes: true });
  const paths = (wanted: (entry: (typeof entries)[number]) => boolean): string[] =>
    entries.filter(wanted).map((entry) => relative(top, join(entry.parentPath, entry.name)));
  return {
    folders: paths((entry) => entry.isDirectory()).sort(),
    files: paths((entry) => entry.isFile()).sort(),
  };
}

/** Creates a private folder, which must not exist yet, in an existing one. */
export async function makeFolder(path: string, owner?: SystemUser): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  if (owner) await chown(path, owner.uid, owner.gid);
}
