import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { startService, type TestService } from '../../test/support/service.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('deploy/payments-backup.sh', function () {
  this.timeout(120_000);
  let service: TestService;
  let folder: string;

  before(async () => {
    service = await startService();
    await service.createAccount();
  });
  after(() => service?.close());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'payments-nightly-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const run = async (task: string, environment: Record<string, string> = {}) => {
    const child = spawn('bash', ['deploy/payments-backup.sh', task], {
      cwd: ROOT,
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: service.database.url,
        SECRETS_KEY: service.secretsKey,
        BACKUP_DIR: folder,
        ...environment,
      },
    });
    const closed = once(child, 'close');
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { code: (await closed)[0] as number | null, stdout, stderr };
  };
  const make = async (environment?: Record<string, string>): Promise<void> => {
    expect(await run('make', environment)).to.deep.include({ code: 0, stderr: '' });
  };
  const backups = async (): Promise<string[]> =>
    (await readdir(folder)).filter((name) => name.startsWith('payments-')).sort();
  const older = (day: number): Promise<void> =>
    writeFile(join(folder, `payments-202601${10 + day}T021500Z.backup`), 'older');

  it('keeps the newest, for their owner only, and nothing else goes', async () => {
    for (const day of [1, 2, 3]) await older(day);
    await writeFile(join(folder, 'notes'), 'mine');
    await make({ BACKUP_KEEP: '2' });
    const kept = await backups();
    expect(kept).to.have.length(2);
    expect(kept[0]).to.equal('payments-20260113T021500Z.backup');
    expect((await stat(join(folder, kept[1] ?? ''))).mode & 0o777).to.equal(0o600);
    expect(await readdir(folder)).to.include('notes');
  });

  it('removes nothing when no backup could be made', async () => {
    for (const day of [1, 2]) await older(day);
    const away = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing', BACKUP_KEEP: '1' };
    expect((await run('make', away)).code).to.equal(1);
    expect(await readdir(folder)).to.have.length(2);
    expect((await run('make', { BACKUP_KEEP: '0' })).stderr).to.match(/BACKUP_KEEP must be/);
    expect(await readdir(folder)).to.have.length(2);
  });

  it('verifies the newest, and says of when it is', async () => {
    await older(1);
    await make();
    const { code, stdout } = await run('verify');
    expect(code).to.equal(0);
    const { backup_of } = JSON.parse(stdout.split('\n')[1] ?? '') as { backup_of: string };
    const figure = await readFile(join(folder, 'verified.prom'), 'utf8');
    const [, seconds] = /^payments_backup_verified_timestamp_seconds (.+)\n$/m.exec(figure) ?? [];
    expect(Number(seconds) * 1_000).to.equal(Date.parse(backup_of));
    if (spawnSync('promtool', ['--version']).status === 0)
      expect(spawnSync('promtool', ['check', 'metrics'], { input: figure }).status).to.equal(0);
  });

  it('fails when the newest is damaged or there is none, and then says nothing of when one is', async () => {
    expect((await run('verify')).stderr).to.match(/There is no backup/);
    await make();
    const [newest = ''] = await backups();
    await truncate(join(folder, newest), 1_000);
    const { code, stderr } = await run('verify');
    expect(code).to.equal(1);
    expect(stderr).to.match(/incomplete/);
    expect(await readdir(folder)).to.deep.equal([newest]);
  });

  describe('with age', () => {
    before(function () {
      const isInstalled = spawnSync('age', ['--version']).status === 0;
      if (process.env['CI'] === undefined && !isInstalled) this.skip();
    });

    it('encrypts, and verifies what it can decrypt', async () => {
      const identity = join(folder, 'identity');
      const { stdout } = spawnSync('age-keygen', [], { encoding: 'utf8' });
      await writeFile(identity, stdout);
      await make({ BACKUP_RECIPIENT: /age1\w+/.exec(stdout)?.[0] ?? '' });
      const [name = ''] = await backups();
      expect(name).to.match(/\.backup\.age$/);
      expect((await readFile(join(folder, name))).subarray(0, 18).toString()).to.equal('age-encryption.org');
      expect((await run('verify', { BACKUP_IDENTITY: identity })).code).to.equal(0);
    });

    it('leaves no part of a backup that failed', async () => {
      const { stdout } = spawnSync('age-keygen', [], { encoding: 'utf8' });
      const { code } = await run('make', {
        BACKUP_RECIPIENT: /age1\w+/.exec(stdout)?.[0] ?? '',
        DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing',
      });
      expect(code).to.equal(1);
      expect(await readdir(folder)).to.deep.equal([]);
    });
  });
});
