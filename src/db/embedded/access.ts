import { chmod, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { SUPERUSER } from './cluster.ts';
import type { Home } from './home.ts';

/**
 * Writes who may connect, and answers the settings that tell Postgres so. Where root runs it as a user that other
 * programs may have as well, that is root alone: the kernel says who the peer is, so there is no password to keep.
 * Otherwise whoever can open the folder of its sockets, by the rules that the cluster was made with.
 *
 * The files lie in the home, which belongs to root, and not in the cluster, which belongs to Postgres' user.
 */
export async function writeAccessRules(home: Home): Promise<Record<string, string>> {
  if (!home.onlyForRoot) return {};
  const rules = join(home.dir, 'pg_hba.conf');
  const names = join(home.dir, 'pg_ident.conf');
  await writeReadable(rules, 'local all all peer map=service\n');
  await writeReadable(names, `service ${userInfo().username} ${SUPERUSER}\n`);
  return { hba_file: rules, ident_file: names };
}

/** By Postgres too, whatever the umask. */
async function writeReadable(file: string, text: string): Promise<void> {
  await writeFile(file, text);
  await chmod(file, 0o644);
}
