import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { findShared, meansOf } from '../../src/commands/cells/shared-resources.ts';
import { readConfig } from '../../src/config/config.ts';
import { cellOfId } from '../../src/lib/ids.ts';
import { Keyring } from '../../src/lib/secrets/keyring.ts';
import { createClient } from '../../test/support/client.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { freePort } from '../../test/support/outside/free-port.ts';
import { runProgram, startServer, type RunningServer } from '../../test/support/processes/program.ts';
import type { Outcome } from '../../test/support/processes/command.ts';

describe('the operator of several cells', function () {
  this.timeout(180_000);
  let folder: string;
  let cellsFile: string;
  let databases: TestDatabase[];
  let ports: number[];
  const environments: Record<string, string>[] = [];
  const servers: RunningServer[] = [];
  /** One of each cell. */
  const operatorKeys: string[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'payments-cells-'));
    cellsFile = join(folder, 'cells.json');
    databases = [await createTestDatabase(), await createTestDatabase('template1')];
    ports = [await freePort(), await freePort()];
    const [secretsKey, cellsKey] = [Keyring.generate(), Keyring.generate()];
    for (const cell of [0, 1]) {
      const environment = {
        DATABASE_URL: databases[cell]!.url,
        // Accounts move to cell 1, which can read what cell 0 has sealed; the other way, it is not so.
        SECRETS_KEY: cell === 0 ? secretsKey : `2:${Keyring.generate()},1:${secretsKey}`,
        CELL: String(cell),
        CELLS_KEY: cellsKey,
        PORT: String(ports[cell]),
        BASE_URL: urlOf(cell),
        CHECKOUT_BASE_URL: urlOf(0),
      };
      environments.push(environment);
      await writeEnvironment(cell, environment);
    }
    await writeCells([0]);
    await startCell(0);
  });
  after(async () => {
    for (const server of servers) server.process.kill('SIGKILL');
    await Promise.all(servers.map(({ exited }) => exited));
    await Promise.all(databases.map((database) => database.drop()));
    await rm(folder, { recursive: true, force: true });
  });

  const urlOf = (cell: number) => `http://127.0.0.${cell + 1}:${ports[cell]}`;
  const serverOf = (cell: number) => `127.0.0.1:${ports[cell]}`;
  const writeEnvironment = (cell: number, environment: Record<string, string>) =>
    writeFile(
      join(folder, `cell-${cell}.env`),
      Object.entries(environment)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
  const writeCells = (cells: number[]) =>
    writeFile(
      cellsFile,
      JSON.stringify({
        cells: cells.map((cell) => ({
          cell,
          servers: [serverOf(cell)],
          url: urlOf(cell),
          environment_file: `cell-${cell}.env`,
        })),
      }),
    );
  const startCell = async (cell: number) => {
    servers[cell] = await startServer({ ...environments[cell], CELLS_FILE: cellsFile });
  };
  /** As an operator types it, whose shell has the variables of cell 0. */
  const payments = async (...args: string[]): Promise<Outcome> => {
    const program = runProgram('build/cli.js', args, {
      ...environments[0],
      CELLS_FILE: cellsFile,
      OPERATOR_KEY: operatorKeys.join(','),
    });
    const code = await program.exited;
    return { code, stdout: program.stdout(), stderr: program.stderr() };
  };
  const json = async (...args: string[]): Promise<any> => {
    const { stdout, stderr } = await payments(...args, '--json');
    return JSON.parse(stdout || JSON.stringify({ stderr }));
  };
  const add = (...more: string[]) =>
    payments(
      ...['cells', 'add', '1', '--like', '0', '--url', urlOf(1), '--servers', serverOf(1)],
      ...['--environment-file', join(folder, 'cell-1.env'), ...more],
    );

  describe('who adds one', () => {
    before(async () => {
      operatorKeys.push((await json('operators', 'add', '--name', 'ana')).key);
      await json('methods', 'set', 'SPEI', '--fee-percent', '1.25', '--min-amount', '15');
      await json('currencies', 'set', 'MXNB', '--max-amount', '400000');
      await json('currencies', 'rate', 'MXN', '--usd', '0.0571');
      await json('fx', 'limit', '--from', 'USDC', '--to', 'MXNB', '--max-exposure', '5000');
    });
    afterEach(() => writeEnvironment(1, environments[1]!));

    it('is refused before anything is changed if it cannot be one beside the others', async () => {
      const refusal = async (change: Record<string, string>) => {
        await writeEnvironment(1, { ...environments[1], ...change });
        const { code, stderr } = await add();
        expect(code).to.be.oneOf([1, 3]);
        return stderr;
      };
      expect(await refusal({ CELL: '2' })).to.match(/^The environment file of cell 1 has CELL=2: /);
      expect(await refusal({ DATABASE_URL: databases[0]!.url })).to.equal(
        'The new cell must have its own DATABASE_URL: it has that of cell 0.\n',
      );
      expect(await refusal({ BASE_URL: 'http://127.0.0.9:1' })).to.match(
        /^BASE_URL must be http.* mails lead/,
      );
      expect(await refusal({ CHECKOUT_BASE_URL: 'http://127.0.0.9:1' })).to.match(
        /payment links would not lead to where/,
      );
      expect(await refusal({ SECRETS_KEY: '' })).to.match(/^SECRETS_KEY must be set in /);
      expect(await refusal({ ENVIRONMENT: 'live' })).to.equal(
        'The new cell has ENVIRONMENT=live, but cell 0 has ENVIRONMENT=test.\n',
      );
      expect(await databases[1]!.query(`select to_regclass('accounts') as made`)).to.deep.equal([
        { made: null },
      ]);
      const again = await payments(
        ...['cells', 'add', '1', '--like', '0', '--url', urlOf(0), '--servers', serverOf(1)],
        ...['--environment-file', join(folder, 'cell-1.env')],
      );
      expect(again.stderr).to.match(/^CELLS_FILE is invalid: cells has the url .* twice\.\n$/);
      expect(JSON.parse(await readFile(cellsFile, 'utf8')).cells).to.have.length(1);
    });

    it('is not given the database of another deployment', async () => {
      const other = await createTestDatabase();
      try {
        await other.query(
          `insert into accounts (id, name, created_at) values (gen_random_uuid(), 'Somebody', now())`,
        );
        await writeEnvironment(1, { ...environments[1], DATABASE_URL: other.url });
        expect((await add()).stderr).to.match(/^The new cell’s database has accounts: /);
        await other.query('delete from accounts where name = $1', ['Somebody']);
        await other.query('insert into deployment (environment, cell) values ($1, 7)', ['test']);
        expect((await add()).stderr).to.match(/^This database belongs to CELL=7: /);
        await other.query(
          `insert into knex_migrations (name, batch, migration_time) values ('20990101000000_later.ts', 1, now())`,
        );
        expect((await add()).stderr).to.match(/^The databases must have the schema of this program, /);
        expect(await other.query('select fee_rate from payment_methods where fee_rate = 0.0125')).to.be.empty;
      } finally {
        await other.drop();
      }
    });

    it('has its empty database prepared like that of another cell, and is entered at the end', async () => {
      const added = await add('--json');
      expect(added.stderr).to.equal('');
      expect(JSON.parse(added.stdout)).to.include({ cell: 1, url: urlOf(1), catalogue_of: 0 });
      expect(await databases[1]!.query('select environment, cell from deployment')).to.deep.equal([
        { environment: 'test', cell: 1 },
      ]);
      for (const list of [
        ['methods', 'list'],
        ['currencies', 'list'],
        ['fx', 'limits'],
      ])
        expect(await json('--cell', '1', ...list)).to.deep.equal(await json(...list));
      expect(JSON.parse(await readFile(cellsFile, 'utf8')).cells[1]).to.deep.equal({
        cell: 1,
        servers: [serverOf(1)],
        url: urlOf(1),
        environment_file: 'cell-1.env',
      });
      expect((await add()).stderr).to.equal('CELLS_FILE already has cell 1.\n');
    });

    it('goes on where an attempt was interrupted before it was entered', async () => {
      await writeCells([0]);
      expect(await add()).to.include({ code: 0, stderr: '' });
      expect(JSON.parse(await readFile(cellsFile, 'utf8')).cells).to.have.length(2);
      expect(await json('cells', 'compare')).to.deep.equal({
        ok: true,
        compared: 2,
        differences: [],
        errors: [],
      });
    });
  });

  describe('who works on one', () => {
    before(async () => {
      await startCell(1);
      const added = await json('--cell', '1', 'operators', 'add', '--name', 'ana');
      expect(added, JSON.stringify(added)).to.have.property('key');
      operatorKeys.push(added.key);
    });

    it('names it, whatever the shell has of another', async () => {
      const { id } = await json('accounts', 'create', '--name', 'Acme of cell 1', '--cell', '1');
      expect(cellOfId(id)).to.equal(1);
      expect((await json('--cell', '1', 'accounts', 'show', id)).name).to.equal('Acme of cell 1');
      expect((await payments('--cell', '0', 'accounts', 'show', id)).code).to.equal(1);
      // Cell 1 has no such provider, although the shell names one.
      const program = runProgram('build/cli.js', ['--cell', '1', 'providers', 'list', '--json'], {
        ...environments[0],
        CELLS_FILE: cellsFile,
        BITSO_API_KEY: 'key-of-cell-0',
        BITSO_API_SECRET: 'secret-of-cell-0',
      });
      await program.exited;
      expect(program.stdout()).to.contain('simulator').and.not.contain('bitso');
    });

    it('is told why it cannot be done', async () => {
      const refusal = async (...args: string[]) => {
        const { code, stdout, stderr } = await payments(...args);
        expect(code).to.be.oneOf([1, 2, 3]);
        expect(stdout).to.equal('');
        return stderr;
      };
      expect(await refusal('--cell', '5', 'accounts', 'list')).to.equal(
        'CELLS_FILE has no cell 5. It has 0, 1.\n',
      );
      expect(await refusal('--cell', '1', 'accounts', 'list', '--data-dir', folder)).to.match(
        /omit --data-dir/,
      );
      expect(await refusal('--cell', '1', 'cells', 'status')).to.match(/omit --cell/);
      expect(await refusal('cells', 'each', '--', 'cells', 'status')).to.match(/about all cells already/);
      await rm(join(folder, 'cell-1.env'));
      expect(await refusal('--cell', '1', 'accounts', 'list')).to.equal(
        `The environment file of cell 1 cannot be read: ${join(folder, 'cell-1.env')}.\n`,
      );
      await writeEnvironment(1, environments[0]!);
      expect(await refusal('--cell', '1', 'accounts', 'list')).to.match(/of cell 1 has CELL=0: /);
      await writeEnvironment(1, environments[1]!);
    });
  });

  describe('who asks all', () => {
    /** A payment of the account's, by a cell's own processes. */
    const bePaid = async (cell: number, amount: string) => {
      const { id } = await json('--cell', String(cell), 'accounts', 'create', '--name', 'Shop', '--approved');
      const key = await json(
        ...['--cell', String(cell), 'keys', 'create', '--account', id, '--name', 'Shop', '--scopes', 'all'],
      );
      const api = createClient(`http://${serverOf(cell)}`, key.secret);
      const link = await api.post('/v1/payment_links', { amount, currency: 'MXNB', description: 'Order' });
      expect(link.status, JSON.stringify(link.body)).to.equal(201);
      const paid = await api.post(`/v1/test_helpers/payment_links/${link.body.code}/deposit`, {
        method: 'SPEI',
      });
      expect(paid.status, JSON.stringify(paid.body)).to.be.within(200, 202);
    };

    it('runs a command in each, also when it fails in one', async () => {
      const listed = await json('cells', 'each', '--', 'methods', 'list');
      expect(listed.cells.map(({ cell, exit_code: code }: any) => [cell, code])).to.deep.equal([
        [0, 0],
        [1, 0],
      ]);
      expect(listed.cells[0].result).to.deep.equal(listed.cells[1].result);

      await writeEnvironment(0, { ...environments[0], DATABASE_URL: 'postgresql://127.0.0.1:1/nowhere' });
      const failed = await payments('cells', 'each', '--', 'rails', 'list');
      await writeEnvironment(0, environments[0]!);
      expect(failed.code).to.equal(1);
      expect(failed.stdout).to.match(
        /^Cell 0\nCannot reach the database: .*\n\nCell 1\nNo|^Cell 0\nCannot reach [^]*Cell 1\n/,
      );
      expect(failed.stderr).to.equal('It failed in cell 0.\n');
    });

    it('adds up what they owe and hold', async () => {
      await bePaid(0, '100.50');
      await bePaid(1, '2000');
      const { ok, assets, errors } = await json('cells', 'solvency');
      expect({ ok, errors }).to.deep.equal({ ok: true, errors: [] });
      const { owed, held, surplus, cover, cells } = assets.find(({ asset }: any) => asset === 'MXNB');
      expect({ owed, held, surplus, cover }).to.deep.equal({
        owed: '2074.24375000',
        held: '2074.24375000',
        surplus: '0.00000000',
        cover: 'covered',
      });
      expect(cells.map((one: any) => [one.cell, one.owed])).to.deep.equal([
        [0, '99.24375000'],
        [1, '1975.00000000'],
      ]);

      const day = ['--from', '2020-01-01', '--to', '2100-01-01'];
      const reconciled = await json('cells', 'reconcile', ...day);
      expect(reconciled).to.deep.include({ ok: true, errors: [] });
      expect(reconciled.providers).to.deep.include({
        provider: 'simulator',
        ok: true,
        matched: 2,
        differences: [],
      });
    });

    it('is told which is short, and that nothing is certain while one cannot be read', async () => {
      await databases[1]!.query(
        `insert into simulator_operations (operation, idempotency_key, reference, asset, amount, details, created_at)
         values ('pay_out', 'a thief', 'T-1', 'MXN', -100, '{}', now())`,
      );
      const short = await payments('cells', 'solvency', '--json');
      expect(short.code).to.equal(1);
      const { cover, surplus, cells } = JSON.parse(short.stdout).assets.find(
        ({ asset }: any) => asset === 'MXNB',
      );
      expect([cover, surplus]).to.deep.equal(['short', '-75.00000000']);
      expect(cells.map((one: any) => one.cover)).to.deep.equal(['covered', 'short']);

      await writeEnvironment(0, { ...environments[0], DATABASE_URL: 'postgresql://127.0.0.1:1/nowhere' });
      const partly = await payments('cells', 'solvency', '--json');
      await writeEnvironment(0, environments[0]!);
      expect(partly.code).to.equal(1);
      const { ok, errors, assets } = JSON.parse(partly.stdout);
      expect(ok).to.equal(false);
      expect(assets.find(({ asset }: any) => asset === 'MXNB').cover).to.equal('unknown');
      expect(errors).to.have.length(1);
      expect(errors[0].cell).to.equal(0);
      expect(errors[0].error).to.match(/^Cannot reach the database/);
    });

    it('sees in the daily comparison what was changed in one alone', async () => {
      const set = await json('--cell', '1', 'methods', 'set', 'SPEI', '--min-amount', '20');
      expect(set, JSON.stringify(set)).to.include({ method: 'SPEI' });
      const compared = await payments('cells', 'compare', '--json');
      expect(compared.code).to.equal(1);
      expect(JSON.parse(compared.stdout).differences).to.deep.equal([
        { cell: 1, of: 'method SPEI', setting: 'min_amount', expected: '15', found: '20' },
      ]);
      await json('cells', 'each', '--', 'methods', 'set', 'SPEI', '--min-amount', '15');
      expect((await payments('cells', 'compare')).code).to.equal(0);
    });

    it('sees what each is and has, and is not delayed by one that is away', async () => {
      const all = await json('cells', 'status');
      expect(all).to.deep.include({ ok: true, shared: [] });
      for (const { cell, url, ready, database, programs, schema, accounts, wrong } of all.cells) {
        expect({ url, ready, database, wrong }).to.deep.equal({
          url: urlOf(cell),
          ready: '1 of 1',
          database: true,
          wrong: [],
        });
        expect(programs).to.deep.equal([schema]);
        expect(accounts).to.be.at.least(1);
      }

      servers[1]!.process.kill('SIGKILL');
      await servers[1]!.exited;
      // A host that drops what is sent to it.
      await writeEnvironment(1, { ...environments[1], DATABASE_URL: 'postgresql://192.0.2.1/nowhere' });
      const away = await payments('cells', 'status', '--json');
      await writeEnvironment(1, environments[1]!);
      expect(away.code).to.equal(1);
      const [zero, one] = JSON.parse(away.stdout).cells;
      expect(zero).to.include({ ready: '1 of 1', database: true });
      expect(one).to.deep.include({ ready: '0 of 1', database: false, accounts: null });
      expect(one.wrong[0]).to.equal(`${serverOf(1)}: It does not answer.`);
      expect(one.wrong[1]).to.match(/database/);
    });
  });

  describe('who moves an account', () => {
    let id: string;
    let secret: string;

    before(async () => {
      // It has read CELLS_FILE before there was a cell 1.
      servers[0]!.process.kill('SIGKILL');
      await servers[0]!.exited;
      await startCell(0);
      ({ id } = await json('accounts', 'create', '--name', 'Mover', '--approved'));
      const key = await json('keys', 'create', '--account', id, '--name', 'Shop', '--scopes', 'all');
      ({ secret } = key);
      const api = createClient(`http://${serverOf(0)}`, secret);
      const order = { amount: '50', currency: 'USDC', description: 'Order', accepted_methods: ['USDC'] };
      const { code } = (await api.post('/v1/payment_links', order)).body;
      const paid = await api.post(`/v1/test_helpers/payment_links/${code}/deposit`, { method: 'USDC' });
      expect(paid.status, paid.text).to.be.within(200, 202);
    });

    it('is told why it cannot be moved', async () => {
      const refusal = async (...args: string[]) => {
        const { code, stdout, stderr } = await payments('accounts', 'move', ...args);
        expect([code, stdout]).to.deep.equal([1, '']);
        return stderr;
      };
      const unknown = '0192f3a4-c1d0-7b3e-8c6d-7e8f9a0b1c2d';
      expect(await refusal(unknown, '--to', '1')).to.equal(`Cell 0 has no account ${unknown}.\n`);
      expect(await refusal(id, '--to', '5')).to.match(/^CELLS_FILE has no cell 5\./);
      expect(await refusal(id, '--to', '0')).to.match(/^This command works on cell 0/);
      expect(await refusal(id, '--to', '0', '--cell', '1')).to.equal(
        'SECRETS_KEY of cell 0 lacks version 2 of that of cell 1, or has another key by that number. Add it, and restart the cell.\n',
      );
      await writeEnvironment(1, { ...environments[1], CELLS_KEY: Keyring.generate() });
      expect(await refusal(id, '--to', '1')).to.match(/^CELLS_KEY must be the same in cell 0 and cell 1: /);
      await writeEnvironment(1, environments[1]!);
      await json('--cell', '1', 'methods', 'set', 'SPEI', '--min-amount', '20');
      expect(await refusal(id, '--to', '1')).to.match(/^The catalogues differ: min_amount of method SPEI\./);
      await json('--cell', '1', 'methods', 'set', 'SPEI', '--min-amount', '15');
    });

    it('cannot move it beside a program that knows no moves, which would go on writing', async () => {
      const older = new pg.Client({
        connectionString: databases[1]!.url,
        application_name: 'payments/20260101000000',
      });
      await older.connect();
      try {
        const { code, stderr } = await payments('accounts', 'move', id, '--to', '1');
        expect(code).to.equal(1);
        expect(stderr).to.match(
          /^Programs that know no moves are still connected to the database of cell 1, from /,
        );
      } finally {
        await older.end();
      }
    });

    it('sees each step, and the account in the other cell', async () => {
      const balances = await json('balances', '--account', id);
      const { code, stdout, stderr } = await payments('accounts', 'move', id, '--to', '1', '--json');
      expect(code, stderr).to.equal(0);
      expect(stderr.match(/^\w+(?=: )/gm)).to.deep.equal([
        ...['begun', 'copied', 'proven', 'frozen', 'left', 'arrived', 'done'],
      ]);
      const { rows, paused_ms: pausedMs, ...moved } = JSON.parse(stdout);
      expect(moved).to.deep.equal({ account: id, from: 0, to: 1 });
      expect(rows).to.be.above(10);
      expect(pausedMs).to.be.within(1, 2_000);
      expect(await json('--cell', '1', 'balances', '--account', id)).to.deep.include({
        data: balances.data,
      });
      const elsewhere = await fetch(`http://${serverOf(0)}/v1/balances`, {
        headers: { authorization: `Bearer ${secret}` },
      });
      expect([elsewhere.status, elsewhere.headers.get('payments-cell')]).to.deep.equal([421, '1']);
      expect((await json('accounts', 'show', id)).moved_to_cell).to.equal(1);
      for (const cell of ['0', '1'])
        expect(await json('--cell', cell, 'ledger', 'verify')).to.deep.include({ ok: true });
    });

    it('sees in the status that a move is not complete, until it is', async () => {
      const unfinished = async () =>
        (await json('cells', 'status')).cells[0].wrong.filter((line: string) => line.startsWith('Account'));
      expect(await unfinished()).to.deep.equal([]);
      await databases[0]!.query('update account_moves set completed_at = null where account_id = $1', [id]);
      expect(await unfinished()).to.deep.equal([
        `Account ${id} has left, and its move is not complete: payments accounts move ${id} --cell 0 --to 1`,
      ]);
      await payments('accounts', 'move', id, '--to', '1');
      expect(await unfinished()).to.deep.equal([]);
    });

    it('completes nothing twice', async () => {
      const again = await payments('accounts', 'move', id, '--to', '1', '--json');
      expect(JSON.parse(again.stdout)).to.deep.include({ account: id, paused_ms: null });
      expect(await json('--cell', '1', 'ledger', 'verify')).to.deep.include({ ok: true });
    });
  });
});

