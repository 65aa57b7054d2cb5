import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { goModule } from '../names.ts';
import { run } from '../run.ts';
import type { Packaging } from '../sdk.ts';

const PACKER = fileURLToPath(new URL('packer', import.meta.url));
/** As goTool has it, so that the standard library is compiled once for all. */
export const GO = { GOFLAGS: '-trimpath', CGO_ENABLED: '0' };

export const packaging: Packaging = {
  // A module's version is its tag, and its other metadata are its files.
  async describe() {},

  async pack(directory, { version, epochSeconds }, packages) {
    const time = new Date(epochSeconds * 1000).toISOString();
    const module = ['-module', goModule(version), '-version', `v${version}`, '-time', time];
    await run('go', ['run', '.', ...module, directory, join(packages, 'go')], { cwd: PACKER, env: GO });
  },

  async tryPackage(project, packages, { version }, sandbox) {
    const cache = (await run('go', ['env', 'GOMODCACHE', 'GOPROXY'], { cwd: project })).trim().split('\n');
    const [modules = '', proxies = ''] = cache;
    const env = {
      ...GO,
      GOFLAGS: `${GO.GOFLAGS} -modcacherw`,
      // A cache of its own, because the usual one may have this version with other content; that one serves the rest.
      GOMODCACHE: join(project, 'modules'),
      GOPROXY: `file://${join(packages, 'go')},file://${join(modules, 'cache', 'download')},${proxies}`,
      GONOSUMDB: goModule(version),
    };
    await run('go', ['get', `${goModule(version)}@v${version}`], { cwd: project, env });
    await run('go', ['run', '.'], { cwd: project, env: { ...env, ...sandbox } });
  },
};
