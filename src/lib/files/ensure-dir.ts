import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder with its parents, unless it exists, even when another process creates it at the same time. Node's
 * own `recursive` never ends where the system reports that a folder does not exist although its parent does, as below
 * /proc.
 */
export async function ensureDir(folder: string, mode?: number): Promise<void> {
  if (!(await exists(dirname(folder)))) await ensureDir(dirname(folder));
  try {
    await mkdir(folder, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
