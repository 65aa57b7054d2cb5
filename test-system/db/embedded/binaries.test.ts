import { expect } from 'chai';
import { chmod, cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findPackagedBinaries, findRunnableBinaries } from '../../../src/db/embedded/binaries.ts';
import { connectionStringOf } from '../../../src/db/embedded/server-settings.ts';
import { prepareHome, type Home } from '../../../src/db/embedded/home.ts';
import { Membership } from '../../../src/db/embedded/membership.ts';
import { StartupError } from '../../../src/lib/errors/errors.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { isRoot, query, Sandbox, SETTINGS } from './sandbox.ts';

describe('binaries of the bundled Postgres', () => {
  const logger = createLogger('silent');
  const installed = findPackagedBinaries();
  let library: Sandbox;
  let complete: string;
  let sandbox: Sandbox;
  let home: Home;

  before(async () => {
    library = await Sandbox.open();
    complete = await findRunnableBinaries(await prepareHome(library.path('data'), logger), installed);
  });
  after(() => library.close());

  beforeEach(async () => {
    sandbox = await Sandbox.open();
    home = await prepareHome(sandbox.path('data'), logger);
  });
  afterEach(() => sandbox.close());

  it('run from the package when they can', async () => {
    const packaged = await installCopy('package');
    expect(await findRunnableBinaries(home, packaged)).to.equal(packaged);
    expect(await readdir(home.dir)).to.deep.equal(['run']);
  });

  it('run from a complete copy when npm has created no links, and the next start reuses it', async () => {
    const packaged = await installCopy('package');
    await removeLinks(join(packaged, 'lib'));
    const copy = await findRunnableBinaries(home, packaged);
    expect(dirname(copy)).to.equal(home.dir);

    const made = await stat(copy);
    expect(await findRunnableBinaries(home, packaged)).to.equal(copy);
    expect((await stat(copy)).ino).to.equal(made.ino);

    const membership = await Membership.join(home, { packaged, settings: SETTINGS }, logger);
    expect(await query(connectionStringOf(home), 'select 1 as one')).to.deep.equal([{ one: 1 }]);
    await membership.leave();
  });

  for (const [what, packageFolder, dataFolder, hasLinks] of [
    ['the data directory, when npm has created no links', 'package', 'we"ird `$HOME` \\', false],
    ['the package', 'we"ird `$HOME` \\/package', 'data', true],
    ['both', 'we"ird `$HOME` \\/package', 'we"ird `$HOME` \\/data', true],
  ] as const) {
    it(`run although a shell would misread the path of ${what}`, async () => {
      const packaged = await installCopy(packageFolder);
      if (!hasLinks) await removeLinks(join(packaged, 'lib'));
      const odd = await prepareHome(sandbox.path(dataFolder), logger);
      for (const folder of [odd.socketDir, odd.copyDir]) {
        if (!folder.startsWith(sandbox.dir)) sandbox.alsoRemove(folder);
      }
      const membership = await Membership.join(odd, { packaged, settings: SETTINGS }, logger);
      expect(await query(connectionStringOf(odd), 'select 1 as one')).to.deep.equal([{ one: 1 }]);
      await membership.leave();
    });
  }

  it('run from a copy when the Postgres user cannot reach the package', async function () {
    if (!isRoot) this.skip();
    const packaged = await installCopy('private/package');
    await chmod(sandbox.path('private'), 0o700);
    const copy = await findRunnableBinaries(home, packaged);
    expect(dirname(copy)).to.equal(home.dir);
  });

  it('are copied again when the copy is damaged', async () => {
    const packaged = await installCopy('package');
    await removeLinks(join(packaged, 'lib'));
    const copy = await findRunnableBinaries(home, packaged);
    await rm(join(copy, 'bin/postgres'));
    expect(await findRunnableBinaries(home, packaged)).to.equal(copy);
    await stat(join(copy, 'bin/postgres'));
  });

  it('are refused in one line when the system cannot run them, and leave nothing behind', async () => {
    // As on a system without glibc: the file is there, its loader is not.
    const packaged = sandbox.path('package/native');
    await mkdir(join(packaged, 'bin'), { recursive: true });
    await writeFile(sandbox.path('package/package.json'), '{ "version": "1.0.0" }');
    await writeFile(join(packaged, 'pg-symlinks.json'), '[]');
    for (const program of ['postgres', 'initdb']) {
      await writeFile(join(packaged, 'bin', program), '#!/no/such/loader\n', { mode: 0o755 });
    }
    const error = await findRunnableBinaries(home, packaged).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(StartupError);
    expect((error as Error).message)
      .to.match(/ENOENT.*DATABASE_URL/)
      .and.not.include('\n');
    expect(await readdir(home.dir)).to.deep.equal(['run']);
  });

  it('are reported missing in one line on a platform that has none', () => {
    expect(() => findPackagedBinaries('win32-mips')).to.throw(StartupError, /win32-mips.*DATABASE_URL/);
  });

  /** The package as npm installs it, without most time zones and extensions, which would only slow the test down. */
  async function installCopy(name: string): Promise<string> {
    const target = sandbox.path(name);
    const packaged = join(target, 'native');
    await mkdir(target, { recursive: true });
    await cp(join(dirname(installed), 'package.json'), join(target, 'package.json'));
    const filter = (path: string) =>
      !/\/share\/.*\/(timezone\/(?!UTC|GMT)|extension\/(?!plpgsql))/.test(path);
    await cp(complete, packaged, { recursive: true, verbatimSymlinks: true, filter });
    return packaged;
  }

  async function removeLinks(folder: string): Promise<void> {
    const entries = await readdir(folder, { withFileTypes: true });
    const links = entries.filter((entry) => entry.isSymbolicLink());
    expect(links).not.to.be.empty;
    await Promise.all(links.map((link) => rm(join(folder, link.name))));
  }
});
