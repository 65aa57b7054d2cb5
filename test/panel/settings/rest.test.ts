import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { money } from '../../../src/lib/money.ts';
import { notificationFor, receive } from '../../deposits/notifications.ts';
import {
  advance,
  behave,
  createLink,
  MINUTE_S,
  pay,
  readLink,
  readMethod,
  runOut,
} from '../../payment-links/links.ts';
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
    expect((await turn('on')).headers.get('location')).to.equal(at('/settings?flash=pay_the_rest_on'));
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
      at(`/deposits/${second}?flash=paid_together`),
    );
    expect(await readLink(account.api, code)).to.include({
      status: 'paid',
      amount_received: '10000.00000000',
    });
    expect(await read(`/links/${code}`))
      .to.match(/Accepted as the payment of this link/)
      .and.contain('Several deposits paid this link.');
  });

  it('shows on the link what has arrived in all and what is missing', async () => {
    await turn('on');
    const { code } = await createLink(account.api, { amount: '10000' });
    await send(code, '6000', '032180000118359719');
    await send(code, '3000', '012180001183597197');
    expect(await read(`/links/${code}`))
      .to.contain('9,000.00 MXN of 10,000.00 MXN arrived, and 1,000.00 MXN is missing.')
      .and.contain('3,000.00 MXN is held outside your balance until the payment is complete')
      .and.contain('6,000.00 MXN is held outside your balance until the payment is complete');
    await send(code, '1000', '012180001183597197');
    expect(await read(`/links/${code}`))
      .to.contain('10,000.00 MXN arrived in parts for a payment of 10,000.00 MXN.')
      .and.not.contain('is missing');
  });

  it('shows on the link that only the next quote tells what is missing, once the quote has expired', async () => {
    await turn('on');
    const { code } = await createLink(account.api, { accepted_methods: ['USDC'] });
    await pay(account.api, code, { method: 'USDC', amount: '1000' });
    await advance(service, 16 * MINUTE_S);
    expect(await read(`/links/${code}`))
      .to.contain('1,000.00 USDC arrived. The next quote says how much is missing.')
      .and.not.contain('of 1,');
  });

  it('shows on each part of an exchanged payment the conversion of all of them, and the fee once', async () => {
    await behave(service);
    await turn('on');
    await service.database.query(`update payment_methods set fee_fixed = 5 where method = 'USDC'`);
    const { code } = await createLink(account.api, { accepted_methods: ['USDC'] });
    await service.database.query(`update payment_methods set fee_fixed = 0 where method = 'USDC'`);
    const first = (await pay(account.api, code, { method: 'USDC', amount: '1000' })).body.id;
    const { amount_missing: missing } = await readMethod(account.api, code, 'USDC');
    const last = (await pay(account.api, code, { method: 'USDC', amount: missing })).body.id;
    await runOut(service.workers.transfers);
    const pageOf = async (id: string) => (await owner.visitor.get(at(`/deposits/${id}`))).text;
    const conversionIn = (text: string) => /\/conversions\/[\w-]+(?=">Conversion started)/.exec(text)?.[0];
    expect(conversionIn(await pageOf(last))).to.be.a('string');
    expect(conversionIn(await pageOf(first))).to.equal(conversionIn(await pageOf(last)));
    expect(readable(await pageOf(last))).to.contain('taken from your balance');
    expect(readable(await pageOf(first))).to.not.contain('taken from your balance');
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
