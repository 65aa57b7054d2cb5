import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PACKAGE_NAMES, PUBLISHER } from '../../../src/contract/derived/package-names.ts';
import { pythonWith } from '../../tools/tools.ts';
import { run } from '../run.ts';
import type { Packaging } from '../sdk.ts';

export const packaging: Packaging = {
  async describe(directory, { license }) {
    const file = join(directory, 'pyproject.toml');
    const project = await readFile(file, 'utf8');
    const described = `license = "${license.spdx}"
authors = [{ name = "${PUBLISHER.name}" }]
urls = { Homepage = "${PUBLISHER.url}", Source = "${PUBLISHER.repository}" }
readme = "README.md"`;
    await writeFile(file, project.replace('readme = "README.md"', described));
    // A wheel has nothing but the package and its metadata.
    for (const name of ['CHANGELOG.md', 'PROVENANCE.json']) {
      await cp(join(directory, name), join(directory, 'payments_account', name));
    }
  },

  async pack(directory, { epochSeconds }, packages) {
    const python = await pythonWith('python-package');
    // The wheel is built from the source distribution.
    await run(python, ['-m', 'build', '--no-isolation', '--outdir', packages, directory], {
      cwd: directory,
      env: { SOURCE_DATE_EPOCH: String(epochSeconds) },
    });
  },

  async tryPackage(project, packages, { version }, sandbox) {
    const name = PACKAGE_NAMES.pypi.toLowerCase().replace(/[-_.]+/g, '_');
    const wheel = join(packages, `${name}-${version}-py3-none-any.whl`);
    const python = join(project, 'venv', 'bin', 'python');
    await run('python3', ['-m', 'venv', 'venv'], { cwd: project });
    await run(python, ['-m', 'pip', 'install', '--quiet', wheel], { cwd: project });
    await run(python, ['trial.py'], { cwd: project, env: { ...sandbox } });
  },
};
