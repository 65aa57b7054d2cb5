import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartupError } from '../../lib/errors/errors.ts';

export interface SystemUser {
  uid: number;
  gid: number;
}

/**
 * Postgres refuses to run as root, so root runs it as the owner of an existing cluster, else as `postgres`, else as
 * `nobody`. Returns undefined for all other users, who run it as themselves.
 */
export async function findDatabaseUser(clusterDir: string): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(clusterDir).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };

  const passwd = await readFile('/etc/passwd', 'utf8');
  const user = findInPasswd(passwd, 'postgres') ?? findInPasswd(passwd, 'nobody');
  if (!user) {
    throw new StartupError(
      'The bundled Postgres does not run as root, and there is no user postgres or nobody: start as another user, or set DATABASE_URL.',
    );
  }
  return user;
}

/** Whether the user may traverse this folder and every one above it, judging by their modes. */
export async function canReach(folder: string, user: SystemUser): Promise<boolean> {
  if (!canPass(await stat(folder), user)) return false;
  const parent = dirname(folder);
  return parent === folder || canReach(parent, user);
}

/** Whether the user may traverse this one folder, judging by its mode. */
export function canPass({ uid, gid, mode }: Stats, user: SystemUser): boolean {
  const searchBit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  return (mode & searchBit) !== 0;
}

function findInPasswd(passwd: string, name: string): SystemUser | undefined {
  const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(passwd) ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}
