import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MIGRATIONS = fileURLToPath(new URL('migrations/', import.meta.url));
/** Within the repository, so that programs there find its packages. */
const PLACE = join(ROOT, 'test-output');
/** All that a build reads, and all that a program reads beside it. */
const PARTS = ['src', 'openapi', 'scripts', 'docs', 'deploy', 'package.json', 'package-lock.json'];

/** What the next version adds to the schema: it expands only. */
export const NEXT = ['20990101000000', '20990101000100', '20990101000200'];
/** What the version after that removes: it needs programs that know the next one. */
export const LATER = [...NEXT, '20990201000000'];

/** The first commit whose program works beside newer ones. */
const FIRST = '57f3542d4cbb0bd356f74a24b9eadb5c1d5f81ca';

/** A version of the program, built in a folder of its own. */
export interface Version {
  main: string;
  cli: string;
  remove(): Promise<void>;
}

/** This program with some of the migrations beside this file, as a later version would have them. */
export async function buildLater(migrations: readonly string[]): Promise<Version> {
  await mkdir(PLACE, { recursive: true });
  const folder = await mkdtemp(join(PLACE, 'version-'));
  for (const part of PARTS) await cp(join(ROOT, part), join(folder, part), { recursive: true });
  for (const name of await readdir(MIGRATIONS)) {
    if (!migrations.some((one) => name.startsWith(one))) continue;
    const text = await readFile(join(MIGRATIONS, name), 'utf8');
    await writeFile(
      join(folder, 'src/db/migrations', name),
      text.replaceAll('../../../../src/db/index.ts', '../index.ts'),
    );
  }
  return build(folder);
}

/** The program of the last release. Undefined where the repository's history does not reach back to it. */
export async function buildLastRelease(): Promise<Version | undefined> {
  const folder = await unpackLastRelease();
  return folder === undefined ? undefined : build(folder);
}

/**
 * The sources of the last release, in a folder of their own: of the newest tag, or while there is none, of the first program
 * that works beside newer ones. They must be able to use the packages that are installed.
 */
export async function unpackLastRelease(): Promise<string | undefined> {
  const { stdout } = await run('git', ['tag', '--list', 'v*', '--sort=-version:refname'], { cwd: ROOT });
  const commit = stdout.split('\n')[0] || FIRST;
  const isThere = await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT }).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  await mkdir(PLACE, { recursive: true });
  const folder = await mkdtemp(join(PLACE, 'version-'));
  const archive = join(folder, 'source.tar');
  await run('git', ['archive', '--output', archive, commit, ...PARTS], { cwd: ROOT });
  await run('tar', ['--extract', '--file', archive, '--directory', folder]);
  await rm(archive);
  return folder;
}

async function build(folder: string): Promise<Version> {
  await run(process.execPath, ['scripts/build.js'], { cwd: folder });
  return {
    main: join(folder, 'build/main.js'),
    cli: join(folder, 'build/cli.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
