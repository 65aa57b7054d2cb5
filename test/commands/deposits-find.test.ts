import { expect } from 'chai';
import { createLink, pay } from '../payment-links/links.ts';
import { runPayments } from '../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

describe('payments deposits find', () => {
  let service: TestService;
  let account: TestAccount;
  before(async () => {
    service = await startService();
    account = await service.createAccount();
  });
  after(() => service?.close());

  const find = async (what: string, { id } = account): Promise<string[]> => {
    const { stdout, stderr } = await runPayments(
      service,
      ...['deposits', 'find', what, '--account', id, '--json'],
    );
    expect(stderr).to.equal('');
    return JSON.parse(stdout).data.map((deposit: any) => deposit.id);
  };

  it('finds what a payer can tell, in the account only', async () => {
    const { code } = await createLink(account.api);
    await pay(account.api, code, { method: 'SPEI' });
    const [deposit] = (await account.api.get('/v1/deposits')).body.data;
    const { tracking_key: trackingKey, account: clabe } = deposit.payer;
    for (const what of [code, code.toLowerCase(), trackingKey, clabe, '20,000.00', deposit.id])
      expect(await find(what), what).to.deep.equal([deposit.id]);
    expect(await find('20,000.01')).to.deep.equal([]);
    expect(await find(trackingKey, await service.createAccount())).to.deep.equal([]);
  });

  it('leads to the runbook when nothing has arrived', async () => {
    const { stdout } = await runPayments(service, ...['deposits', 'find', '1.23', '--account', account.id]);
    expect(stdout).to.contain('“A payer says that they paid” in docs/runbooks.md');
  });
});
