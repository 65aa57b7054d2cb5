import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE_NAMES, PUBLISHER } from '../../../src/contract/derived/package-names.ts';
import { nodeTool } from '../../tools/tools.ts';
import { run } from '../run.ts';
import type { Packaging } from '../sdk.ts';

const TYPES = fileURLToPath(new URL('../../../node_modules/@types', import.meta.url));
const COMPILER_OPTIONS = ['--strict', '--target', 'es2022', '--module', 'nodenext'];
const NODE_TYPES = ['--typeRoots', TYPES, '--types', 'node'];

export const packaging: Packaging = {
  async describe(directory, { commit, license }) {
    const file = join(directory, 'package.json');
    const manifest = JSON.parse(await readFile(file, 'utf8')) as object;
    const described = {
      ...manifest,
      description: 'A client of the Payments Account API.',
      // npm's word for a licence that nobody has without asking.
      license: license.isProprietary ? 'UNLICENSED' : license.spdx,
      author: `${PUBLISHER.name} (${PUBLISHER.url})`,
      homepage: PUBLISHER.url,
      repository: { type: 'git', url: `git+${PUBLISHER.repository}.git` },
      files: ['dist/src', 'CHANGELOG.md', 'PROVENANCE.json'],
      ...(commit !== null && { gitHead: commit }),
    };
    await writeFile(file, `${JSON.stringify(described, undefined, 2)}\n`);
  },

  async pack(directory, _release, packages) {
    await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', packages], {
      cwd: directory,
    });
  },

  async tryPackage(project, packages, { version }, sandbox) {
    const name = PACKAGE_NAMES.npm.replace(/^@/, '').replace('/', '-');
    const tarball = join(packages, `${name}-${version}.tgz`);
    await writeFile(join(project, 'package.json'), '{ "type": "module" }');
    await run('npm', ['install', '--no-audit', '--no-fund', tarball], { cwd: project });
    await run(await nodeTool('tsc'), [...COMPILER_OPTIONS, ...NODE_TYPES, 'trial.ts'], { cwd: project });
    await run(process.execPath, ['trial.js'], { cwd: project, env: { ...sandbox } });
  },
};