describe('what two cells must not have in common', () => {
  const chains = { CHAINS_FILE: 'chains.json' };
  const means = (environment: Record<string, string>) =>
    meansOf(readConfig({ DATABASE_URL: `postgresql://db/${Math.random()}`, ...environment }));
  const sharedBy = (...environments: Record<string, string>[]) =>
    Promise.all(
      environments.map(async (environment, cell) => ({ cell, means: await means(environment) })),
    ).then(findShared);

  it('is an extended public key: both would hand out the same addresses', async () => {
    const [one, other] = [
      { ...chains, CHAIN_XPUB: 'xpub-1' },
      { ...chains, CHAIN_XPUB: 'xpub-2' },
    ];
    expect(await sharedBy(one, other)).to.deep.equal([]);
    expect(await sharedBy(one, other, one)).to.deep.equal([{ what: 'CHAIN_XPUB', cells: [0, 2] }]);
  });

  it('is an account at a provider, of which no secret is shown', async () => {
    const bitso = (key: string) => ({ BITSO_API_KEY: key, BITSO_API_SECRET: 'canary-secret' });
    expect(await sharedBy(bitso('one-key'), bitso('other-key'))).to.deep.equal([]);
    const shared = await sharedBy(bitso('one-key'), bitso('one-key'));
    expect(shared).to.deep.equal([{ what: 'BITSO_API_KEY', cells: [0, 1] }]);
  });

  it('is a bank account, by its number, whatever each calls it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'payments-banks-'));
    try {
      const withBank = async (id: string, clabe: string) => {
        const file = join(folder, `${id}.json`);
        await writeFile(file, JSON.stringify({ accounts: [bankAccount(id, clabe)] }));
        return { BANK_ACCOUNTS_FILE: file };
      };
      const [one, same, other] = [
        await withBank('operations', '002010077777777771'),
        await withBank('main', '002010077777777771'),
        await withBank('spare', '032180000118359719'),
      ];
      expect(await sharedBy(one, other)).to.deep.equal([]);
      expect(await sharedBy(one, other, same)).to.deep.equal([
        { what: 'bank account operations', cells: [0, 2] },
      ]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  const bankAccount = (id: string, clabe: string) => ({
    id,
    asset: 'MXN',
    at_par: ['MXNB'],
    methods: ['SPEI'],
    holder: 'Acme',
    bank: { name: 'Banamex' },
    clabe,
  });
});
