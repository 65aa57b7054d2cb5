import { expect } from 'chai';
import { SCOPES } from '../../src/credentials/index.ts';
import { createLink, pay } from '../payment-links/links.ts';
import { runPayments } from '../support/processes/command.ts';
import { refusal } from '../support/refusal.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { deedsOf } from '../treasury/rig.ts';

describe('payments, about refunds by API', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
  });

  const set = (...options: string[]) => runPayments(service, 'accounts', 'set', account.id, ...options);
  const said = async (...options: string[]): Promise<unknown> => {
    const { code, stdout, stderr } = await set(...options, '--json');
    expect(code, stderr).to.equal(0);
    return JSON.parse(stdout).api_refunds;
  };
  const complaint = async (...options: string[]): Promise<string> => {
    const { code, stderr } = await set(...options);
    expect(code).to.be.oneOf([1, 2]);
    return stderr;
  };

  it('turns them on with a limit, changes it, shows what was used, and turns them off', async () => {
    const on = ['--api-refunds', 'on', '--api-refunds-per-day', '5000'];
    expect(await said(...on)).to.deep.equal({
      per_day: '5000.00000000',
      refunded: '0.00000000',
      currency: 'MXN',
    });
    const { code } = await createLink(account.api, { amount: '100', accepted_methods: ['SPEI'] });
    await pay(account.api, code, { method: 'SPEI' });
    expect((await account.api.post('/v1/refunds', { payment_link: code, amount: '10' })).status).to.equal(
      201,
    );
    const usd = ['--api-refunds-per-day', '300', '--api-refunds-currency', 'USD'];
    expect(await said(...usd)).to.deep.equal({
      per_day: '300.00000000',
      refunded: '0.54500000',
      currency: 'USD',
    });
    // The currency stays, and what is not named too.
    expect(await said('--api-refunds-per-day', '200')).to.include({ currency: 'USD' });
    expect(await said('--auto-refund', 'true', '--api-refunds', 'on')).to.include({
      per_day: '200.00000000',
    });
    const shown = await runPayments(service, 'accounts', 'show', account.id, '--json');
    expect(JSON.parse(shown.stdout).api_refunds).to.include({ per_day: '200.00000000' });
    expect(await said('--api-refunds', 'off')).to.equal(null);
    expect(refusal(await account.api.post('/v1/refunds', { payment_link: code }))).to.include({
      code: 'api_refunds_off',
    });
    expect(await deedsOf(service, account.id)).to.deep.equal([
      'api_refunds.on: 5000 MXN',
      'api_refunds.limit: 300 USD',
      'api_refunds.limit: 200 USD',
      'api_refunds.off: 200 USD',
    ]);
  });

  it('says what is missing or contradicts itself, and changes nothing then', async () => {
    expect(await complaint('--api-refunds', 'on')).to.contain('Pass --api-refunds-per-day');
    expect(await complaint('--api-refunds-per-day', '10')).to.contain('pass --api-refunds on');
    expect(await complaint('--api-refunds-currency', 'USD')).to.contain('Pass the amount too');
    expect(await complaint('--api-refunds', 'off', '--api-refunds-per-day', '10')).to.contain('no limit');
    const unknown = ['--api-refunds', 'on', '--api-refunds-per-day', '10', '--api-refunds-currency', 'BTC'];
    expect(await complaint('--status', 'suspended', ...unknown)).to.contain('currency must be one of');
    const shown = await runPayments(service, 'accounts', 'show', account.id, '--json');
    expect(JSON.parse(shown.stdout)).to.include({ status: 'active', api_refunds: null });
  });

  it('issues keys that can refund only where the scope is named', async () => {
    const scopesOf = async (scopes: string): Promise<string[]> => {
      const { stdout, stderr } = await runPayments(
        service,
        ...['keys', 'create', '--account', account.id, '--name', 'Shop', '--scopes', scopes, '--json'],
      );
      expect(stderr).to.equal('');
      const { secret } = JSON.parse(stdout);
      return (await service.client(secret).get('/v1/ping')).body.api_key.scopes;
    };
    expect(await scopesOf('all'))
      .to.include('links:write')
      .and.not.include('refunds:write');
    expect(await scopesOf('all,refunds:write'))
      .to.have.length(SCOPES.length)
      .and.include('refunds:write');
    expect(await scopesOf('refunds:write,links:read,refunds:write')).to.have.members([
      'refunds:write',
      'links:read',
    ]);
  });
});
