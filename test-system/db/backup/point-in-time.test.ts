import { createHash } from 'node:crypto';
import { chmod, cp, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../src/db/embedded/embedded-postgres.ts';
import { Keyring } from '../../../src/lib/secrets/keyring.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { createLink } from '../../../test/payment-links/links.ts';
import { createClient, type Client } from '../../../test/support/client.ts';
import { runProgram, startServer, type RunningServer } from '../../../test/support/processes/program.ts';
import { contentOf } from './unsealed.ts';

describe('a base copy and the archived log', function () {
  this.timeout(180_000);
  let folder: string;
  let environment: Record<string, string>;
  let server: RunningServer | undefined;
  let apiKey: string;
  let between: string;

  before(async () => {
    // In memory where there is some: thousands of files are put on disk one by one.
    const memory = await stat('/dev/shm').catch(() => undefined);
    folder = await mkdtemp(join(memory ? '/dev/shm' : tmpdir(), 'payments-pitr-'));
    // The user that root runs Postgres as must reach it.
    await chmod(folder, 0o755);
    environment = { DATA_DIR: join(folder, 'data'), WAL_ARCHIVE_DIR: join(folder, 'wal') };
    server = await startServer(environment);
    apiKey = /^Demo API key +(\S+)$/m.exec(server.greeting)?.[1] ?? '';
  });
  after(async () => {
    server?.process.kill('SIGKILL');
    await server?.exited;
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  });

  const payments = async (
    args: string[],
    changed: Record<string, string> = {},
  ): Promise<{ result: Record<string, any>; stderr: string }> => {
    const program = runProgram('build/cli.js', [...args, '--json'], { ...environment, ...changed });
    await program.exited;
    return { result: JSON.parse(program.stdout()) as Record<string, any>, stderr: program.stderr() };
  };
  const api = (): Client => createClient(server?.url ?? '', apiKey);
  const make = async (description: string): Promise<void> => {
    await createLink(api(), { amount: '50', accepted_methods: ['MXNB'], description });
  };
  const made = async (): Promise<string[]> => {
    const { body } = await api().get('/v1/payment_links');
    return (body.data as { description: string }[]).map(({ description }) => description).reverse();
  };
  const stop = async (): Promise<void> => {
    server?.process.kill('SIGTERM');
    await server?.exited;
    server = undefined;
  };
  const base = (): string => join(folder, 'base');
  const cluster = (): string => join(folder, 'data/postgres/data');

  it('are taken while the service runs', async () => {
    await make('before the copy');
    const { result, stderr } = await payments(['backup', '--base', base()]);
    expect(stderr).to.equal('');
    expect(result).to.include({ folder: base(), environment: 'test' });
    expect(result['first_log_file']).to.match(/^00000001[0-9A-F]{16}$/);
    expect((await payments(['backup', '--base', base()])).stderr).to.match(/exists already/);

    await make('one');
    await delay(50);
    between = new Date().toISOString();
    await delay(50);
    await make('two');
    await stop();
  });

  it('are refused with a reason when they cannot be restored so, and nothing is changed', async () => {
    const restore = (...args: string[]) => payments(['restore', '--base', base(), ...args]);
    expect((await restore()).stderr).to.match(/has a database already.*move .*postgres\/data away/);
    await rename(cluster(), join(folder, 'lost'));

    expect((await restore('--to', '2020-01-01T00:00:00Z')).stderr).to.match(/copy was finished at/);
    expect((await restore('--to', '2099-01-01T00:00:00Z')).stderr).to.match(/archived log ends before 2099/);
    expect((await restore('--to', 'yesterday')).stderr).to.match(/a time with its zone/);
    const SECRETS_KEY = (await readFile(join(folder, 'data/secrets.key'), 'utf8')).trim();
    const live = { ENVIRONMENT: 'live', SECRETS_KEY };
    expect((await payments(['restore', '--base', base()], live)).stderr).to.match(/ENVIRONMENT=test/);

    const damaged = join(folder, 'damaged');
    await cp(base(), damaged, { recursive: true });
    const file = join(damaged, 'data/PG_VERSION');
    await writeFile(file, (await readFile(file, 'utf8')).replace('1', '2'));
    expect((await payments(['restore', '--base', damaged])).stderr).to.match(/damaged: PG_VERSION/);
    expect(await readdir(join(folder, 'data/postgres'))).not.to.include.members(['data', 'data-restoring']);
  });

  it('are refused when the copy was changed together with the digests in its manifest, or its key is not here', async () => {
    const forged = join(folder, 'forged');
    const manifest = join(forged, 'manifest');
    await cp(base(), forged, { recursive: true });
    const sealed = await readFile(manifest);
    const config = join(forged, 'data/postgresql.auto.conf');
    const digest = async () =>
      createHash('sha256')
        .update(await readFile(config))
        .digest('hex');
    const before = await digest();
    await writeFile(config, `archive_command = 'id > /tmp/who'\n`);
    const changed = Buffer.from(sealed.toString('latin1').replace(before, await digest()), 'latin1');
    expect(changed.equals(sealed)).to.equal(false);

    const restore = (changes: Record<string, string> = {}) =>
      payments(['restore', '--base', forged], changes);
    await writeFile(manifest, changed);
    expect((await restore()).stderr).to.match(/^The backup does not match its seal.*\n$/);
    await writeFile(manifest, contentOf(changed));
    expect((await restore()).stderr).to.match(/^This has no seal .*--unsealed, only if .*\n$/);
    await rename(manifest, `${manifest}.json`);
    expect((await restore()).stderr).to.match(/^This has no seal /);
    await writeFile(manifest, sealed);
    const SECRETS_KEY = Keyring.generate();
    expect((await restore({ SECRETS_KEY })).stderr).to.match(/SECRETS_KEY that is not here/);
    expect((await restore()).stderr, 'by the digest').to.match(/damaged: postgresql.auto.conf/);
    expect(await readdir(join(folder, 'data/postgres'))).not.to.include.members(['data', 'data-restoring']);
  });

  it('restore the moment between two writes: one is there, the other is not, and the service goes on', async () => {
    const { result, stderr } = await payments(['restore', '--base', base(), '--to', between]);
    expect(stderr).to.equal('');
    expect(result).to.include({ timeline: 2, secrets_key: 'the same as when it was backed up' });
    expect(Date.parse(result['restored_to'] as string)).to.be.below(Date.parse(between));

    server = await startServer(environment);
    expect(await made()).to.deep.equal(['before the copy', 'one']);
    await make('three');
    expect((await payments(['ledger', 'verify'])).result).to.include({ ok: true });
    await stop();
  });

  it('restore what was written after a restore, or what it left out', async () => {
    const restoreTo = async (copy: string, seal: string, ...args: string[]): Promise<string[]> => {
      await rm(cluster(), { recursive: true });
      const { stderr, result } = await payments(['restore', '--base', copy, ...args]);
      expect(stderr).to.equal('');
      expect(result['seal']).to.include(seal);
      const { DATA_DIR: dataDir = '', WAL_ARCHIVE_DIR: walArchiveDir } = environment;
      const postgres = await startEmbeddedPostgres({ dataDir, walArchiveDir, logger: createLogger('warn') });
      const client = new pg.Client({ connectionString: postgres.connectionString });
      await client.connect();
      const { rows } = await client.query('select description from payment_links order by created_at');
      await client.end();
      await postgres.stop();
      return rows.map(({ description }: { description: string }) => description);
    };
    expect(await restoreTo(base(), 'verified')).to.deep.equal(['before the copy', 'one', 'three']);

    // As copies were before they were sealed.
    const manifest = contentOf(await readFile(join(base(), 'manifest')));
    await writeFile(join(base(), 'manifest.json'), manifest);
    await rm(join(base(), 'manifest'));
    expect(await restoreTo(base(), 'NOT VERIFIED', '--timeline', '1', '--unsealed')).to.deep.equal([
      'before the copy',
      'one',
      'two',
    ]);
  });

  it('have no hole: no start without the archive, and no copy without one', async () => {
    const { DATA_DIR = '' } = environment;
    const refused = runProgram('build/cli.js', ['accounts', 'create', '--name', 'x'], { DATA_DIR });
    expect(await refused.exited).to.equal(3);
    expect(refused.stderr()).to.match(/set WAL_ARCHIVE_DIR, which was .*\/wal\./);

    const other = join(folder, 'other');
    const postgres = await startEmbeddedPostgres({ dataDir: other, logger: createLogger('warn') });
    const copy = runProgram('build/cli.js', ['backup', '--base', join(folder, 'none')], {
      DATA_DIR: other,
      SECRETS_KEY: Keyring.generate(),
    });
    expect(await copy.exited).to.equal(1);
    expect(copy.stderr()).to.match(/^The log is not archived.*WAL_ARCHIVE_DIR/);
    await postgres.stop();
  });
});
