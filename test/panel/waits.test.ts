import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { money } from '../../src/lib/money.ts';
import { injectFault } from '../payment-links/links.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { fund, refundLink, restore, transferRow } from '../transfers/rig.ts';
import { quoteConversion } from './conversions/fixtures.ts';
import { join, type Person } from './people.ts';
import { startWithdrawal } from '../transfers/started.ts';

const CLABE = '032180000118359719';

describe('why money waits, in the panel', () => {
  let service: TestService;
  let account: TestAccount;
  let person: Person;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await restore(service);
    account = await service.createAccount();
    person = await join(service, account.id, 'finance');
  });
  afterEach(() => restore(service));

  const read = async (path: string, language: string): Promise<string> =>
    (await person.visitor.get(`/panel/accounts/${account.id}/${path}`, { 'accept-language': language })).text;

  it('is said of withdrawals, refunds and conversions, in words that name nothing of the operator', async () => {
    const { code } = await fund(account, 'MXNB', '1000');
    const { db, withdrawals } = service.foundation;
    const request = { accountId: account.id, asset: 'MXNB', amount: money('400'), method: 'SPEI' };
    const destination = { clabe: CLABE };
    const withdrawal = await db.transaction((trx) =>
      startWithdrawal({ withdrawals }, trx, { ...request, destination, requestId: null }),
    );
    const refund = await refundLink(service, account.id, code, '100');
    const conversion = await quoteConversion(account);
    await person.visitor.post(`/panel/accounts/${account.id}/conversions/${conversion}/confirm`, {
      once: randomUUID(),
    });
    const moves = ['pay_out', 'refund', 'convert'] as const;
    for (const move of moves) await injectFault(service, move, { failure: 'unavailable' });
    await service.workers.transfers.runOnce();

    const pages = [`withdrawals/${withdrawal.id}`, `refunds/${refund.id}`, `conversions/${conversion}`];
    for (const [at, id] of [withdrawal.id, refund.id, conversion].entries()) {
      const { last_error: words } = await transferRow(service, id);
      const english = await read(pages[at]!, 'en');
      expect(english, pages[at]).to.contain('Waiting for the network or the provider to respond, since ');
      const spanish = await read(pages[at]!, 'es-MX');
      expect(spanish).to.contain('En espera de respuesta de la red o del proveedor, desde el ');
      for (const page of [english, spanish]) expect(page).to.not.contain(words);
    }

    for (const move of moves) await injectFault(service, move, {});
    await service.database.query('update transfers set due_at = service_now() where due_at is not null');
    await service.workers.transfers.runOnce();
    for (const path of pages) expect(await read(path, 'en')).to.not.contain('Waiting for');
  });
});
