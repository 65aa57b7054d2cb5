import { randomInt } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { backUp } from '../../../src/db/backup/back-up.ts';
import { restore } from '../../../src/db/backup/restore.ts';
import { StartupError } from '../../../src/lib/errors/errors.ts';
import { Keyring } from '../../../src/lib/secrets/keyring.ts';
import { seal } from '../../../src/lib/secrets/seal.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { runProgram } from '../../../test/support/processes/program.ts';
import { startService } from '../../../test/support/service.ts';
import { fund } from '../../../test/transfers/rig.ts';
import { describeSchema } from '../schema.ts';
import { forge, inFirstFormat, pack, takeApart, unpack } from './unsealed.ts';

describe('a backup that somebody could write to', function () {
  this.timeout(120_000);
  let folder: string;
  let secretsKey: string;
  let file: Buffer;
  let later: Buffer;
  let empty: TestDatabase;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'payments-tampering-'));
    empty = await createTestDatabase('template1');
    const service = await startService();
    ({ secretsKey } = service);
    const write = async (name: string): Promise<Buffer> => {
      const path = join(folder, name);
      await backUp(service.database.url, Keyring.parse(secretsKey), createWriteStream(path));
      return readFile(path);
    };
    const account = await service.createAccount();
    await fund(account, 'MXNB', '1000');
    // So that a file has many blocks, and most of them are read while rows are loaded.
    await service.database.query(
      `insert into accounts (id, name, created_at)
         select gen_random_uuid(), md5(random()::text), now() from generate_series(1, 10000)`,
    );
    file = await write('backup');
    await fund(account, 'MXNB', '500');
    later = await write('later');
    expect(takeApart(file).blocks.length).to.be.greaterThan(10);
    await service.close();
  });
  after(async () => {
    await empty?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Nine times the money, in all tables alike. */
  const enriched = (): string =>
    forge(unpack(file), (tables) =>
      tables.map(({ rows, ...table }) => ({
        ...table,
        rows: rows.replaceAll('1000.00000000', '9000.00000000'),
      })),
    );
  /** Sealed with a key of the forger's own, under the line that names the deployment's. */
  const disguise = async (content: string): Promise<Buffer> => {
    const forged = seal(Readable.from([pack(content)]), 'backup', Keyring.parse(Keyring.generate()));
    return Buffer.concat([takeApart(file).line, ...takeApart(await buffer(forged)).blocks]);
  };
  const failureOf = async (source: Readable, key = secretsKey): Promise<string> => {
    const unsealing = { acceptUnsealed: false, keyring: Keyring.parse(key) };
    const failure: unknown = await restore(empty.url, source, 'test', unsealing).then(
      () => 'restored',
      (error: unknown) => error,
    );
    expect(failure).to.be.instanceOf(StartupError);
    const { message } = failure as StartupError;
    expect(message).not.to.include('\n');
    return message;
  };
  const failureOfFile = async (content: Buffer, key?: string): Promise<string> => {
    const path = join(folder, 'changed');
    await writeFile(path, content);
    return failureOf(createReadStream(path), key);
  };
  const requireUntouched = async (): Promise<void> => {
    expect(await describeSchema((text) => empty.query(text))).to.deep.equal([]);
  };
  afterEach(requireUntouched);

  it('is refused when an amount was changed, and all digests made anew', async () => {
    const content = enriched();
    expect(content).not.to.equal(unpack(file));
    expect(await failureOfFile(pack(content))).to.match(/has no seal/);
    expect(await failureOfFile(await disguise(content))).to.match(/does not match its seal/);
  });

  it('is refused when two tables were swapped', async () => {
    const swapped = forge(unpack(file), (tables) => {
      const [first, second, ...others] = tables.toSorted((a, b) => b.rows.length - a.rows.length);
      if (!first || !second) throw new Error('there are fewer than two tables');
      return [second, first, ...others];
    });
    expect(await failureOfFile(pack(swapped))).to.match(/has no seal/);
    expect(await failureOfFile(await disguise(swapped))).to.match(/does not match its seal/);
  });

  it('is refused when a row was added', async () => {
    const added = forge(unpack(file), (tables) =>
      tables.map((table) =>
        table.name === 'accounts'
          ? { ...table, rows: table.rows + table.rows.replaceAll(/^[0-9a-f]{8}/gm, '00000000') }
          : table,
      ),
    );
    expect(await failureOfFile(await disguise(added))).to.match(/does not match its seal/);
    expect(await failureOfFile(Buffer.concat([file, Buffer.from('1\t2\t3\n')]))).to.match(
      /does not match its seal/,
    );
  });

  it('is refused when a byte anywhere was changed', async () => {
    // Each byte of a small sealed file is changed in test/lib/seal.test.ts.
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const [at, by] = [randomInt(file.length), randomInt(1, 256)];
      const changed = Buffer.from(file);
      changed[at] = (changed[at] ?? 0) ^ by;
      expect(await failureOfFile(changed), `byte ${at} ^ ${by}`).to.match(
        /no seal|does not match its seal|not here|incomplete/,
      );
    }
  });

  it('is refused when its end is missing', async () => {
    const { line, blocks } = takeApart(file);
    expect(await failureOfFile(Buffer.concat([line, ...blocks.slice(0, -1)]))).to.match(/incomplete/);
    for (const length of [randomInt(file.length), file.length - 1]) {
      expect(await failureOfFile(file.subarray(0, length)), `${length} bytes`).to.match(/no seal|incomplete/);
    }
  });

  it('is refused when it was replaced by another one while it was read', async () => {
    const path = join(folder, 'replaced');
    await writeFile(path, file);
    const half = Math.floor(file.length / 2);
    async function* replacing(): AsyncGenerator<Buffer> {
      yield* createReadStream(path, { end: half - 1 });
      await writeFile(path, later);
      yield* createReadStream(path, { start: half });
    }
    expect(await failureOf(Readable.from(replacing(), { objectMode: false }))).to.match(
      /does not match its seal/,
    );
  });

  it('is refused under another secrets key, which is named', async () => {
    const other = Keyring.generate();
    expect(await failureOfFile(file, other)).to.match(/SECRETS_KEY that is not here \(version 1\)/);
    expect(await failureOfFile(file, `2:${other}`)).to.match(/not here \(version 1\)/);
  });

  describe('on the command line', () => {
    const databases: TestDatabase[] = [];
    after(async () => {
      for (const database of databases) await database.drop();
    });
    const run = async (environment: Record<string, string>, ...args: string[]) => {
      const program = runProgram('build/cli.js', [...args, '--json'], { DATA_DIR: folder, ...environment });
      const code = await program.exited;
      return {
        code,
        stderr: program.stderr(),
        result: JSON.parse(program.stdout()) as Record<string, unknown>,
      };
    };
    const restoring = async (content: Buffer, key: string | undefined, ...options: string[]) => {
      const database = await createTestDatabase('template1');
      databases.push(database);
      const path = join(folder, 'given');
      await writeFile(path, content);
      const environment = { DATABASE_URL: database.url, ...(key !== undefined && { SECRETS_KEY: key }) };
      return { ...(await run(environment, 'restore', path, ...options)), database };
    };
    const balanceIn = async (database: TestDatabase): Promise<unknown> => {
      const [row] = await database.query(
        `select balance::integer from ledger_balances where asset = 'MXNB' and book = 'available'`,
      );
      return row?.['balance'];
    };

    it('is refused without a seal, until it is asked for by name: then nothing shows what was changed', async () => {
      const forged = pack(enriched());
      const refused = await restoring(forged, secretsKey);
      expect(refused.code).to.equal(1);
      expect(refused.stderr).to.match(/^This has no seal .*--unsealed, only if .*\n$/);
      expect(await describeSchema((text) => refused.database.query(text))).to.deep.equal([]);

      const accepted = await restoring(forged, secretsKey, '--unsealed');
      expect(accepted.stderr).to.equal('');
      expect(accepted.result['seal']).to.match(/^NOT VERIFIED: .*ledger verify/);
      expect(await balanceIn(accepted.database)).to.equal(9000);
    });

    it('of before there were seals is restored when asked for by name', async () => {
      const first = inFirstFormat(file);
      expect((await restoring(first, secretsKey)).stderr).to.match(/made before backups were sealed/);
      const { result, database } = await restoring(first, secretsKey, '--unsealed');
      expect(result['seal']).to.match(/^NOT VERIFIED/);
      expect(result['secrets_key']).to.equal('the same as when it was backed up');
      expect(await balanceIn(database)).to.equal(1000);
    });

    it('is restored without its key only when asked for by name, which brings back the books', async () => {
      for (const key of [Keyring.generate(), undefined]) {
        const { stderr } = await restoring(file, key);
        expect(stderr).to.match(/^This backup is sealed with a SECRETS_KEY .*\n$/);
      }
      const { result, database } = await restoring(file, undefined, '--unsealed');
      expect(result['seal']).to.match(/^NOT VERIFIED/);
      expect(result['secrets_key']).to.match(/^none here/);
      expect(await balanceIn(database)).to.equal(1000);
    });

    it('is not believed when its key is here, whatever is asked for', async () => {
      const { stderr } = await restoring(await disguise(enriched()), secretsKey, '--unsealed');
      expect(stderr).to.match(/does not match its seal/);
    });

    it('is not made without a key to seal it with', async () => {
      const { code, stderr } = await run({ DATABASE_URL: empty.url }, 'backup', join(folder, 'none'));
      expect(code).to.equal(1);
      expect(stderr).to.match(/^There is no secrets key in .*SECRETS_KEY\.\n$/);
    });
  });
});
