import { expect } from 'chai';
import { runPayments, type Outcome } from './support/processes/command.ts';
import { runProgram } from './support/processes/program.ts';
import { startService, type TestService } from './support/service.ts';

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

    await run('keys', 'revoke', key.id);
    expect((await service.client(rotated.secret).get('/v1/ping')).status).to.equal(401);
    expect((await runProcess('keys', 'rotate', key.id)).stderr).to.equal(
      'The API key was revoked or has expired, for good. Create a new one.\n',
    );
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
    expect(JSON.parse(stdout)).to.deep.include({
      ok: false,
      discrepancies: [
        {
          check: 'every balance is the sum of its postings',
          accountId: id,
          detail: 'available MXNB holds 501.00000000, its postings sum to 500.00000000',
        },
      ],
    });
    await service.database.query(
      `update ledger_balances set balance = 500 where account_id = $1 and book = 'available'`,
      [id],
    );
  });

  const failures: [string, string[], RegExp][] = [
    [
      'an unknown account',
      ['accounts', 'set', '00000000-0000-4000-8000-000000000000', '--status', 'active'],
      /^There is no account 0{8}-.*\.\n$/,
    ],
    ['an invalid id', ['keys', 'revoke', 'x'], /^There is no key x\.\n$/],
    [
      'an unknown scope',
      ['keys', 'create', '--account', 'x', '--name', 'x', '--scopes', 'all,links:burn'],
      /^.*There is no scope all; the scopes are .*\n$/,
    ],
    [
      'an invalid address range',
      ['keys', 'create', '--account', 'x', '--name', 'x', '--scopes', 'all', '--allow-ip', '10.0.0.0/33'],
      /^.*10\.0\.0\.0\/33.*\n$/,
    ],
    [
      'an unknown link',
      ['deposits', 'simulate', '--link', 'PL-0', '--method', 'SPEI'],
      /^There is no payment link PL-0\.\n$/,
    ],
    ['an unknown command', ['launder'], /^unknown command 'launder'\n$/],
    ['a missing option', ['accounts', 'create'], /^required option '--name <name>' not specified\n$/],
  ];
  for (const [what, args, message] of failures) {
    it(`fails on ${what} with one readable line and exit code 1`, async () => {
      const { code, stdout, stderr } = await payments(...args, '--json');
      expect(code).to.equal(1);
      expect(stderr).to.match(message);
      expect(JSON.parse(stdout).error.message).to.equal(stderr.trim());
    });
  }

  it('fails the same way as a process', async () => {
    const { code, stdout, stderr } = await runProcess('keys', 'revoke', 'x');
    expect({ code, stdout, stderr }).to.deep.equal({ code: 1, stdout: '', stderr: 'There is no key x.\n' });
  });
});

function resultOf({ code, stdout, stderr }: Outcome): any {
  expect(stderr).to.equal('');
  expect(code).to.equal(0);
  return JSON.parse(stdout) as unknown;
}
