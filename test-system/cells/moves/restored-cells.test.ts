import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { workFor } from '../../../src/lib/cell.ts';
import { Keyring } from '../../../src/lib/secrets/keyring.ts';
import {
  isSignedIn,
  joinWithPassword,
  setPassword,
  signInByPassword,
  Visitor,
} from '../../../test/panel/people.ts';
import { send } from '../../../test/support/client.ts';
import { createTestDatabase, findWaiting, type TestDatabase } from '../../../test/support/database.ts';
import { until } from '../../../test/support/poll.ts';
import { runProgram } from '../../../test/support/processes/program.ts';
import { runningOn, type TestAccount, type TestService } from '../../../test/support/service.ts';
import { fund } from '../../../test/transfers/rig.ts';
import { requireGoodBooks } from './two-cells.ts';

/** Two cells of which each can be restored: their services run in this process, and commands in their own. */
describe('a cell whose database is restored', function () {
  this.timeout(240_000);
  let folder: string;
  let cellsFile: string;
  let environments: [Record<string, string>, Record<string, string>];
  let databases: TestDatabase[] = [];
  let services: TestService[] = [];
  const running = new Set<TestService>();
  let operatorKeys: string[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'payments-restored-'));
    cellsFile = join(folder, 'cells.json');
    const cells = [0, 1].map((cell) => ({
      ...{ cell, servers: ['127.0.0.1:1'], url: `http://127.0.0.${cell + 1}:1` },
      environment_file: `cell-${cell}.env`,
    }));
    await writeFile(cellsFile, JSON.stringify({ cells }));
    const shared = {
      SECRETS_KEY: Keyring.generate(),
      CELLS_KEY: randomBytes(32).toString('base64'),
      CELLS_FILE: cellsFile,
    };
    databases = [await createTestDatabase(), await createTestDatabase()];
    environments = [
      { ...shared, CELL: '0', DATABASE_URL: databases[0]!.url },
      { ...shared, CELL: '1', DATABASE_URL: databases[1]!.url },
    ];
    services = [];
    operatorKeys = [];
    for (const cell of [0, 1] as const) {
      await writeEnvironment(cell);
      services[cell] = await serve(cell, databases[cell]!);
      operatorKeys.push((await payments('operators', 'add', '--name', 'ana', '--cell', String(cell))).key);
    }
  });
  afterEach(async () => {
    for (const service of running) await service.close();
    running.clear();
    for (const database of databases) await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const writeEnvironment = (cell: 0 | 1) =>
    writeFile(
      join(folder, `cell-${cell}.env`),
      Object.entries(environments[cell])
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
  const serve = async (cell: 0 | 1, database: TestDatabase): Promise<TestService> => {
    const service = await runningOn(database, environments[cell]);
    running.add(service);
    // What this process issues is the first one's.
    workFor(0);
    return service;
  };
  /** What a command says, or why it fails. */
  const payments = async (...args: string[]): Promise<any> => {
    const program = runProgram('build/cli.js', [...args, '--json'], {
      ...environments[0],
      OPERATOR_KEY: operatorKeys.join(','),
    });
    await program.exited;
    return JSON.parse(program.stdout() || JSON.stringify({ error: program.stderr() }));
  };
  const failureOf = async (outcome: Promise<any>): Promise<string> => (await outcome).error.message;
  const backUp = (cell: 0 | 1) => payments('backup', join(folder, `backup-${cell}`), '--cell', String(cell));
  /** Into a new database, which takes the place of the cell's own. */
  const restore = async (cell: 0 | 1): Promise<TestDatabase> => {
    running.delete(services[cell]!);
    await services[cell]!.close();
    const restored = await createTestDatabase('template1');
    databases.push(restored);
    environments[cell].DATABASE_URL = restored.url;
    await writeEnvironment(cell);
    const outcome = await payments('restore', join(folder, `backup-${cell}`), '--cell', String(cell));
    expect(outcome, JSON.stringify(outcome)).to.have.property('backup_of');
    return restored;
  };
  /** What `cells status` finds wrong with a cell, apart from its servers, of which there are none. */
  const wrongWith = async (cell: 0 | 1): Promise<string[]> => {
    const { cells } = await payments('cells', 'status');
    return cells[cell].wrong.filter((wrong: string) => !wrong.includes('It does not answer.'));
  };
  const move = (id: string, from: 0 | 1 = 0) =>
    payments('accounts', 'move', id, '--cell', String(from), '--to', String(1 - from));
  const fundedAccount = async (): Promise<TestAccount> => {
    const account = await services[0]!.createAccount();
    await fund(account, 'MXNB', '4000');
    return account;
  };
  const balanceIn = async (cell: 0 | 1, { key }: TestAccount): Promise<number> => {
    // As from a proxy that another cell has sent here: this process is cell 0 for both.
    const headers = { authorization: `Bearer ${key.secret}`, 'payments-cell': '0' };
    const { status, text } = await send(services[cell]!.baseUrl, {
      ...{ method: 'GET', path: '/v1/balances', agent: false, headers },
    });
    return status === 200 ? Number(JSON.parse(text).data[0].available) : status;
  };

  it('lets go the accounts that have moved to another cell since, before it works', async () => {
    const account = await fundedAccount();
    const owner = await joinWithPassword(services[0]!, account.id, 'owner');
    await backUp(0);
    expect(await move(account.id))
      .to.have.property('paused_ms')
      .above(0);
    const restored = await restore(0);

    expect(await wrongWith(0)).to.deep.equal([
      'Its database was restored, and the cell does not start: payments accounts settle --cell 0',
      `Account ${account.id} works here as it was before it moved to cell 1: payments accounts settle --cell 0`,
    ]);
    const started = await serve(0, restored).then(
      () => 'it started',
      (error: Error) => error.message,
    );
    expect(started).to.contain('This database was restored');
    expect(await failureOf(move(account.id, 1))).to.contain('Cell 0 was restored');

    expect(await payments('accounts', 'settle', '--cell', '0')).to.deep.equal({
      ...{ cell: 0, let_go: [{ account: account.id, cell: 1 }], lost: [] },
    });
    expect(await wrongWith(0)).to.deep.equal([]);
    expect(
      await restored.query('select from passwords where user_id = $1', [owner.id]),
      'a one-time code counts in one cell',
    ).to.have.lengthOf(0);
    services[0] = await serve(0, restored);
    expect(await balanceIn(0, account)).to.equal(421);
    expect(await balanceIn(1, account)).to.equal(4000);
    await requireGoodBooks({ services });
    expect(await move(account.id, 1))
      .to.have.property('paused_ms')
      .above(0);
    expect(await balanceIn(0, account)).to.equal(4000);
    await requireGoodBooks({ services });
  });

  it('names the accounts that it has lost, and they are taken up again where they came from', async () => {
    const account = await fundedAccount();
    const owner = await joinWithPassword(services[0]!, account.id, 'owner');
    await backUp(1);
    expect(await move(account.id))
      .to.have.property('paused_ms')
      .above(0);
    const restored = await restore(1);
    const lost = `Account ${account.id} works in no cell: it has left cell 0, and cell 1 has no whole copy. If no later backup of cell 1 has it: payments accounts take-up ${account.id} --cell 0`;

    expect(await wrongWith(0)).to.deep.equal([lost]);
    expect(await payments('accounts', 'settle', '--cell', '1')).to.deep.equal({
      ...{ cell: 1, let_go: [], lost: [lost] },
    });
    expect(await failureOf(move(account.id))).to.contain('Cell 1 has no whole copy of the account');
    expect(await payments('accounts', 'take-up', account.id, '--cell', '0')).to.deep.equal({
      ...{ account: account.id, cell: 0, lost_by: 1 },
      cannot_sign_in: [`${owner.email}: payments users reset ${owner.id} --cell 0`],
    });
    const { sign_in_url } = await payments('users', 'reset', owner.id, '--cell', '0');
    const visitor = new Visitor(services[0]!);
    await visitor.post(new URL(sign_in_url).pathname);
    const { secret } = await setPassword(visitor);
    const returning = new Visitor(services[0]!);
    await signInByPassword(services[0]!, returning, { ...owner, secret });
    expect(await isSignedIn(returning)).to.equal(true);
    expect(await wrongWith(0)).to.deep.equal([]);
    services[1] = await serve(1, restored);
    expect(await balanceIn(0, account)).to.equal(4000);
    await requireGoodBooks({ services });
    expect(await failureOf(payments('accounts', 'take-up', account.id, '--cell', '0'))).to.contain(
      'The account is in cell 0: there is nothing to take up again.',
    );
    expect(await move(account.id))
      .to.have.property('paused_ms')
      .above(0);
    expect(await balanceIn(1, account)).to.equal(4000);
    await requireGoodBooks({ services });
  });

  it('is restored also from a backup that was made while an account was being copied to it', async () => {
    const account = await fundedAccount();
    const holding = new pg.Client({ connectionString: databases[1]!.url });
    await holding.connect();
    await holding.query('begin');
    // Deposits come before the links that they pay, and may be read.
    await holding.query('lock table payment_links in share mode');
    const moved = move(account.id);
    await until(async () => (await findWaiting(databases[1]!, '%payment_links%')).length > 0, {
      what: 'the copy has come to the links',
    });
    await backUp(1);
    await holding.end();
    expect(await moved)
      .to.have.property('paused_ms')
      .above(0);

    const restored = await restore(1);
    await payments('accounts', 'settle', '--cell', '1');
    await payments('accounts', 'take-up', account.id, '--cell', '0');
    services[1] = await serve(1, restored);
    expect(await balanceIn(0, account)).to.equal(4000);
    expect(await move(account.id))
      .to.have.property('paused_ms')
      .above(0);
    expect(await balanceIn(1, account)).to.equal(4000);
    await requireGoodBooks({ services });
  });
});
