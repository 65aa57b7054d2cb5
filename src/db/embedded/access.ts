import { chmod, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { SUPERUSER } from './cluster.ts';
import type { Home } from './home.ts';

/**
 * Writes the rules for connections, and returns the settings that point Postgres to them. When root runs Postgres as a
 * user that other programs may share, only root may connect; the kernel identifies the peer, so no password is needed.
 * Otherwise any user that can open the socket folder may connect, by the rules that the cluster was created with.
 *
 * The files are in the home, which belongs to root, not in the cluster, which belongs to Postgres's user.
 */
export async function writeAccessRules(home: Home): Promise<Record<string, string>> {
  if (!home.onlyForRoot) return {};
  const rules = join(home.dir, 'pg_hba.conf');
  const names = join(home.dir, 'pg_ident.conf');
  await writeReadable(rules, 'local all all peer map=service\n');
  await writeReadable(names, `service ${userInfo().username} ${SUPERUSER}\n`);
  return { hba_file: rules, ident_file: names };
}

/** Readable by Postgres too, with any umask. */
async function writeReadable(file: string, text: string): Promise<void> {
  await writeFile(file, text);
  await chmod(file, 0o644);
}
