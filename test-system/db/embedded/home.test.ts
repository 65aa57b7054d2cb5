import { expect } from 'chai';
import { chmod, chown, mkdir, readlink, realpath, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findDatabaseUser } from '../../../src/db/embedded/database-user.ts';
import { startEmbeddedPostgres } from '../../../src/db/embedded/embedded-postgres.ts';
import { prepareHome, type Home } from '../../../src/db/embedded/home.ts';
import { StartupError } from '../../../src/lib/errors/errors.ts';
import { createLogger, type Logger } from '../../../src/lib/logger.ts';
import { isRoot, query, Sandbox, SETTINGS } from './sandbox.ts';

describe('home of the bundled Postgres', () => {
  const logger = createLogger('silent');
  let sandbox: Sandbox;

  beforeEach(async () => {
    sandbox = await Sandbox.open();
  });
  afterEach(() => sandbox.close());

  it('is in the data directory, with its sockets where only the Postgres user has access', async () => {
    const home = await prepareHome(sandbox.path('data'), logger);
    expect(home.dir).to.equal(sandbox.path('data/postgres'));
    const { mode, uid } = await stat(home.socketDir);
    expect(mode & 0o777).to.equal(0o700);
    expect(uid).to.equal(home.runAs?.uid ?? process.getuid?.());
  });

  it('has its sockets elsewhere, the same for all processes, when their address would be too long', async () => {
    const dataDir = sandbox.path('deep/'.repeat(20));
    const [home, again] = await Promise.all([prepareHome(dataDir, logger), prepareHome(dataDir, logger)]);
    sandbox.alsoRemove(home.socketDir);
    expect(Buffer.byteLength(home.socketDir)).to.be.lessThan(80);
    expect(home.socketDir).to.equal(again.socketDir);
    expect((await stat(home.socketDir)).mode & 0o777).to.equal(0o700);
  });

  it('keeps copies of its programs in a separate folder when a shell would misread their path', async () => {
    const plain = await prepareHome(sandbox.path('data'), logger);
    expect(plain.copyDir).to.equal(plain.dir);
    const odd = await prepareHome(sandbox.path('we"ird'), logger);
    for (const folder of [odd.socketDir, odd.copyDir]) sandbox.alsoRemove(folder);
    expect(odd.copyDir).to.match(/^[\w/-]+$/);
    const { mode, uid } = await stat(odd.copyDir);
    expect({ uid, mode: mode & 0o022 }).to.deep.equal({ uid: process.getuid?.(), mode: 0 });

    await chmod(odd.copyDir, 0o777);
    const error = await prepareHome(sandbox.path('we"ird'), logger).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(StartupError);
    expect((error as Error).message).to.include(odd.copyDir);
  });

  it('refuses a socket folder that others can open', async () => {
    const { socketDir } = await prepareHome(sandbox.path('data'), logger);
    await chmod(socketDir, 0o755);
    const error = await prepareHome(sandbox.path('data'), logger).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(StartupError);
    expect((error as Error).message).to.include(socketDir);
  });

  describe('for root', () => {
    before(function () {
      if (!isRoot) this.skip();
    });

    /** Like /root: nobody else may enter. */
    const makePrivate = async (): Promise<string> => {
      const folder = sandbox.path('private');
      await mkdir(folder, { mode: 0o700 });
      return folder;
    };
    const prepareSheltered = (dataDir: string, on: Logger = logger): Promise<Home> =>
      prepareHome(dataDir, on, sandbox.path('shelter'));

    it('makes the data directory traversable, but not listable', async () => {
      const dataDir = sandbox.path('data');
      await mkdir(dataDir, { mode: 0o700 });
      const home = await prepareHome(dataDir, logger);
      expect(home.dir).to.equal(join(dataDir, 'postgres'));
      expect((await stat(dataDir)).mode & 0o777).to.equal(0o711);
    });

    it('is placed elsewhere when Postgres cannot reach the data directory, and logs it', async () => {
      const dataDir = join(await makePrivate(), 'data');
      const lines: unknown[] = [];
      const ignore = (): void => undefined;
      const info = (...line: unknown[]): unknown => lines.push(line);
      const home = await prepareSheltered(dataDir, { debug: ignore, info, warn: ignore, error: ignore });
      expect(home.dir).to.match(new RegExp(`^${sandbox.path('shelter')}/`));
      expect(await readlink(join(dataDir, 'postgres'))).to.equal(home.dir);
      expect(lines).to.deep.equal([
        ['bundled Postgres keeps its data outside DATA_DIR', { folder: home.dir }],
      ]);
    });

    it('is the same for simultaneous starts, at the next start, and after the data directory was moved', async () => {
      const folder = await makePrivate();
      const homes = await Promise.all(
        Array.from({ length: 5 }, () => prepareSheltered(join(folder, 'data'))),
      );
      await rename(join(folder, 'data'), join(folder, 'moved'));
      homes.push(await prepareSheltered(join(folder, 'moved')));
      expect(new Set(homes.map((home) => home.dir)).size).to.equal(1);
    });

    it('says what to do when an existing home has become unreachable', async () => {
      await prepareHome(sandbox.path('data'), logger);
      const moved = join(await makePrivate(), 'data');
      await rename(sandbox.path('data'), moved);
      const error = await prepareSheltered(moved).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(StartupError);
      expect((error as Error).message).to.include('move DATA_DIR');
    });

    it('runs Postgres as the owner of the existing cluster', async () => {
      const cluster = sandbox.path('data/postgres/data');
      await mkdir(cluster, { recursive: true });
      await chown(cluster, 4711, 4712);
      expect(await findDatabaseUser(cluster)).to.deep.equal({ uid: 4711, gid: 4712 });
    });

    it('works with a data directory like /root/x/.data', async () => {
      const dataDir = join(await makePrivate(), 'data');
      const postgres = await startEmbeddedPostgres({ dataDir, logger, settings: SETTINGS });
      sandbox.alsoRemove(await realpath(join(dataDir, 'postgres')));
      expect(await query(postgres.connectionString, 'select 1 as one')).to.deep.equal([{ one: 1 }]);
      await postgres.stop();
    });
  });
});
