import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';

/**
 * Writes a file that only its owner can read, under another name until it is complete and on disk, so that the file is
 * complete whenever it exists, even after a crash. An existing one is replaced.
 */
export async function writeWholeFile<T>(path: string, write: (sink: Writable) => Promise<T>): Promise<T> {
  const draft = `${path}.${process.pid}.partial`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    const result = await write(handle.createWriteStream({ flush: true }));
    await rename(draft, path);
    await flushFolder(dirname(path));
    return result;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Puts the folder's list of files on disk. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
