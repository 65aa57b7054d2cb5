import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Builds the service with rails into a folder, on top of build/: a process that had to strip types first would be down
 * for most of a run. Returns the file to start.
 */
export async function buildServiceWithRails(folder: string): Promise<string> {
  const outfile = join(folder, 'service.mjs');
  await build({
    entryPoints: [join(ROOT, 'scripts/chaos/service.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    plugins: [
      {
        name: 'built',
        setup: (esbuild) =>
          // One copy of each module of the service: what the adapters throw is what the service catches.
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
