import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Bundles a script into a folder, on top of build/, which must be current: a process that had to strip types first would
 * take three times as long to start. Returns the file to start.
 */
export async function bundleScript(script: string, folder: string): Promise<string> {
  const outfile = join(folder, `${basename(script, '.ts')}.mjs`);
  await build({
    entryPoints: [join(ROOT, script)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    plugins: [
      {
        name: 'built',
        setup: (esbuild) =>
          // One copy of each module of the service: what a script throws is what the service catches.
          esbuild.onResolve({ filter: /\/src\// }, ({ path, resolveDir }) => ({
            path: resolve(resolveDir, path)
              .replace(join(ROOT, 'src'), join(ROOT, 'build'))
              .replace(/\.ts$/, '.js'),
            external: true,
          })),
      },
    ],
    logLevel: 'warning',
  });
  return outfile;
}
