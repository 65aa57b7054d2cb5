import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { runPayments, type Outcome } from '../test/support/processes/command.ts';
import { runProgram } from '../test/support/processes/program.ts';
import { startService, type TestService } from '../test/support/service.ts';

const NOBODY = '11111111-1111-4111-8111-111111111111';

describe('the payments command', () => {
  let service: TestService;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());

  /** A separate process beside the running service, with its database and secrets. */
  async function runProcess(...args: string[]): Promise<Outcome> {
    const program = runProgram('build/cli.js', args, {
      DATABASE_URL: service.database.url,
      SECRETS_KEY: service.secretsKey,
    });
    const code = await program.exited;
    return { code, stdout: program.stdout(), stderr: program.stderr() };
  }

  const payments = (...args: string[]): Promise<Outcome> => runPayments(service, ...args);

  async function json(...args: string[]): Promise<any> {
    return resultOf(await payments(...args, '--json'));
  }

  it('opens an account and creates, rotates and revokes its key, with immediate effect on the server', async () => {
    const run = async (...args: string[]) => resultOf(await runProcess(...args, '--json'));
    const account = await run(
      'accounts',
      'create',
      '--name',
      'Acme',
      '--email',
      'ops@acme.example',
      '--approved',
    );
    const key = await run(
      'keys',
      'create',
      '--account',
      account.id,
      '--name',
      'Shop',
      '--scopes',
      'links:read,balances:read',
    );
    const ping = await service.client(key.secret).get('/v1/ping');
    expect(ping.body).to.deep.include({ account: { id: account.id } });
    expect(ping.body.api_key).to.deep.equal({
      id: key.id,
      name: 'Shop',
      last_four: key.last_four,
      scopes: ['links:read', 'balances:read'],
    });

    const [listed] = (await run('keys', 'list', '--account', account.id)).data;
    expect(listed).to.include({ id: key.id, name: 'Shop', last_four: key.last_four, state: 'active' });

    const rotated = await run('keys', 'rotate', key.id);
    expect(rotated.secret).not.to.equal(key.secret);
    expect((await service.client(key.secret).get('/v1/ping')).status).to.equal(401);
    expect((await service.client(rotated.secret).get('/v1/ping')).status).to.equal(200);

    const beside = await run('keys', 'rotate', key.id, '--old-valid', '24h');
    expect(Date.parse(beside.old_valid_until) - Date.now()).to.be.closeTo(86_400_000, 60_000);
    expect((await service.client(rotated.secret).get('/v1/ping')).status).to.equal(200);
    expect(await run('keys', 'revoke', key.id, '--old-secret')).to.deep.equal({
      id: key.id,
      old_secret_ended: true,
    });
    expect((await service.client(rotated.secret).get('/v1/ping')).status).to.equal(401);
    expect((await service.client(beside.secret).get('/v1/ping')).status).to.equal(200);

    await run('keys', 'revoke', key.id);
    expect((await service.client(beside.secret).get('/v1/ping')).status).to.equal(401);
    expect((await runProcess('keys', 'rotate', key.id)).stderr).to.equal(
      'The API key was revoked or has expired, for good. Create a new one.\n',
    );
  });

  it('fits its tables into COLUMNS where its output is a pipe', async () => {
    const widthIn = async (COLUMNS: string) => {
      const program = runProgram('build/cli.js', ['methods', 'list'], {
        DATABASE_URL: service.database.url,
        SECRETS_KEY: service.secretsKey,
        COLUMNS,
      });
      expect(await program.exited).to.equal(0);
      return Math.max(
        ...program
          .stdout()
          .split('\n')
          .map((line) => line.length),
      );
    };
    expect(await widthIn('60')).to.be.at.most(60);
    expect(await widthIn('200')).to.be.within(100, 200);
    expect(await widthIn('wide')).to.be.at.most(80);
  });

  it('writes a month as a spreadsheet from the bundle', async () => {
    const { id, api } = await service.createAccount();
    const link = { amount: '100', currency: 'MXNB', description: 'Order 1' };
    const { body } = await api.post('/v1/payment_links', link);
    await json('deposits', 'simulate', '--link', body.code, '--method', 'SPEI');
    const folder = await mkdtemp(join(tmpdir(), 'payments-month-'));
    try {
      const file = join(folder, 'month.xlsx');
      const month = ['--account', id, '--month', new Date().toISOString().slice(0, 7), '--output', file];
      const written = await runProcess('statements', 'month', ...month);
      expect(written.stderr).to.equal('');
      expect((await readFile(file)).subarray(0, 2).toString()).to.equal('PK');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('creates no key for an individual account', async () => {
    const { id, kind } = await json(
      'accounts',
      'create',
      '--name',
      'Ada',
      '--kind',
      'individual',
      '--approved',
    );
    expect(kind).to.equal('individual');
    const refused = await runPayments(
      service,
      'keys',
      'create',
      '--account',
      id,
      '--name',
      'x',
      '--scopes',
      'all',
    );
    expect([refused.code, refused.stderr]).to.deep.equal([
      1,
      'An individual account has no API keys; only companies have.\n',
    ]);
  });

  it('creates a key for an account that was never approved only when told to', async () => {
    const { id } = await json('accounts', 'create', '--name', 'Soon approved');
    const create = ['keys', 'create', '--account', id, '--name', 'x', '--scopes', 'all'];
    const refused = await runPayments(service, ...create);
    expect([refused.code, refused.stderr]).to.deep.equal([
      1,
      `This account was never approved, and its API keys only work once it is: payments accounts set ${id} --kyb approved. To create one now all the same, add --before-approval.\n`,
    ]);
    const key = await json(...create, '--before-approval');
    expect((await service.client(key.secret).get('/v1/ping')).status).to.equal(401);
    await json('accounts', 'set', id, '--kyb', 'approved');
    expect((await service.client(key.secret).get('/v1/ping')).status).to.equal(200);
    await json('accounts', 'set', id, '--kyb', 'rejected');
    expect((await json(...create)).secret, 'once approved is enough').to.match(/^sk_test_/);
  });

  it('sets the time zone and the base currency of an account, if they exist', async () => {
    const { id } = await json('accounts', 'create', '--name', 'Café Azul');
    expect(await json('accounts', 'show', id)).to.include({ time_zone: 'UTC', base_currency: null });
    const set = ['accounts', 'set', id, '--time-zone', 'America/Mexico_City', '--base-currency', 'MXN'];
    expect(await json(...set)).to.include({ time_zone: 'America/Mexico_City', base_currency: 'MXN' });
    expect(await json('accounts', 'set', id, '--base-currency', 'none')).to.include({
      time_zone: 'America/Mexico_City',
      base_currency: null,
    });
    const zone = await runPayments(service, 'accounts', 'set', id, '--time-zone', '-06:00');
    expect([zone.code, zone.stderr]).to.deep.equal([
      2,
      "'-06:00' is not valid for --time-zone. It must be UTC or the IANA name of a zone, like America/Mexico_City.\n",
    ]);
    const currency = await runPayments(service, 'accounts', 'set', id, '--base-currency', 'EUR');
    expect([currency.code, currency.stderr]).to.deep.equal([
      1,
      'Unknown currency EUR. The currencies are COP, MXN, USD.\n',
    ]);
  });

  it('creates keys with limits, addresses, an expiry and a version', async () => {
    const { id } = await service.createAccount();
    const limits = ['--requests-per-minute', '7', '--money-per-day', '3', '--api-version', '2026-05-01'];
    const key = await json('keys', 'create', '--account', id, '--name', 'x', '--scopes', 'all', ...limits);
    const answer = await service.client(key.secret).get('/v1/ping');
    expect(answer.headers.get('ratelimit-limit')).to.equal('7');
    expect(answer.headers.get('service-version')).to.equal('2026-05-01');
    const elsewhere = await json(
      'keys',
      'create',
      '--account',
      id,
      '--name',
      'x',
      '--scopes',
      'all',
      '--allow-ip',
      '192.0.2.0/24',
    );
    expect((await service.client(elsewhere.secret).get('/v1/ping')).status).to.equal(401);
    const past = await json(
      'keys',
      'create',
      '--account',
      id,
      '--name',
      'x',
      '--scopes',
      'all',
      '--expires-at',
      '2020-01-01T00:00:00Z',
    );
    expect((await service.client(past.secret).get('/v1/ping')).status).to.equal(401);
  });

  it('changes what an account may do', async () => {
    const { id, api } = await service.createAccount();
    const changed = await json('accounts', 'set', id, '--status', 'suspended', '--disable-method', 'SPEI');
    expect(changed).to.deep.include({ status: 'suspended', disabled_methods: ['SPEI'] });
    const refused = await api.post('/v1/payment_links', {
      amount: '500',
      currency: 'MXNB',
      description: 'x',
    });
    expect(refused.body.error.code).to.equal('account_suspended');
  });

  it('pays a link and verifies the ledger', async () => {
    const { api } = await service.createAccount();
    const link = await api.post('/v1/payment_links', { amount: '500', currency: 'MXNB', description: 'x' });
    const deposit = await json('deposits', 'simulate', '--link', link.body.code, '--method', 'MXNB');
    expect(deposit.status).to.equal('credited');
    expect((await api.get(`/v1/payment_links/${link.body.code}`)).body.status).to.equal('paid');
    expect(await json('ledger', 'verify')).to.deep.include({ ok: true, discrepancies: [] });
  });

  it('exits with 1 and reports what is wrong in the ledger', async () => {
    const { id, api } = await service.createAccount();
    const link = await api.post('/v1/payment_links', { amount: '500', currency: 'MXNB', description: 'x' });
    await json('deposits', 'simulate', '--link', link.body.code, '--method', 'MXNB');
    await service.database.query(
      `update ledger_balances set balance = 501 where account_id = $1 and book = 'available'`,
      [id],
    );
    const { code, stdout } = await payments('ledger', 'verify', '--json');
    expect(code).to.equal(1);
    const { ok, discrepancies } = JSON.parse(stdout);
    expect(ok).to.equal(false);
    expect(discrepancies).to.have.length(1);
    expect(discrepancies[0]).to.deep.include({
      check: 'every balance is the sum of its postings',
      accountId: id,
      detail: 'available MXNB holds 501.00000000, its postings sum to 500.00000000',
    });
    expect(discrepancies[0].id).to.match(/^dif_[0-9a-f]{32}$/);
    await service.database.query(
      `update ledger_balances set balance = 500 where account_id = $1 and book = 'available'`,
      [id],
    );
  });

  const failures: [string, string[], RegExp][] = [
    [
      'an unknown account',
      ['accounts', 'set', '00000000-0000-4000-8000-000000000000', '--status', 'active'],
      /^There is no account 0{8}-\S+; .*\.\n$/,
    ],
    [
      'an unknown key',
      ['keys', 'revoke', NOBODY],
      /^There is no key 1{8}-\S+; `payments keys list --account <id>` lists the keys of an account\.\n$/,
    ],
    [
      'an invalid id',
      ['keys', 'revoke', 'x'],
      /^'x' is not valid for <\w+>\. It must be an id like \S+; `payments keys list --account <id>` lists them\.\n$/,
    ],
    [
      'keys of an unknown account',
      ['keys', 'list', '--account', NOBODY],
      /^There is no account 1{8}-\S+; `payments accounts list` lists all accounts\.\n$/,
    ],
    [
      'an unusable e-mail address',
      ['accounts', 'create', '--name', 'x', '--email', 'ada'],
      /^'ada' is not valid for --?\S+\. It must be an e-mail address like ada@acme\.example\.\n$/,
    ],
    [
      'a name of two lines',
      ['accounts', 'create', '--name', 'x\ny'],
      /It must have 1 to 200 characters, on one line\.\n$/,
    ],
    [
      'a time without a zone',
      ['reconcile', '--from', '2026-11-01T00:00:00', '--to', '2026-11-02'],
      /It must be a time like 2026-12-31T23:59:59Z, or a date, from 2000 to 2199\.\n$/,
    ],
    [
      'an unknown method of an account',
      ['accounts', 'set', NOBODY, '--disable-method', 'PAYPAL'],
      /^Unknown method PAYPAL\. The methods are SPEI, .*\.\n$/,
    ],
    [
      'an unknown scope',
      ['keys', 'create', '--account', NOBODY, '--name', 'x', '--scopes', 'all,links:burn'],
      /^.*Unknown scope links:burn; the scopes are .*\n$/,
    ],
    [
      'an invalid address range',
      ['keys', 'create', '--account', NOBODY, '--name', 'x', '--scopes', 'all', '--allow-ip', '10.0.0.0/33'],
      /^.*10\.0\.0\.0\/33.*\n$/,
    ],
    [
      'an unknown link',
      ['deposits', 'simulate', '--link', 'PL-0', '--method', 'SPEI'],
      /^There is no payment link PL-0\.\n$/,
    ],
    ['an unknown command', ['launder'], /^unknown command 'launder'\. See: payments --help\n$/],
    [
      'a missing option',
      ['accounts', 'create'],
      /^required option '--name <name>' not specified\. See: payments accounts create --help\n$/,
    ],
  ];
  for (const [what, args, message] of failures) {
    it(`fails on ${what} with one readable line and an exit code`, async () => {
      const { code, stdout, stderr } = await payments(...args, '--json');
      const { error } = JSON.parse(stdout);
      expect(code).to.equal(error.code === 'invalid_usage' ? 2 : 1);
      expect(stderr).to.match(message);
      expect(error.message).to.equal(stderr.trim());
    });
  }

  it('fails the same way as a process', async () => {
    const { code, stdout, stderr } = await runProcess('keys', 'revoke', NOBODY);
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    expect(stderr).to.match(/^There is no key 1{8}-.*\n$/);
  });

  describe('for people', () => {
    const LONG = 'A company with a name much longer than any column of a table ought to be';
    const text = async (...args: string[]) => (await payments(...args)).stdout;

    it('lists accounts page by page in a table that fits, and shows one whole', async () => {
      const first = await json('accounts', 'create', '--name', LONG, '--email', 'ops@acme.example');
      const second = await json('accounts', 'create', '--name', 'Acme\u202e');
      const table = await text('accounts', 'list', '--limit', '2');
      expect(widest(table)).to.be.at.most(80);
      const [head = '', newest = '', earlier = '', rest, more] = table.split('\n');
      expect(head).to.match(/^ID +NAME +STATUS +KIND$/);
      expect(newest).to.contain(`${second.id}  Acme  `);
      expect(earlier)
        .to.contain(first.id)
        .and.to.match(/A company with a .*…  active/);
      expect(rest).to.equal('(14 more columns with --json)');
      expect(more).to.match(/^There are more: /);
      expect(await json('accounts', 'list', '--limit', '1', '--after', second.id)).to.deep.include({
        data: [first],
      });
      const shown = await text('accounts', 'show', first.id);
      expect(shown)
        .to.match(new RegExp(`^name +${LONG}$`, 'm'))
        .and.to.match(/^kyb +not_started$/m);
      expect(await json('accounts', 'show', first.id)).to.deep.equal({ ...first, api_refunds: null });
    });

    it('lists links, newest first, and shows what one costs by each method', async () => {
      const { id, api } = await service.createAccount();
      expect(await text('links', 'list', '--account', id)).to.equal('This account has no payment links.\n');
      const links = [];
      for (const amount of ['500', '20000'])
        links.unshift(
          (await api.post('/v1/payment_links', { amount, currency: 'MXNB', description: LONG })).body,
        );
      const table = await text('links', 'list', '--account', id);
      expect(widest(table)).to.be.at.most(80);
      const [head = '', ...rows] = table.split('\n');
      const end = head.indexOf('AMOUNT') + 'AMOUNT'.length;
      expect(rows.slice(0, 2).map((row) => row.slice(0, end).split(/ +/))).to.deep.equal(
        links.map(({ code, amount }) => [code, 'active', amount]),
      );
      const after = await json('links', 'list', '--account', id, '--after', links[0].code);
      expect(after.data.map(({ code }: { code: string }) => code)).to.deep.equal([links[1].code]);
      expect(await text('links', 'list', '--account', id, '--status', 'paid')).to.equal(
        'This account has no payment link that is paid.\n',
      );
      const shown = await json('links', 'show', links[0].code);
      expect(shown).to.deep.include({ account_id: id, methods: links[0].methods });
      expect(await text('links', 'show', links[0].code)).to.match(/^  METHOD +ASSET/m);
    });

    it('lists webhook endpoints and balances, with money aligned to the right', async () => {
      const { id, api } = await service.createAccount();
      expect(await text('balances', '--account', id)).to.equal('This account has no balances.\n');
      expect(await text('webhooks', 'list', '--account', id)).to.match(/^This account has no webhook /);
      expect(await text('keys', 'list', '--account', id)).to.match(/^ID +NAME +LAST FOUR +STATE/);

      const { body } = await api.post('/v1/webhook_endpoints', { url: 'https://hooks.example.com/in' });
      expect(await text('webhooks', 'list', '--account', id)).to.match(
        new RegExp(`^${body.id}  true +https`, 'm'),
      );
      for (const [currency, amount] of [
        ['MXNB', '20000'],
        ['USDC', '100'],
      ]) {
        const link = await api.post('/v1/payment_links', { amount, currency, description: 'x' });
        await json('deposits', 'simulate', '--link', link.body.code, '--method', String(currency));
      }
      expect(await text('balances', '--account', id)).to.equal(
        [
          'ASSET       AVAILABLE     PENDING           TOTAL',
          'MXNB   20000.00000000  0.00000000  20000.00000000',
          'USDC     100.00000000  0.00000000    100.00000000',
          '',
        ].join('\n'),
      );
    });
  });
});

function widest(text: string): number {
  return Math.max(...text.split('\n').map((line) => [...line].length));
}

function resultOf({ code, stdout, stderr }: Outcome): any {
  expect(stderr).to.equal('');
  expect(code).to.equal(0);
  return JSON.parse(stdout) as unknown;
}
