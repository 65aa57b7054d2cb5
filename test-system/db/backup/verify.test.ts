import { randomInt } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { backUp } from '../../../src/db/backup/back-up.ts';
import { Keyring } from '../../../src/lib/secrets/keyring.ts';
import { createLink, pay } from '../../../test/payment-links/links.ts';
import { until } from '../../../test/support/poll.ts';
import { runProgram, type Program } from '../../../test/support/processes/program.ts';
import { startService, type TestService } from '../../../test/support/service.ts';

/** A command that starts a Postgres of its own, on a busy machine. */
const TOOK_MS = 60_000;

describe('payments backup verify', function () {
  this.timeout(120_000);
  let folder: string;
  let scratch: string;
  let service: TestService;
  let file: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'payments-verify-test-'));
    service = await startService();
    const { api } = await service.createAccount();
    const { code } = await createLink(api);
    await pay(api, code, { method: 'SPEI' });
    file = await write('nightly');
  });
  after(async () => {
    await service?.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    // Where Postgres's own user comes through.
    scratch = await mkdtemp(join(tmpdir(), 'pv-'));
  });
  afterEach(() => rm(scratch, { recursive: true, force: true }));

  const write = async (name: string): Promise<string> => {
    const path = join(folder, name);
    await backUp(service.database.url, Keyring.parse(service.secretsKey), createWriteStream(path));
    return path;
  };
  /** As on a machine that has the key and the file, and also knows the deployment's own database. */
  const start = (path: string, secretsKey = service.secretsKey): Program =>
    runProgram('build/cli.js', ['backup', 'verify', path, '--json'], {
      SECRETS_KEY: secretsKey,
      TMPDIR: scratch,
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing',
    });
  const run = async (...given: Parameters<typeof start>) => {
    const program = start(...given);
    const code = await program.exited;
    return { code, result: JSON.parse(program.stdout()) as Record<string, any>, stderr: program.stderr() };
  };
  const requireNothingLeft = (): Promise<void> =>
    until(async () => (await readdir(scratch)).length === 0, { what: 'nothing is left', timeoutMs: TOOK_MS });

  it('restores it elsewhere, proves its books, and leaves nothing', async () => {
    const { code, result, stderr } = await run(file);
    expect(stderr).to.equal('');
    expect(code).to.equal(0);
    expect(result).to.deep.include({ ok: true, environment: 'test', discrepancies: [], acknowledged: [] });
    expect(result['age_seconds']).to.be.within(0, 600);
    expect(Date.parse(result['backup_of'])).to.be.closeTo((await stat(file)).mtimeMs, 60_000);
    expect(result['rows']).to.be.greaterThan(50);
    expect(result['postings']).to.be.greaterThan(1);
    expect(result['seconds']).to.be.greaterThan(0);
    await requireNothingLeft();
  });

  describe('exits with 1 and says why', () => {
    const failureOf = async (...given: Parameters<typeof start>): Promise<string> => {
      const { code, result, stderr } = await run(...given);
      expect(code).to.equal(1);
      expect(result['error'].message).to.equal(stderr.trim());
      await requireNothingLeft();
      return stderr;
    };
    const changed = async (change: (bytes: Buffer) => Buffer): Promise<string> => {
      const path = join(folder, 'changed');
      await writeFile(path, change(await readFile(file)));
      return path;
    };

    it('when its end is missing', async () => {
      const path = await changed((bytes) => bytes.subarray(0, -randomInt(1, 100)));
      expect(await failureOf(path)).to.match(/incomplete/);
    });

    it('when a byte was changed', async () => {
      const path = await changed((bytes) => {
        const at = randomInt(bytes.indexOf(10) + 5, bytes.length);
        bytes[at] = (bytes[at] ?? 0) ^ randomInt(1, 256);
        return bytes;
      });
      expect(await failureOf(path)).to.match(/does not match its seal/);
    });

    it('when it was sealed with another key', async () => {
      expect(await failureOf(file, Keyring.generate())).to.match(/SECRETS_KEY/);
    });

    it('when there is no such file', async () => {
      expect(await failureOf(join(folder, 'missing'))).to.match(/no such file/);
    });

    it('when its books do not add up, with each discrepancy', async () => {
      const [row] = await service.database.query(
        `update ledger_balances set balance = balance + 1 where balance > 0 returning account_id, book`,
      );
      const broken = await write('broken');
      const { code, result, stderr } = await run(broken);
      expect(stderr).to.equal('');
      expect(code).to.equal(1);
      expect(result['ok']).to.equal(false);
      expect(JSON.stringify(result['discrepancies'])).to.include(row?.['book']);
      await requireNothingLeft();
    });
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`leaves nothing when it is ended by ${signal} at any moment`, async () => {
      const program = start(file);
      await until(async () => (await readdir(scratch)).length > 0, { what: 'it has begun' });
      await delay(randomInt(0, 1_500));
      program.process.kill(signal);
      expect(await program.exited).to.equal(1);
      expect(program.stderr()).to.equal('Interrupted before the backup was verified.\n');
      await requireNothingLeft();
    });
  }
});
