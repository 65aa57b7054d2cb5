import { chown, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../lib/errors/errors.ts';
import { flushFolder } from '../../lib/files/whole-file.ts';
import { runCommand } from './command.ts';
import type { Home } from './home.ts';

export const SUPERUSER = 'payments';
export const DATABASE = 'payments';
export const CLUSTER_SETTINGS: readonly string[] = [
  // Only Postgres's user can open the socket folder; `writeAccessRules` excludes that user where it is shared.
  ...['--username', SUPERUSER, '--encoding', 'UTF8', '--auth', 'trust'],
  // Sorts by code point, knows upper and lower case in every script, and is the same on all systems, so an upgrade of
  // the operating system's locales can never break an index.
  ...['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--locale', 'C'],
];

/**
 * Creates the cluster with its database, or copies the template's, unless it exists. It is created in a sibling folder
 * and renamed once it is complete and on disk, so that a crash leaves leftovers, which the next start removes, but never
 * half a cluster. Only one process at a time may call this.
 */
export async function ensureCluster(home: Home, native: string, template?: string): Promise<void> {
  for (const folder of new Set([home.dir, home.copyDir])) {
    // Others may be using a template.
    if (folder !== template) await removeLeftovers(folder);
  }
  if (await stat(home.clusterDir).catch(() => undefined)) return;

  const draft = await mkdtemp(join(home.dir, 'data-new-'));
  if (home.runAs) await chown(draft, home.runAs.uid, home.runAs.gid);
  try {
    if (template === undefined) await initialize(draft, native, home);
    // Keeps owner and modes, and runs in a process of its own, because this one is still loading.
    else await runCommand('cp', ['-a', `${join(template, 'data')}/.`, draft], { runAs: undefined });
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw new StartupError(
      `The bundled Postgres could not create its database in ${home.dir} (${error instanceof Error ? error.message : String(error)}): fix that, or set DATABASE_URL.`,
      { cause: error },
    );
  }
  await rename(draft, home.clusterDir);
  await flushFolder(home.dir);
}

async function initialize(folder: string, native: string, { runAs }: Home): Promise<void> {
  const initdb = join(native, 'bin/initdb');
  // Flushed once at the end instead of after every step.
  await runCommand(initdb, ['-D', folder, ...CLUSTER_SETTINGS, '--no-sync', '--no-instructions'], { runAs });
  await runCommand(join(native, 'bin/postgres'), ['--single', '-F', '-D', folder, 'postgres'], {
    runAs,
    input: `create database ${DATABASE}\n`,
  });
  await runCommand(initdb, ['-D', folder, '--sync-only'], { runAs });
}

/** Removes what a crash during an initialization or a copy left behind. */
async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder);
  for (const name of names.filter((each) => /^(data|native)-new-/.test(each))) {
    // A command that outlived the process that started it may still be writing there.
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 10 });
  }
}
