// Makes build/ of src/, file for file, without types: what `npm start` runs. With the types taken off while it runs,
// by a loader in a thread of its own, a process would take 30 MB more and start half as fast again.
import { cp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

const SOURCE = 'src';
const BUILD = 'build';
const MAX_ATTEMPTS = 100;
const TYPESCRIPT = /\.tsx?$/;

if (!(await isCurrent())) await build();

/** Whether nothing has changed since; a file that was removed changes its folder. */
async function isCurrent() {
  const built = await stat(BUILD).catch(() => undefined);
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
  // Aside, since another process may be starting from what is there.
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
      // Each file stays a file; only so are the names in its imports looked at.
      bundle: true,
      plugins: [{ name: 'imports', setup: (esbuild) => esbuild.onResolve({ filter: /./ }, renameImport) }],
      logLevel: 'warning',
    });
    await utimes(fresh, started, started);
    await replaceBy(fresh);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/**
 * Others may be doing the same at this moment. Whoever is first is right, for it is the same that they build.
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
      await rm(old, { recursive: true, force: true });
    }
  }
}

/** @param {import('esbuild').OnResolveArgs} imported */
function renameImport({ kind, path }) {
  if (kind === 'entry-point') return undefined;
  return { path: path.startsWith('.') ? path.replace(TYPESCRIPT, '.js') : path, external: true };
}
