import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { money } from '../../../src/lib/money.ts';
import { broughtAt } from '../../../src/methods/pricing.ts';
import { createLink, pay, runToRest } from '../../payment-links/links.ts';
import type { Answer } from '../../support/client.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { balancesOf, executionsOf, requireSoundBooks, WALLET } from '../../transfers/rig.ts';
import { join, type Person, type Visitor } from '../people.ts';
import { payTooLittle } from './fixtures.ts';

describe('deposits in the panel', () => {
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

  const at = (path = '') => `/panel/accounts/${account.id}/deposits${path}`;
  const read = async (path = '', visitor: Visitor = owner.visitor): Promise<string> => {
    const { status, text } = await visitor.get(at(path));
    expect(status, path).to.equal(200);
    return readable(text);
  };
  const decide = (id: string, what: string, form: object = {}, visitor = owner.visitor): Promise<Answer> =>
    visitor.post(at(`/${id}/${what}`), { once: randomUUID(), reason: 'duplicate', ...form });
  const locationOf = ({ headers }: Answer) => headers.get('location');
  const statusOf = async (id: string) => (await account.api.get(`/v1/deposits/${id}`)).body.status;
  const audited = async () => {
    const { text } = await owner.visitor.get(`/panel/accounts/${account.id}/audit/csv`);
    return text.split('\r\n').filter((line) => line.includes(',deposit.'));
  };

  it('are listed newest first, by state, method and day', async () => {
    const { code } = await createLink(account.api);
    const ids: string[] = [];
    for (const amount of ['1.10', '1.11']) {
      const { body } = await pay(account.api, code, { method: 'SPEI', amount });
      ids.unshift(body.id);
    }
    await pay(account.api, code, { method: 'MXNB' });
    const shown = (text: string) => [...text.matchAll(/\/deposits\/([0-9a-f-]{36})"/g)].map(([, id]) => id);
    expect(shown(await read('?status=unmatched'))).to.deep.equal(ids);
    expect(shown(await read('?method=MXNB'))).to.have.length(1);
    expect(await read('?until=2020-01-01')).to.contain('No deposit matches these filters.');
  });

  it('that pay no link wait on top, with why, and with what the payer reads on their own page', async () => {
    const { code } = await createLink(account.api);
    const { body: deposit } = await pay(account.api, code, { method: 'SPEI', scenario: 'under' });
    const sentence = /We received \$18,000\.00 MXN of \$20,000\.00 MXN\. \$2,000\.00 MXN is missing\./;
    const checkout = await fetch(`${service.baseUrl}/pay/${code}?lang=en`);
    const [said = ''] = sentence.exec(readable(await checkout.text())) ?? [];
    expect(said).not.to.equal('');
    expect(await read())
      .to.match(/Why[\s\S]*Too little[\s\S]*Accept[\s\S]*Refund/)
      .and.contain('Waiting for your decision');
    expect(await read(`/${deposit.id}`))
      .to.contain(said)
      .and.contain('Do not send only the difference: it does not count.');
    await account.api.post(`/v1/payment_links/${code}/cancel`);
    await account.api.delete(`/v1/payment_links/${code}`);
    expect(await read(`/${deposit.id}`), 'once the link is deleted').to.contain('Payment not found');
  });

  it('are accepted into the balance', async () => {
    const id = await payTooLittle(account);
    expect(locationOf(await decide(id, 'accept'))).to.equal(at(`/${id}?flash=accepted`));
    expect(await balancesOf(account)).to.deep.equal({ MXN: '18000.00000000 + 0.00000000' });
    const [entry, ...others] = await audited();
    expect(entry).to.contain(`deposit.accepted,${id},${owner.email}`);
    expect(others).to.deep.equal([]);
    expect(await read(`/${id}`))
      .to.contain('Accepted into the balance')
      .and.not.contain('What should happen with it?');
  });

  it('are accepted as the payment of their link, with what that does said before', async () => {
    await service.database.query(`update payment_methods set fee_fixed = 5 where method = 'SPEI'`);
    const id = await payTooLittle(account);
    await service.database.query(`update payment_methods set fee_fixed = 0 where method = 'SPEI'`);
    const code = (await account.api.get(`/v1/deposits/${id}`)).body.payment_link_code;
    const page = await read(`/${id}`);
    expect(page)
      .to.contain('Accept it as the payment')
      .and.match(/Credited18,000\.00 MXNBDifference−2,000\.00 MXNBFee5\.00 MXNB, taken from your balance/);
    const once = randomUUID();
    const form = { once, received: '18000.00000000' };
    const sent = await Promise.all([1, 2, 3].map(() => decide(id, 'accept-as-payment', form)));
    for (const answer of sent) expect(locationOf(answer)).to.equal(at(`/${id}?flash=paid`));
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '17995.00000000 + 0.00000000' });
    const [entry, ...others] = await audited();
    expect(entry).to.contain(`deposit.accepted_as_payment,${id},${owner.email}`).and.contain(code);
    expect(others).to.deep.equal([]);
    expect(await read(`/${id}`))
      .to.contain('As the payment of its link')
      .and.not.contain('What should happen with it?');

    const { text } = await owner.visitor.get(`/panel/accounts/${account.id}/links/${code}`);
    expect(readable(text))
      .to.match(/Received18,000\.00 MXNBDifference−2,000\.00 MXNBFee5\.00 MXNBNet17,995\.00 MXNB/)
      .and.match(/Payment not credited: .* Accepted as the payment of this link/);
  });

  it('are assigned to another open link, which is found by its amount and reviewed first', async () => {
    const id = await payTooLittle(account);
    const { code: own } = { code: (await account.api.get(`/v1/deposits/${id}`)).body.payment_link_code };
    const meant = await createLink(account.api, { amount: '18000', description: 'Order 7' });
    await createLink(account.api, { amount: '18001', description: 'Order 8' });
    expect(await read(`/${id}`)).to.contain('Assign to another link');
    expect(await read(`/${id}/assign?q=18000`))
      .to.contain('Choose the open link that 18,000.00 MXN pays.')
      .and.contain('Order 7')
      .and.not.contain('Order 8');
    const page = await read(`/${id}/assign/${meant.code}`);
    expect(page)
      .to.match(/Credited18,000\.00 MXNB/)
      .and.contain(`Pay ${meant.code} with it`);
    const form = { once: randomUUID(), received: '18000.00000000' };
    const sent = await Promise.all([1, 2].map(() => decide(id, `assign/${meant.code}`, form)));
    for (const answer of sent) expect(locationOf(answer)).to.equal(at(`/${id}?flash=paid`));
    expect(await read(`/${id}`)).to.match(new RegExp(`Sent for<a [^>]*>${own}`));
    const { text } = await owner.visitor.get(`/panel/accounts/${account.id}/links/${meant.code}`);
    expect(readable(text))
      .to.contain(`Payment for ${own}: 18,000.00 MXN by SPEI`)
      .and.contain('Assigned to this link');
    const [entry, ...others] = await audited();
    expect(entry).to.contain(`deposit.assigned,${id},${owner.email}`).and.contain(meant.code);
    expect(others).to.deep.equal([]);
  });

  it('are assigned to no link that cannot take them, with why', async () => {
    const id = await payTooLittle(account);
    const { code } = await createLink(account.api, { amount: '18000' });
    await account.api.post(`/v1/payment_links/${code}/cancel`);
    const refused = await owner.visitor.get(at(`/${id}/assign/${code}`));
    expect(locationOf(refused)).to.equal(at(`/${id}?problem=payment_link_not_payable`));
    expect(await statusOf(id)).to.equal('unmatched');
  });

  it('are exchanged first when their link is in another currency, at the current rate if that is worse', async () => {
    const { code, methods } = await createLink(account.api, { amount: '20000', accepted_methods: ['USDC'] });
    const amount = money(methods[0].amount_due).minus('42');
    const { body } = await pay(account.api, code, { method: 'USDC', amount: amount.toFixed() });
    const received = broughtAt(amount, money(methods[0].exchange_rate)).toFixed(8);
    const why = 'It is not the amount due, so it is exchanged at the current rate';
    expect(await read(`/${body.id}`))
      .to.match(/Credited, at most19,[0-9,.]+ MXNB/)
      .and.contain(why);
    expect(await read(`/${body.id}/accept-as-payment`))
      .to.match(/Credited, at most19,[0-9,.]+ MXNB/)
      .and.contain(why);
    expect(locationOf(await decide(body.id, 'accept-as-payment', { received }))).to.equal(
      at(`/${body.id}?flash=converting`),
    );
    await runToRest(service);
    expect((await account.api.get(`/v1/payment_links/${code}`)).body.status).to.equal('paid');
    const { text } = await owner.visitor.get(`/panel/accounts/${account.id}/links/${code}`);
    expect(readable(text)).to.match(
      /Payment not credited: .* Accepted as the payment of this link .* Converted at the current rate, because it was not the amount due/,
    );
    const [conversion] = (await account.api.get('/v1/conversions')).body.data;
    const page = await owner.visitor.get(`/panel/accounts/${account.id}/conversions/${conversion.id}`);
    expect(readable(page.text)).to.contain('PriceCurrent rate, because the payment was not the amount due');
  });

  it('are accepted as a payment for what the page said, and nothing else', async () => {
    const id = await payTooLittle(account);
    expect(locationOf(await decide(id, 'accept-as-payment', { received: '18001' }))).to.equal(
      at(`/${id}?problem=deposit_acceptance_changed`),
    );
    expect(locationOf(await decide(id, 'accept-as-payment', { received: 'x' }))).to.contain(
      '?problem=invalid_request',
    );
    expect(await statusOf(id)).to.equal('unmatched');
  });

  it('say why they cannot be the payment', async () => {
    const id = await payTooLittle(account);
    const code = (await account.api.get(`/v1/deposits/${id}`)).body.payment_link_code;
    await pay(account.api, code, { method: 'SPEI' });
    expect(await read(`/${id}`))
      .to.contain('It cannot pay its link: that is paid or being paid')
      .and.contain('Accept it into the balance only')
      .and.not.contain('Accept as payment');
    const refused = at(`/${id}?problem=payment_link_not_payable`);
    expect(locationOf(await owner.visitor.get(at(`/${id}/accept-as-payment`)))).to.equal(refused);
    expect(locationOf(await decide(id, 'accept-as-payment', { received: '18000' }))).to.equal(refused);
  });

  it('are decided by one of two people who decide at once, and the other is told what was decided', async () => {
    const finance = await join(service, account.id, 'finance');
    for (let round = 0; round < 3; round++) {
      const id = await payTooLittle(account);
      const answers = await Promise.all([
        decide(id, 'accept'),
        decide(id, 'refund', {}, finance.visitor),
        decide(id, 'accept', {}, finance.visitor),
        decide(id, 'refund'),
      ]);
      const lost = answers.filter(({ status, headers, text }) =>
        status === 422
          ? text.includes('Somebody else decided first')
          : headers.get('location')?.endsWith('?problem=deposit_not_unmatched'),
      );
      expect(lost).to.have.length(3);
      await runToRest(service);
      const status = await statusOf(id);
      expect(status).to.be.oneOf(['accepted', 'refunded']);
      expect(await read(`/${id}?problem=deposit_not_unmatched`))
        .to.contain('Somebody else decided first')
        .and.contain(status === 'accepted' ? 'Accepted into the balance' : 'Refunded');
    }
    await requireSoundBooks(service);
  });

  it('go back the way they came, or where somebody says', async () => {
    const id = await payTooLittle(account);
    expect(await read(`/${id}`)).to.contain('It goes back the way it came.');
    const reviewed = readable((await decide(id, 'refund/review')).text);
    expect(reviewed)
      .to.contain('18,000.00 MXN')
      .and.contain('back the way it came')
      .and.contain('At once')
      .and.contain('Duplicate payment');
    expect(await statusOf(id)).to.equal('unmatched');
    expect(locationOf(await decide(id, 'refund'))).to.match(/\/refunds\/[0-9a-f-]{36}\?flash=sent$/);
    await runToRest(service);
    expect(await statusOf(id)).to.equal('refunded');

    const { code } = await createLink(account.api);
    const { body: onChain } = await pay(account.api, code, { method: 'USDC', scenario: 'over' });
    expect(await read(`/${onChain.id}`)).to.contain('Address on Polygon');
    const missing = await decide(onChain.id, 'refund/review');
    expect(missing.status).to.equal(422);
    expect(missing.text).to.contain('Enter where to send the refund.');
    const unexplained = await decide(onChain.id, 'refund', { address: WALLET, reason: '' });
    expect(unexplained.text).to.contain('Choose why you refund it.');
    const wrong = await decide(onChain.id, 'refund/review', { address: WALLET.toLowerCase().slice(0, -1) });
    expect(wrong.status).to.equal(422);
    expect(wrong.text, 'what was typed in').to.contain(`value="${WALLET.toLowerCase().slice(0, -1)}"`);
    expect(await statusOf(onChain.id)).to.equal('unmatched');
    const sent = await decide(onChain.id, 'refund', { address: WALLET });
    expect(locationOf(sent), 'to a destination that nobody knows').to.match(/\?flash=new_destination$/);
    expect(await statusOf(onChain.id)).to.equal('refunding');
    const second = await join(service, account.id, 'finance');
    const [refundPath = ''] = (locationOf(sent) ?? '').split('?');
    await second.visitor.post(`${refundPath}/approve`, { once: randomUUID() });
    await runToRest(service);
    expect(await statusOf(onChain.id)).to.equal('refunded');
    const refunds = (await account.api.get('/v1/refunds')).body.data;
    expect(refunds[0].destination).to.deep.equal({ address: WALLET, network: 'Polygon' });
    const [executed] = await executionsOf(service, refunds[0].id);
    expect(executed.details.to).to.deep.equal({ address: WALLET, network: 'Polygon' });
    await requireSoundBooks(service);

    const page = await owner.visitor.get(`/panel/accounts/${account.id}/refunds/${refunds[0].id}`);
    expect(readable(page.text)).to.contain(WALLET).and.contain('refund.completed').and.contain('Completed');
    const { text } = await owner.visitor.get(`/panel/accounts/${account.id}/refunds`);
    for (const refund of refunds) expect(text).to.contain(`/refunds/${refund.id}"`);
  });

  it('show where they came from and what came of them', async () => {
    const { code } = await createLink(account.api);
    const { body } = await pay(account.api, code, { method: 'USDC' });
    await runToRest(service);
    const [conversion] = (await account.api.get('/v1/conversions')).body.data;
    const events = (await account.api.get('/v1/events')).body.data;
    const completed = events.find(({ type }: any) => type === 'deposit.completed');
    const { text } = await owner.visitor.get(at(`/${body.id}`));
    const root = `/panel/accounts/${account.id}`;
    for (const path of [
      `links/${code}`,
      `conversions/${conversion.id}`,
      `events/${completed.id}`,
      `call-log/${body.request_id}`,
    ]) {
      expect(text).to.contain(`href="${root}/${path}"`);
    }
    expect(readable(text))
      .to.contain('Simulated Payer')
      .and.contain('Credited to the link')
      .and.contain('20,000.00 MXNB');
    expect(text, 'the events, open for an owner').to.match(/<details open><summary>Events \(\d\)/);
    const finance = await join(service, account.id, 'finance');
    const folded = await finance.visitor.get(at(`/${body.id}`));
    expect(folded.text, 'and folded for finance').to.match(/<details><summary>Events \(\d\)/);
  });

  it('are only shown to whoever may not decide', async () => {
    const id = await payTooLittle(account);
    const { visitor } = await join(service, account.id, 'viewer');
    const { text } = await visitor.get(at(`/${id}`));
    expect(text).to.contain('Owners and finance decide.').and.not.contain('name="once"');
    expect((await visitor.get(at())).text).not.to.contain('deposits/auto-refund');
  });

  it('say by how much they are off', async () => {
    await payTooLittle(account);
    expect(await read('?status=unmatched')).to.contain('−2,000.00 · 20,000.00 due');
  });

  describe('of which several are decided on together', () => {
    const linesOf = (text: string) =>
      [...text.matchAll(/name="line" value="([^"]+)"/g)].map(([, line]) => line ?? '');
    const review = async (decision: string, ids: string[]): Promise<string> => {
      const query = new URLSearchParams([['decision', decision], ...ids.map((id) => ['deposit', id])]);
      const { status, text } = await owner.visitor.get(at(`/decide?${query.toString()}`));
      expect(status).to.equal(200);
      return text;
    };
    const confirm = (decision: string, lines: string[], { once = randomUUID(), reason = '' } = {}) => {
      const fields = { once, decision, reason };
      const form = new URLSearchParams([...Object.entries(fields), ...lines.map((line) => ['line', line])]);
      const { visitor } = owner;
      return visitor.send('POST', at('/decide'), form.toString(), visitor.fromOwnPage);
    };

    it('are accepted as payments where they can be, and into the balance otherwise', async () => {
      const ids = [await payTooLittle(account), await payTooLittle(account)];
      const { code } = await createLink(account.api);
      await pay(account.api, code, { method: 'SPEI' });
      ids.push((await pay(account.api, code, { method: 'SPEI', amount: '18000' })).body.id);
      expect((await owner.visitor.get(at('?status=unmatched'))).text).to.contain(
        `name="deposit" value="${ids[2]}"`,
      );
      const page = await review('accept', ids);
      expect(readable(page))
        .to.contain('Into your balance')
        .and.contain('Total: 36,000.00 MXNB and 18,000.00 MXN')
        .and.contain('Accept 3 deposits');
      const lines = linesOf(page);
      expect(lines).to.deep.equal([`${ids[0]}=18000.00000000`, `${ids[1]}=18000.00000000`, ids[2]]);
      const once = randomUUID();
      const sent = await Promise.all([1, 2].map(() => confirm('accept', lines, { once })));
      for (const { text } of sent) expect(readable(text)).to.contain('3 deposits were accepted.');
      expect(await Promise.all(ids.map(statusOf))).to.deep.equal(['credited', 'credited', 'accepted']);
      expect(await audited()).to.have.length(3);
      await requireSoundBooks(service);
    });

    it('are refunded, except for what cannot be, with why', async () => {
      const ids = [await payTooLittle(account), await payTooLittle(account)];
      const { code } = await createLink(account.api);
      ids.push((await pay(account.api, code, { method: 'USDC', scenario: 'over' })).body.id);
      const page = await review('refund', ids);
      expect(readable(page))
        .to.contain('Total: 36,000.00 MXN')
        .and.contain('It cannot go back the way it came.')
        .and.contain('Refund 2 deposits');
      const unexplained = await confirm('refund', linesOf(page));
      expect(readable(unexplained.text)).to.contain('Choose why you refund them.');
      expect(await statusOf(ids[0] ?? '')).to.equal('unmatched');
      await decide(ids[0] ?? '', 'accept');
      const { text } = await confirm('refund', linesOf(page), { reason: 'duplicate' });
      expect(readable(text)).to.contain('1 refund was started.').and.contain('It was decided already.');
      await runToRest(service);
      expect(await Promise.all(ids.map(statusOf))).to.deep.equal(['accepted', 'refunded', 'unmatched']);
      await requireSoundBooks(service);
    });

    it('are at least one and at most 50, and of the account', async () => {
      const { headers } = await owner.visitor.get(at('/decide?decision=accept'));
      expect(headers.get('location')).to.equal(at('?status=unmatched&problem=none_chosen'));
      expect((await owner.visitor.get(at('?status=unmatched&problem=none_chosen'))).text).to.match(
        /role="alert"[^>]*>(<[^>]*>)*Select the deposits to decide on\./,
      );
      const many = Array.from({ length: 51 }, () => `deposit=${randomUUID()}`).join('&');
      const refused = await owner.visitor.get(at(`/decide?decision=accept&${many}`));
      expect(locationOf(refused)).to.equal(at('?status=unmatched&problem=too_many_chosen'));
      const stranger = await payTooLittle(await service.createAccount());
      expect((await owner.visitor.get(at(`/decide?decision=accept&deposit=${stranger}`))).status).to.equal(
        404,
      );
      expect((await confirm('accept', [stranger])).status).to.equal(404);
    });
  });

  it('that pay no link are refunded as they arrive, or on a day that their page names, if an owner has set that', async () => {
    const set = (form: Record<string, string>) =>
      owner.visitor.post(`/panel/accounts/${account.id}/settings/automatic-refunds`, form);
    await set({ refunds: 'at_once', days: '7' });
    expect(await statusOf(await payTooLittle(account))).to.equal('refunding');
    const done = await set({ refunds: 'after_days', days: '7' });
    expect(locationOf(done)).to.equal(`/panel/accounts/${account.id}/settings?flash=automatic_refunds_set`);
    const id = await payTooLittle(account);
    expect(await read()).to.contain('Refunded, unless you decide, on');
    expect(await read(`/${id}`)).to.contain('Refunded, unless you decide, on');
    const refused = await set({ refunds: 'after_days', days: '91' });
    expect(refused.status).to.equal(422);
    expect(refused.text).to.contain('Enter a whole number of days, from 1 to 90.');
    await set({ refunds: 'never', days: '7' });
    expect(await read(`/${id}`)).not.to.contain('Refunded, unless you decide');
  });
});

/** A page's text, without its tags; addresses in links stay, because tests look for them. */
function readable(html: string): string {
  return html
    .replace(/<(?!a )[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
}
