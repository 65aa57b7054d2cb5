// Builds build/, which `npm start` runs, from src/: file for file, with types stripped. Stripping them at run time, by
// a loader in its own thread, would cost a process 30 MB and make its start half as long again.
import { cp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

const SOURCE = 'src';
const BUILD = 'build';
/** Made when a build is; its time is that of the build's start. */
const STAMP = join(BUILD, '.built');
/** Clients made by `npm run sdks`, which stay when the program is built anew. */
const SDKS = 'sdks';
const MAX_ATTEMPTS = 100;
const TYPESCRIPT = /\.tsx?$/;

if (!(await isCurrent())) await build();

/** Whether nothing has changed since the last build; removing a file changes its folder. */
async function isCurrent() {
  const built = await stat(STAMP).catch(() => undefined);
  if (!built) return false;
  const paths = [SOURCE, ...(await readdir(SOURCE, { recursive: true })).map((path) => join(SOURCE, path))];
  const sources = await Promise.all(
    [...paths, 'scripts/build.js', 'package-lock.json'].map((path) => stat(path)),
  );
  return sources.every(({ mtimeMs }) => mtimeMs < built.mtimeMs);
}

async function build() {
  const { build: transform } = await import('esbuild');
  const started = new Date();
  // In a separate folder, since another process may be starting from the current build.
  const fresh = `${BUILD}-${process.pid}`;
  try {
    await cp(SOURCE, fresh, { recursive: true, filter: (path) => !TYPESCRIPT.test(path) });
    const files = await readdir(SOURCE, { recursive: true });
    await transform({
      entryPoints: files.filter((path) => TYPESCRIPT.test(path)).map((path) => join(SOURCE, path)),
      outbase: SOURCE,
      outdir: fresh,
      platform: 'node',
      target: 'node20.19',
      format: 'esm',
      // Files stay separate (imports are external), but only bundling resolves the names in their imports.
      bundle: true,
      plugins: [{ name: 'imports', setup: (esbuild) => esbuild.onResolve({ filter: /./ }, renameImport) }],
      logLevel: 'warning',
    });
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

/** @param {import('esbuild').OnResolveArgs} imported */
function renameImport({ kind, path }) {
  if (kind === 'entry-point') return undefined;
  return { path: path.startsWith('.') ? path.replace(TYPESCRIPT, '.js') : path, external: true };
}
