// Builds build/, which `npm start` runs, from src/: each program in one file with all that it imports, and what is only
// sometimes needed (`import()`) in files beside it. Loading some two thousand modules one by one, or stripping types at
// run time, would make a start half as long again.
import { cp, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { bundling } from './bundling.js';

const SOURCE = 'src';
const BUILD = 'build';
/** Made when a build is; its time is that of the build's start. */
const STAMP = join(BUILD, '.built');
/** Clients made by `npm run sdks`, which stay when the program is built anew. */
const SDKS = 'sdks';
/** What is started or, as migrations are, loaded by its name. */
const PROGRAMS = ['main.ts', 'cli.ts', 'methods/providers/bank/apart-program.ts'];
const MIGRATIONS = 'db/migrations';
const CONTRACT = 'openapi/service.yaml';
const MAX_ATTEMPTS = 100;
const TYPESCRIPT = /\.tsx?$/;

if (!(await isCurrent())) await build();

/** Whether nothing has changed since the last build; removing a file changes its folder. */
async function isCurrent() {
  const built = await stat(STAMP).catch(() => undefined);
  if (!built) return false;
  const paths = [SOURCE, ...(await readdir(SOURCE, { recursive: true })).map((path) => join(SOURCE, path))];
  const sources = await Promise.all(
    [...paths, CONTRACT, 'scripts/build.js', 'scripts/bundling.js', 'package-lock.json'].map((path) =>
      stat(path),
    ),
  );
  return sources.every(({ mtimeMs }) => mtimeMs < built.mtimeMs);
}

async function build() {
  const [{ build: transform }, { load }] = await Promise.all([import('esbuild'), import('js-yaml')]);
  const started = new Date();
  // In a separate folder, since another process may be starting from the current build.
  const fresh = `${BUILD}-${process.pid}`;
  try {
    for (const file of await readdir(SOURCE, { recursive: true, withFileTypes: true })) {
      if (file.isDirectory() || TYPESCRIPT.test(file.name)) continue;
      const path = join(file.parentPath, file.name);
      await cp(path, join(fresh, relative(SOURCE, path)));
    }
    const migrations = await readdir(join(SOURCE, MIGRATIONS));
    const programs = [...PROGRAMS, ...migrations.map((name) => join(MIGRATIONS, name))];
    await transform({
      // What programs share stands in files at the top of build/.
      ...bundling((path) => `new URL(${JSON.stringify(path)}, import.meta.url).href`),
      entryPoints: programs.map((path) => join(SOURCE, path)),
      outbase: SOURCE,
      outdir: fresh,
      splitting: true,
    });
    await mkdir(join(fresh, 'contract'), { recursive: true });
    await writeFile(
      join(fresh, 'contract/service.json'),
      JSON.stringify(load(await readFile(CONTRACT, 'utf8'))),
    );
    const stamp = join(fresh, basename(STAMP));
    await writeFile(stamp, '');
    await utimes(stamp, started, started);
    await replaceBy(fresh);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/**
 * Other processes may be building at the same time. The first one wins, since all build the same.
 * @param {string} fresh
 */
async function replaceBy(fresh) {
  for (let attempt = 1; !(await isCurrent()); attempt += 1) {
    const old = `${fresh}-${attempt}`;
    try {
      await rename(BUILD, old).catch(() => undefined);
      await rename(fresh, BUILD);
      return;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
    } finally {
      await rename(join(old, SDKS), join(BUILD, SDKS)).catch(() => undefined);
      await rm(old, { recursive: true, force: true });
    }
  }
}
