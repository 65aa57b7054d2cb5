import { cp, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_NAMES, PUBLISHER } from '../../../src/contract/derived/package-names.ts';
import { run } from '../run.ts';
import type { Packaging } from '../sdk.ts';

/** Composer does not like root's own configuration, and in containers everybody is root. */
const COMPOSER = { COMPOSER_ALLOW_SUPERUSER: '1', COMPOSER_NO_INTERACTION: '1', TZ: 'UTC' };

export const packaging: Packaging = {
  async describe(directory, { version, license, commit, contractSha256 }) {
    const file = join(directory, 'composer.json');
    const { name, description, type, ...rest } = JSON.parse(await readFile(file, 'utf8'));
    const described = {
      name,
      description,
      type,
      version,
      // Composer's word for a licence that is not open.
      license: license.isProprietary ? 'proprietary' : license.spdx,
      authors: [{ name: PUBLISHER.name, homepage: PUBLISHER.url }],
      homepage: PUBLISHER.url,
      support: { source: PUBLISHER.repository },
      ...rest,
      extra: { provenance: { contract: version, 'contract-sha256': contractSha256, commit } },
    };
    await writeFile(file, `${JSON.stringify(described, undefined, 4)}\n`);
  },

  async pack(directory, { version, epochSeconds }, packages) {
    const scratch = await mkdtemp(join(tmpdir(), 'composer-'));
    try {
      const client = join(scratch, 'client');
      // The archive has its files' times.
      await cp(directory, client, { recursive: true });
      for (const path of await readdir(client, { recursive: true })) {
        await utimes(join(client, path), epochSeconds, epochSeconds);
      }
      const file = `${PACKAGE_NAMES.composer.replace('/', '-')}-${version}`;
      await run('composer', ['archive', '--quiet', '--format=zip', `--dir=${packages}`, `--file=${file}`], {
        cwd: client,
        env: { ...COMPOSER, COMPOSER_HOME: join(scratch, 'home') },
      });
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  },

  async tryPackage(project, packages, _release, sandbox) {
    await symlink(packages, join(project, 'packages'));
    const env = { ...COMPOSER, COMPOSER_HOME: join(project, '.composer') };
    await run('composer', ['install', '--quiet', '--no-dev', '--no-cache'], { cwd: project, env });
    await run('php', ['trial.php'], { cwd: project, env: { ...sandbox } });
  },
};
