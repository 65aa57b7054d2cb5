import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { allowLargeMoves } from '../../fx/moves.ts';
import { advance, injectFault, MINUTE_S, moveMarket, runOut } from '../../payment-links/links.ts';
import type { Answer } from '../../support/client.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { balancesOf, executionsOf, fund, requireSoundBooks, restore, WALLET } from '../../transfers/rig.ts';
import { join, signInAnew, type Person } from '../people.ts';
import { readable } from '../readable.ts';
import { createConvertedLink } from './fixtures.ts';

describe('refunds of converted payments, in the panel', () => {
  let service: TestService;
  let account: TestAccount;
  let finance: Person;
  let owner: Person;
  let code: string;

  before(async () => {
    service = await startService();
    await allowLargeMoves(service);
  });
  after(() => service?.close());
  beforeEach(async () => {
    await restore(service);
    account = await service.createAccount();
    owner = await join(service, account.id, 'owner');
    finance = await join(service, account.id, 'finance');
    code = await createConvertedLink(service, account);
  });
  afterEach(() => requireSoundBooks(service));

  const at = (path: string) => `/panel/accounts/${account.id}/${path}`;
  const post = (path: string, form: object = {}, by = finance): Promise<Answer> =>
    by.visitor.post(at(path), { once: randomUUID(), ...form });
  const read = async (path: string, by = finance) => readable((await by.visitor.get(path)).text);
  const locationOf = ({ headers }: Answer) => headers.get('location') ?? '';
  const outcomeOf = (answer: Answer) => locationOf(answer).split('?')[1];
  const ask = (form: object = {}) =>
    post(`links/${code}/refund/review`, { reason: 'duplicate', address: WALLET, amount: '100', ...form });
  const idIn = (answer: Answer) => /refunds\/([0-9a-f-]{36})/.exec(locationOf(answer))?.[1] ?? '';
  const send = () => runOut(service.workers.transfers);

  it('show what they cost today, which is what the account pays, and the payer gets what they paid', async () => {
    // The peso has risen since: the payer's dollars cost less.
    await moveMarket(service, 'USDC', '-0.1');
    expect(await read(at(`links/${code}`))).to.contain(
      'It was converted when it arrived, so you pay what it costs today',
    );
    const asked = await ask();
    const id = idIn(asked);
    const quoted = await read(locationOf(asked));
    expect(quoted)
      .to.contain('Refund of 100.00 USDC')
      .and.contain('Quoted')
      .and.contain('The payer gets 100.00 USDC')
      .and.contain('the gain or loss of the exchange rate is yours')
      .and.contain('Duplicate payment')
      .and.contain(WALLET);
    const [, cost = ''] = /You pay ([\d,.]+) MXNB/.exec(quoted) ?? [];
    expect(quoted).to.contain(`Refund for ${cost} MXNB`);
    expect(await balancesOf(account), 'which asks for nothing yet').to.deep.equal({
      MXNB: '20000.00000000 + 0.00000000',
    });

    const confirmed = await post(`refunds/${id}/confirm`);
    expect(outcomeOf(confirmed)).to.equal('flash=new_destination');
    await send();
    expect(await executionsOf(service, id), 'to a destination that nobody knows').to.deep.equal([]);
    const paid = Number(cost.replaceAll(',', ''));
    const books = await balancesOf(account);
    expect(Number(books['MXNB']?.split(' ')[0])).to.be.closeTo(20_000 - paid, 0.01);
    expect(books['USDC']).to.equal('0.00000000 + 100.00000000');
    expect(outcomeOf(await post(`refunds/${id}/approve`, {}, owner))).to.equal('flash=approved');
    await send();
    const [sent] = await executionsOf(service, id);
    expect(sent).to.include({ asset: 'USDC', amount: '-100.00000000' });
    const done = await read(at(`refunds/${id}`));
    expect(done)
      .to.contain('Completed')
      .and.contain(`You pay ${cost} MXNB`)
      .and.contain('Quote confirmed')
      .and.contain('Amount bought')
      .and.contain(`Approved by ${owner.email}`);
    const deeds = await service.database.query(
      `select action from audit_entries where account_id = $1 and action like 'refund.%' order by created_at, id`,
      [account.id],
    );
    expect(deeds.map(({ action }) => action)).to.deep.equal([
      'refund.quoted',
      'refund.confirmed',
      'refund.approved',
    ]);
  });

  it('are confirmed once', async () => {
    const id = idIn(await ask());
    expect(outcomeOf(await post(`refunds/${id}/confirm`))).to.equal('flash=new_destination');
    expect(outcomeOf(await post(`refunds/${id}/confirm`))).to.equal('problem=refund_already_confirmed');
    expect(await read(at(`refunds/${id}?problem=refund_already_confirmed`))).to.contain(
      'Nothing was done twice.',
    );
    expect((await account.api.get('/v1/refunds')).body.data).to.have.length(1);
  });

  it('are refused once the quote has expired, and lead back to the link for a new one', async () => {
    const id = idIn(await ask());
    await advance(service, 15 * MINUTE_S);
    await signInAnew(service);
    expect(outcomeOf(await post(`refunds/${id}/confirm`))).to.equal('problem=quote_expired');
    const { text } = await finance.visitor.get(at(`refunds/${id}?problem=quote_expired`));
    expect(readable(text))
      .to.contain('The quote expired before it was confirmed. Nothing was refunded.')
      .and.contain('Ask for a new quote')
      .and.contain('Quote expired');
    expect(text)
      .to.contain(`href="${at(`links/${code}?form=refund#refund`)}"`)
      .and.not.contain('/confirm"');
    const { text: form } = await finance.visitor.get(at(`links/${code}?form=refund`));
    expect(form, 'where the form is open').to.contain('<details id="refund" open>');
    expect(await read(at('refunds'))).to.contain('Quote expired');
    expect(await read(at(`links/${code}`)), 'nothing is refunded by a quote').to.match(
      /of which 1,[01]\d\d\.\d+ USDC can still be refunded/,
    );
    expect(
      (await finance.visitor.get(at(`links/${code}`))).text,
      'nor can it change by itself',
    ).not.to.contain('hx-get=');
  });

  it('say what stands against them on the page of the link', async () => {
    for (const [form, says] of [
      [{ amount: '100000' }, 'at most what is left to refund'],
      [{ amount: '1.123456789' }, 'at most what is left to refund'],
      [{ amount: '1.12345678' }, 'no more decimals than the method carries'],
      [{ address: '' }, 'Enter where to send the refund.'],
      [{ reason: '' }, 'Choose why you refund it.'],
    ] as const) {
      const { status, text } = await ask(form);
      expect(status, JSON.stringify(form)).to.equal(422);
      expect(readable(text)).to.contain(says);
    }
    await injectFault(service, 'quote', { failure: 'unavailable' });
    const unavailable = await ask();
    expect(unavailable.status).to.equal(422);
    expect(readable(unavailable.text)).to.contain('No quote is available at the moment.');
    const unquoted = await post(`links/${code}/refund`, { reason: 'other', address: WALLET, amount: '1' });
    expect(unquoted.status).to.equal(422);
    expect(readable(unquoted.text)).to.contain('Get a quote of what its refund costs');
    expect((await account.api.get('/v1/refunds')).body.data).to.deep.equal([]);
  });

  it('need the money that they cost', async () => {
    await moveMarket(service, 'USDC', '0.5');
    const id = idIn(await ask({ amount: '' }));
    expect(outcomeOf(await post(`refunds/${id}/confirm`))).to.equal('problem=insufficient_funds');
    expect(await read(at(`refunds/${id}?problem=insufficient_funds`))).to.contain(
      'Your available balance is less than this refund costs.',
    );
    await fund(account, 'MXNB', '50000');
    expect(outcomeOf(await post(`refunds/${id}/confirm`))).to.equal('flash=new_destination');
  });

  it('are confirmed on their own page only, to which their conversion leads', async () => {
    const id = idIn(await ask());
    const [refund] = await service.database.query('select conversion_id from transfers where id = $1', [id]);
    const conversion = String(refund?.['conversion_id']);
    const { text } = await finance.visitor.get(at(`conversions/${conversion}`));
    expect(text)
      .to.contain(`href="${at(`refunds/${id}`)}"`)
      .and.not.contain('Convert now');
    expect(outcomeOf(await post(`conversions/${conversion}/confirm`))).to.equal(
      'problem=conversion_of_refund',
    );
    expect(await read(at(`conversions/${conversion}?problem=conversion_of_refund`))).to.contain(
      'This conversion belongs to a refund.',
    );
  });

  it('leave what was bought in the balance when they are declined', async () => {
    const id = idIn(await ask());
    await post(`refunds/${id}/confirm`);
    await send();
    expect(outcomeOf(await post(`refunds/${id}/decline`, { decision_reason: 'Not ours.' }, owner))).to.equal(
      'flash=declined',
    );
    expect(await read(at(`refunds/${id}`))).to.contain(
      '100.00 USDC was bought for this refund and stays in your balance.',
    );
    expect((await balancesOf(account))['USDC']).to.equal('100.00000000 + 0.00000000');
  });
});
