import { expect } from 'chai';
import { readOwed } from '../../src/payment-links/index.ts';
import { money } from '../../src/lib/money.ts';
import { notificationFor, receive } from '../deposits/notifications.ts';
import { eventsOf } from '../events/events.ts';
import { createLink, DAY_S, advance, pay, readLink } from '../payment-links/links.ts';
import { invalid, refusal } from '../support/refusal.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { setFees } from '../transfers/rig.ts';
import { createCustomer } from './customers.ts';

describe('the links of a customer', () => {
  let service: TestService;
  let account: TestAccount;
  let customer: any;

  before(async () => {
    service = await startService();
    await setFees(service, '0', '0');
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
    customer = await createCustomer(account.api);
  });

  const link = (fields: object = {}) =>
    createLink(account.api, { amount: '1000', customer_id: customer.id, ...fields });
  const tryLink = (customer_id: string) =>
    account.api.post('/v1/payment_links', {
      amount: '1000',
      currency: 'MXNB',
      description: 'x',
      customer_id,
    });
  const codesOf = async (query: string): Promise<string[]> =>
    (await account.api.get(`/v1/payment_links?${query}`)).body.data.map(({ code }: any) => code);
  const owed = async () =>
    ((await readOwed(service.foundation.db.read, account.id, [customer.id])).get(customer.id) ?? []).map(
      ({ amount, currency, count }) => `${count}: ${Number(amount)} ${currency}`,
    );

  it('name the customer when read, listed and filtered', async () => {
    const { code, customer_id } = await link();
    const other = await createLink(account.api);
    expect(customer_id).to.equal(customer.id);
    expect(other.customer_id).to.equal(null);
    expect((await readLink(account.api, code)).customer_id).to.equal(customer.id);
    const { data } = (await account.api.get('/v1/payment_links')).body;
    expect(data.map((one: any) => one.customer_id)).to.deep.equal([null, customer.id]);
    expect(await codesOf(`customer_id=${customer.id}`)).to.deep.equal([code]);
    expect(await codesOf(`customer_id=${customer.id}&status=active&currency=MXNB`)).to.deep.equal([code]);
    expect(await codesOf(`customer_id=${customer.id}&status=paid`)).to.deep.equal([]);
  });

  it('can be given, changed and taken off later', async () => {
    const { code } = await createLink(account.api);
    const change = async (customer_id: string | null) =>
      (await account.api.patch(`/v1/payment_links/${code}`, { customer_id })).body.customer_id;
    expect(await change(customer.id)).to.equal(customer.id);
    expect(await codesOf(`customer_id=${customer.id}`)).to.deep.equal([code]);
    const next = await createCustomer(account.api);
    expect(await change(next.id)).to.equal(next.id);
    await account.api.patch(`/v1/payment_links/${code}`, { description: 'another' });
    expect((await readLink(account.api, code)).customer_id).to.equal(next.id);
    expect(await codesOf(`customer_id=${customer.id}`)).to.deep.equal([]);
    expect(await change(null)).to.equal(null);
    expect(await codesOf(`customer_id=${next.id}`)).to.deep.equal([]);
  });

  it('cannot name a customer of another account, a deleted one or none', async () => {
    const stranger = await createCustomer((await service.createAccount()).api);
    const gone = await createCustomer(account.api);
    await account.api.delete(`/v1/customers/${gone.id}`);
    const { code } = await createLink(account.api);
    const wrong = [stranger.id, gone.id, '0192f3a4-d1c2-7e35-9a4b-5c6d7e8f9012', 'nobody', ''];
    for (const id of wrong) {
      expect(refusal(await tryLink(id)), id).to.deep.equal(invalid('customer_id'));
      const changed = await account.api.patch(`/v1/payment_links/${code}`, { customer_id: id });
      expect(refusal(changed), id).to.deep.equal(invalid('customer_id'));
    }
    expect(await codesOf('')).to.deep.equal([code]);
    expect(await codesOf(`customer_id=${stranger.id}`)).to.deep.equal([]);
  });

  it('stay when the customer is deleted, with nothing but the id', async () => {
    const { code } = await link();
    await account.api.delete(`/v1/customers/${customer.id}`);
    expect(await readLink(account.api, code)).to.include({ status: 'active', customer_id: customer.id });
    expect(await codesOf(`customer_id=${customer.id}`)).to.deep.equal([code]);
    const changed = await account.api.patch(`/v1/payment_links/${code}`, { description: 'another' });
    expect(changed.status).to.equal(200);
  });

  it('name a customer who existed, also when that one is deleted at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await createCustomer(account.api);
      const [removed, ...created] = await Promise.all([
        account.api.delete(`/v1/customers/${id}`),
        tryLink(id),
        tryLink(id),
        tryLink(id),
      ]);
      expect(removed.status).to.equal(204);
      for (const answer of created)
        if (answer.status !== 201) expect(refusal(answer)).to.deep.equal(invalid('customer_id'));
      expect(refusal(await tryLink(id))).to.deep.equal(invalid('customer_id'));
    }
  });

  it('tell nothing of the customer in events and to payers', async () => {
    const marks = {
      name: 'Zoraida',
      email: 'zoraida@example.com',
      tax_id: 'RUGA850214AB9',
      reference: 'shop-77',
    };
    customer = await createCustomer(account.api, marks);
    const { code, url } = await link();
    const page = await (await fetch(url)).text();
    await pay(account.api, code, { method: 'SPEI' });
    const paid = await (await fetch(url)).text();
    const events = await eventsOf(service, account.id);
    expect(events.map(({ type }) => type)).to.include('payment_link.paid');
    for (const told of [JSON.stringify(events), page, paid])
      for (const mark of [customer.id, ...Object.values(marks)]) expect(told).not.to.contain(mark);
  });

  describe('that are open', () => {
    it('are what the customer owes, by currency', async () => {
      expect(await owed()).to.deep.equal([]);
      await link();
      await link({ amount: '250.50' });
      await link({ amount: '185000', currency: 'COP' });
      const { code } = await link();
      await account.api.post(`/v1/payment_links/${code}/cancel`);
      await pay(account.api, (await link()).code, { method: 'SPEI' });
      await createLink(account.api);
      expect(await owed()).to.deep.equal(['1: 185000 COP', '2: 1250.5 MXNB']);
      await advance(service, 8 * DAY_S);
      expect(await owed()).to.deep.equal([]);
    });

    it('are owed without what has arrived in parts, while the rest is asked for', async () => {
      const { code } = await link();
      const part = { amount: money('400'), payer: { account: '032180000118359719' } };
      await receive(service, await notificationFor(service, code, 'SPEI', part));
      expect(await owed()).to.deep.equal(['1: 1000 MXNB']);
      await service.changeAccount(account.id, { payTheRest: true });
      expect(await owed()).to.deep.equal(['1: 600 MXNB']);
      await link({ amount: '50' });
      expect(await owed()).to.deep.equal(['2: 650 MXNB']);
    });
  });
});
