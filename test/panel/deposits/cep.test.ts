import { expect } from 'chai';
import { createLink, pay, runToRest } from '../../payment-links/links.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { refundLink, restore, WALLET } from '../../transfers/rig.ts';
import { withdraw, withdrawOnChain } from '../../transfers/started.ts';
import { join, type Person } from '../people.ts';
import { readable } from '../readable.ts';

describe('the data for the Banxico receipt of a transfer by SPEI', () => {
  let service: TestService;
  let account: TestAccount;
  let finance: Person;

  before(async () => {
    service = await startService();
    await restore(service);
    account = await service.createAccount();
    finance = await join(service, account.id, 'finance');
  });
  after(() => service?.close());

  const page = async (path: string, language = 'en') => {
    const { text, status } = await finance.visitor.get(`/panel/accounts/${account.id}/${path}`, {
      'accept-language': language,
    });
    expect(status, path).to.equal(200);
    return text;
  };
  const paid = async (amount: string, method: string): Promise<{ code: string; id: string }> => {
    const { code } = await createLink(account.api, { amount });
    const { body } = await pay(account.api, code, { method });
    await runToRest(service);
    return { code, id: body.id };
  };

  it('stand on the page of a deposit, to be copied, with the form of Banco de México', async () => {
    const { id } = await paid('20000', 'SPEI');
    const { payer, destination } = (await account.api.get(`/v1/deposits/${id}`)).body;
    const text = await page(`deposits/${id}`);
    expect(text).to.contain('href="https://www.banxico.org.mx/cep/"');
    for (const copied of [payer.tracking_key, destination, '20000.00'])
      expect(text).to.contain(`data-copy="${copied}"`);
    expect(readable(text)).to.match(/Sending institution\s+BBVA México/);
    expect(readable(await page(`deposits/${id}`, 'es'))).to.contain('Institución emisora');
  });

  it('stand on the pages of withdrawals and refunds, as far as the rail has told them', async () => {
    const { code } = await paid('20000', 'SPEI');
    const withdrawal = await withdraw(account, '500');
    expect(await page(`withdrawals/${withdrawal}`)).not.to.contain('banxico.org.mx');
    const { id: refund } = await refundLink(service, account.id, code, '100');
    await runToRest(service);
    const sent = await page(`withdrawals/${withdrawal}`);
    expect(sent)
      .to.contain('data-copy="032180000118359719"')
      .and.match(/data-copy="SIM[0-9A-F]{27}"/);
    expect(readable(sent))
      .to.match(/Receiving institution\s+IXE/)
      .and.not.contain('Sending institution');
    expect(await page(`refunds/${refund}`))
      .to.contain('data-copy="100.00"')
      .and.match(/data-copy="SIM[0-9A-F]{27}"/)
      .and.match(/data-copy="012\d{15}"/);
  });

  it('are on no page of another rail', async () => {
    const { id } = await paid('20000', 'USDC');
    expect(await page(`deposits/${id}`)).not.to.contain('banxico.org.mx');
    const withdrawal = await withdrawOnChain(account, '200', WALLET);
    await runToRest(service);
    expect(await page(`withdrawals/${withdrawal}`)).not.to.contain('banxico.org.mx');
  });
});
