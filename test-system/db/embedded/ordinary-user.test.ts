import { expect } from 'chai';
import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../../src/db/embedded/embedded-postgres.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { canRunAsOrdinaryUser, isRoot, LOCKS, ORDINARY_USER, query, Sandbox, SETTINGS } from './sandbox.ts';

describe('bundled Postgres for an ordinary user', () => {
  const logger = createLogger('silent');
  let sandbox: Sandbox;
  let dataDir: string;

  before(async function () {
    if (!(await canRunAsOrdinaryUser())) this.skip();
    sandbox = await Sandbox.open();
    dataDir = await makeOwn('data');
  });
  afterEach(() => sandbox.killAll());
  after(() => sandbox?.close());

  it("serves from the user's own data directory", async () => {
    const user = await sandbox.startUser(dataDir, ORDINARY_USER);
    expect(await query(user.connectionString, 'select 1 as one')).to.deep.equal([{ one: 1 }]);
    await user.stop();
  });

  it('lets root join', async function () {
    if (!isRoot) this.skip();
    const user = await sandbox.startUser(dataDir, ORDINARY_USER);
    const root = await startEmbeddedPostgres({ dataDir, logger });
    expect(root.connectionString).to.equal(user.connectionString);
    await user.stop();
    expect(await query(root.connectionString, 'select 1 as one')).to.deep.equal([{ one: 1 }]);
    await root.stop();
  });

  it('lets the user join root', async function () {
    if (!isRoot) this.skip();
    const root = await startEmbeddedPostgres({ dataDir, logger, settings: SETTINGS });
    const user = await sandbox.startUser(dataDir, ORDINARY_USER);
    await root.stop();
    expect(await query(user.connectionString, 'select 1 as one')).to.deep.equal([{ one: 1 }]);
    await user.stop();
  });

  it('starts even if another process has since got the pid in the lock files of a killed Postgres', async () => {
    await sandbox.startUser(dataDir, ORDINARY_USER);
    await sandbox.killAll();
    const bystander = sandbox.spawnBystander(ORDINARY_USER);
    for (const lock of LOCKS) {
      const file = join(dataDir, 'postgres', lock);
      await writeFile(file, (await readFile(file, 'utf8')).replace(/^\d+/, String(bystander.pid)));
    }
    const user = await sandbox.startUser(dataDir, ORDINARY_USER);
    expect(await query(user.connectionString, 'select 1 as one')).to.deep.equal([{ one: 1 }]);
  });

  it('says in one line that the data directory cannot be written', async () => {
    const folder = await makeOwn('read-only');
    await chmod(folder, 0o555);
    const error = await sandbox
      .startUser(join(folder, 'data'), ORDINARY_USER)
      .catch((reason: unknown) => reason);
    expect((error as Error).message).to.match(/^StartupError: .*read-only.*DATA_DIR.*DATABASE_URL/);
  });

  async function makeOwn(name: string): Promise<string> {
    const folder = sandbox.path(name);
    await mkdir(folder, { mode: 0o700 });
    if (ORDINARY_USER) await chown(folder, ORDINARY_USER.uid, ORDINARY_USER.gid);
    return folder;
  }
});
