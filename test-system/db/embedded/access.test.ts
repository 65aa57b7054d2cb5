import { execFile, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { realpath } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { findPackagedBinaries, findRunnableBinaries } from '../../../src/db/embedded/binaries.ts';
import { canReach, type SystemUser } from '../../../src/db/embedded/database-user.ts';
import { startEmbeddedPostgres } from '../../../src/db/embedded/embedded-postgres.ts';
import { prepareHome, type Home } from '../../../src/db/embedded/home.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { eventually, findPostmasters, isRoot, query, Sandbox, SETTINGS } from './sandbox.ts';

describe('bundled Postgres run by root as another user', () => {
  const logger = createLogger('silent');
  let sandbox: Sandbox;
  let dataDir: string;
  let home: Home;
  /** A user that other processes may run as too: postgres or nobody. */
  let runAs: SystemUser;

  before(async function () {
    if (!isRoot) this.skip();
    sandbox = await Sandbox.open();
    dataDir = sandbox.path('data');
    home = await prepareHome(dataDir, logger);
    runAs = home.runAs!;
    // Of what is installed, the user only needs Node.
    if (!(await canReach(dirname(await realpath(process.execPath)), runAs))) this.skip();
  });
  afterEach(() => sandbox?.killAll());
  after(() => sandbox?.close());

  const start = () => startEmbeddedPostgres({ dataDir, logger, settings: SETTINGS });

  it('admits root, and refuses other processes of the user that it runs as', async () => {
    const postgres = await start();
    expect(await query(postgres.connectionString, 'select 1 as one')).to.deep.equal([{ one: 1 }]);
    expect(await knockAs(runAs)).to.match(/^refused: .*authentication failed/);
    await postgres.stop();
  });

  it('tells a command run by that user in one line that the database belongs to another user', async function () {
    if (!(await canReach(import.meta.dirname, runAs))) this.skip();
    const postgres = await start();
    const error = await sandbox.startUser(dataDir, runAs).catch((reason: unknown) => reason);
    expect((error as Error).message).to.match(/^StartupError: .*belongs to another user.*DATA_DIR/);
    await postgres.stop();
  });

  it('refuses them even where an earlier version left a Postgres running that admitted them', async () => {
    await (await start()).stop();
    const native = await findRunnableBinaries(home, findPackagedBinaries());
    const args = ['-D', home.clusterDir, '-k', home.socketDir, '-c', 'listen_addresses=', '-c', 'fsync=off'];
    spawn(join(native, 'bin/postgres'), args, { ...runAs, cwd: '/', stdio: 'ignore', detached: true });
    await eventually(async () => (await knockAs(runAs)) === 'let in');
    const [orphan] = await findPostmasters(dataDir);

    const postgres = await start();
    expect(await knockAs(runAs)).to.match(/^refused: /);
    expect(await query(postgres.connectionString, 'select 1 as one')).to.deep.equal([{ one: 1 }]);
    expect(await findPostmasters(dataDir))
      .to.have.length(1)
      .and.not.include(orphan);
    await postgres.stop();
  });

  /** How Postgres responds to a process of this user that connects as its superuser. */
  async function knockAs(user: SystemUser): Promise<string> {
    const socket = join(home.socketDir, '.s.PGSQL.5432');
    const { stdout } = await promisify(execFile)(process.execPath, ['--eval', KNOCK, socket], {
      ...user,
      cwd: '/',
    });
    return stdout;
  }
});

/** Plain Node, because that user may not be able to read this project. */
const KNOCK = `
  const socket = require('node:net').connect(process.argv[1]);
  const parameters = Buffer.from('user\\0payments\\0database\\0payments\\0\\0');
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + parameters.length, 0);
  head.writeInt32BE(3 << 16, 4);
  socket.write(Buffer.concat([head, parameters]));
  const say = (text) => { process.stdout.write(text); socket.destroy(); };
  socket.once('error', (error) => say(error.code));
  // R with a zero means authenticated; E is an error, with a readable message in field M.
  socket.once('data', (answer) => {
    if (answer[0] === 0x52 && answer.readInt32BE(5) === 0) say('let in');
    else say('refused: ' + answer.toString().split('\\0').filter((field) => field.startsWith('M')).join());
  });
`;
