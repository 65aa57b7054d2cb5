import { readFileSync, statSync } from 'node:fs';

const OTHERS_MAY_READ = 0o077;

/** Reads a file with a secret, unless it cannot be read or others than its owner can read it too. */
export function readPrivateFile(path: string): { text: string } | { fault: 'unreadable' | 'exposed' } {
  try {
    const isExposed = process.platform !== 'win32' && (statSync(path).mode & OTHERS_MAY_READ) !== 0;
    return isExposed ? { fault: 'exposed' } : { text: readFileSync(path, 'utf8') };
  } catch {
    return { fault: 'unreadable' };
  }
}
