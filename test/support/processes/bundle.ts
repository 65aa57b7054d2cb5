import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { bundling } from '../../../scripts/bundling.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Bundles a script with the service's modules that it uses into a folder; their files are those of build/, which must
 * be current. A process that had to strip types first would take three times as long to start. Returns the file to start.
 */
export async function bundleScript(script: string, folder: string): Promise<string> {
  const outfile = join(folder, `${basename(script, '.ts')}.mjs`);
  const built = pathToFileURL(join(ROOT, 'build/')).href;
  const options = bundling((path) => JSON.stringify(new URL(path, built).href));
  await build({
    ...options,
    entryPoints: [join(ROOT, script)],
    outfile,
    plugins: [...options.plugins, nativeFromHere],
  });
  return outfile;
}

/** A package with native code stays outside of the bundle, from where it would not be found. */
const nativeFromHere: Plugin = {
  name: 'native code',
  setup: (esbuild) =>
    esbuild.onResolve({ filter: /^@node-rs\// }, ({ path }) => ({
      path: createRequire(import.meta.url).resolve(path),
      external: true,
    })),
};
