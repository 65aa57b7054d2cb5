import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { money } from '../../../src/lib/money.ts';
import { notificationFor, receive } from '../../deposits/notifications.ts';
import { createLink, readLink } from '../../payment-links/links.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { join, type Person } from '../people.ts';
import { readable } from '../readable.ts';

describe('paying the rest, in the panel', () => {
  let service: TestService;
  let account: TestAccount;
  let owner: Person;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
    owner = await join(service, account.id, 'owner');
  });

  const at = (path: string) => `/panel/accounts/${account.id}${path}`;
  const read = async (path: string) => readable((await owner.visitor.get(at(path))).text);
  const turn = (next: string) => owner.visitor.post(at('/settings/pay-the-rest'), { pay_the_rest: next });
  const send = async (code: string, amount: string, clabe: string): Promise<string> => {
    const payer = { account: clabe, name: 'Juana Inés' };
    const fields = { amount: money(amount), payer };
    return (await receive(service, await notificationFor(service, code, 'SPEI', fields)))?.id ?? '';
  };

  it('is turned on and off by an owner, and both are in the audit log', async () => {
    expect(await read('/settings')).to.contain('Payers cannot pay the rest.');
    expect((await turn('on')).headers.get('location')).to.equal(at('/settings?notice=pay_the_rest_on'));
    expect(await read('/settings')).to.contain('Payers can pay the rest.');
    await turn('off');
    expect((await turn('maybe')).status).to.equal(400);
    const rows = await service.database.query(
      `select action from audit_entries where account_id = $1 and action like '%pay_the_rest%' order by created_at, id`,
      [account.id],
    );
    expect(rows.map(({ action }) => action)).to.deep.equal([
      'account.pay_the_rest_on',
      'account.pay_the_rest_off',
    ]);
  });

  it('is for owners alone to turn on', async () => {
    const finance = await join(service, account.id, 'finance');
    const answer = await finance.visitor.post(at('/settings/pay-the-rest'), { pay_the_rest: 'on' });
    expect(answer.status).to.equal(403);
  });

  it('parts from different accounts are accepted together, for what the page said', async () => {
    await turn('on');
    const { code } = await createLink(account.api, { amount: '10000' });
    const first = await send(code, '6000', '032180000118359719');
    expect(await read(`/deposits/${first}`)).to.not.contain('Accept all parts together');
    const second = await send(code, '4000', '012180001183597197');
    expect(await read(`/deposits/${second}`))
      .to.contain('Accept all parts together')
      .and.contain('2 deposits are held for this link.')
      .and.match(/Credited.*10,000\.00 MXNB.*Difference.*None/);
    expect(await read(`/deposits/${second}/accept-together`))
      .to.match(/Part ?6,000\.00 MXN, Juana Inés/)
      .and.match(/Part ?4,000\.00 MXN, Juana Inés/);
    const accept = (received: string) =>
      owner.visitor.post(at(`/deposits/${second}/accept-together`), { once: randomUUID(), received });
    expect((await accept('9999')).headers.get('location')).to.contain('problem=deposit_acceptance_changed');
    expect((await accept('10000')).headers.get('location')).to.equal(
      at(`/deposits/${second}?notice=paid_together`),
    );
    expect(await readLink(account.api, code)).to.include({
      status: 'paid',
      amount_received: '10000.00000000',
    });
    expect(await read(`/links/${code}`))
      .to.match(/Accepted as the payment of this link/)
      .and.contain('Several deposits paid this link.');
  });

  it('shows on each deposit that it was added up, and tells what the payer reads meanwhile', async () => {
    await turn('on');
    const { code } = await createLink(account.api, { amount: '10000' });
    const first = await send(code, '6000', '032180000118359719');
    expect(await read(`/deposits/${first}`)).to.contain('4,000.00 MXN is still missing');
    await send(code, '4000', '032180000118359719');
    expect(await read(`/deposits/${first}`)).to.contain(
      'Automatically, added up with the rest of the payment',
    );
    expect(await read(`/links/${code}`)).to.contain('Added up with the rest, which completed the payment');
  });
});
