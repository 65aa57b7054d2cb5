import { readFileSync, statSync, type Stats } from 'node:fs';

const EVERYBODY = 0o007;
const ITS_GROUP = 0o070;

/** Reads a file with a secret, unless it cannot be read or others who should not can read it too. */
export function readPrivateFile(path: string): { text: string } | { fault: 'unreadable' | 'exposed' } {
  try {
    const isExposed = process.platform !== 'win32' && mayBeReadByOthers(statSync(path));
    return isExposed ? { fault: 'exposed' } : { text: readFileSync(path, 'utf8') };
  } catch {
    return { fault: 'unreadable' };
  }
}

/** A file that another user mounts for this process, as systemd or Kubernetes do, may be readable by a group. */
function mayBeReadByOthers({ mode, uid }: Stats): boolean {
  return (mode & EVERYBODY) !== 0 || ((mode & ITS_GROUP) !== 0 && uid === process.getuid?.());
}
