import { expect } from 'chai';
import type { Client } from '../support/client.ts';
import { invalid, refusal } from '../support/refusal.ts';
import { startService, type TestService } from '../support/service.ts';
import { DAY_S, MINUTE_S, advance, createLink, methodOf, pay, readLink, serviceTimeIn } from './links.ts';

describe('changing a payment link', () => {
  let service: TestService;
  let api: Client;

  before(async () => {
    service = await startService();
    ({ api } = await service.createAccount());
  });
  after(() => service?.close());

  const create = (fields: object = {}) =>
    createLink(api, {
      amount: '500',
      metadata: { order: '1', store: 'Reforma' },
      return_url: 'https://shop.example/thanks',
      ...fields,
    });
  const patch = (code: string, body: unknown) => api.patch(`/v1/payment_links/${code}`, body);
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, key) => [`key ${key}`, String(key)]));

  const changes: { what: string; body: object; expected: object }[] = [
    { what: 'the description', body: { description: 'Otro' }, expected: { description: 'Otro' } },
    {
      what: 'the return URL',
      body: { return_url: 'https://shop.example/gracias?id=1' },
      expected: { return_url: 'https://shop.example/gracias?id=1' },
    },
    { what: 'the return URL to null', body: { return_url: null }, expected: { return_url: null } },
    {
      what: 'one metadata key and leaves the others',
      body: { metadata: { order: '2' } },
      expected: { metadata: { order: '2', store: 'Reforma' } },
    },
    {
      what: 'metadata by adding a key',
      body: { metadata: { clerk: 'Ana' } },
      expected: { metadata: { order: '1', store: 'Reforma', clerk: 'Ana' } },
    },
    {
      what: 'metadata by removing a key',
      body: { metadata: { order: null, never: null } },
      expected: { metadata: { store: 'Reforma' } },
    },
    {
      what: 'nothing with empty metadata',
      body: { metadata: {} },
      expected: { metadata: { order: '1', store: 'Reforma' } },
    },
    {
      what: 'several fields at once',
      body: { description: 'Otro', metadata: { store: null }, return_url: null },
      expected: { description: 'Otro', metadata: { order: '1' }, return_url: null },
    },
  ];
  for (const { what, body, expected } of changes) {
    it(`changes ${what}`, async () => {
      const link = await create();
      const { status, body: changed } = await patch(link.code, body);
      expect(status).to.equal(200);
      expect(changed).to.deep.equal({ ...link, ...expected });
      expect(await readLink(api, link.code)).to.deep.equal(changed);
    });
  }

  it('moves the expiry, and with it the validity of amounts without conversion', async () => {
    const link = await create({ amount: '20000' });
    const expires_at = await serviceTimeIn(service, 30 * DAY_S);
    const { body: changed } = await patch(link.code, { expires_at });
    expect(changed.expires_at).to.equal(expires_at);
    for (const method of ['SPEI', 'MXNB']) {
      expect(methodOf(changed, method).amount_due_expires_at).to.equal(expires_at);
    }
    expect(methodOf(changed, 'USDC')).to.deep.equal(methodOf(link, 'USDC'));
    await advance(service, 29 * DAY_S);
    expect((await pay(api, link.code, { method: 'SPEI' })).body.status).to.equal('credited');
  });

  it('limits the validity of locked amounts to the new expiry', async () => {
    const link = await create({ amount: '20000' });
    const expires_at = await serviceTimeIn(service, 6 * MINUTE_S);
    const { body: changed } = await patch(link.code, { expires_at });
    expect(methodOf(changed, 'USDC').amount_due_expires_at).to.equal(expires_at);
  });

  it('accepts an expiry 5 minutes to 90 days from now', async () => {
    const { code } = await create();
    for (const seconds of [5 * MINUTE_S - 5, -DAY_S, 90 * DAY_S + 5]) {
      const expires_at = await serviceTimeIn(service, seconds);
      expect(refusal(await patch(code, { expires_at })), String(seconds)).to.deep.equal(
        invalid('expires_at'),
      );
    }
    for (const seconds of [5 * MINUTE_S + 5, 90 * DAY_S - 5]) {
      const expires_at = await serviceTimeIn(service, seconds);
      expect((await patch(code, { expires_at })).body.expires_at).to.equal(expires_at);
    }
  });

  it('accepts at most 50 metadata keys in total', async () => {
    const { code } = await create({ metadata: many(49) });
    expect((await patch(code, { metadata: { 'one more': 'x' } })).status).to.equal(200);
    expect(refusal(await patch(code, { metadata: { 'too many': 'x' } }))).to.deep.equal(invalid('metadata'));
    expect(Object.keys((await readLink(api, code)).metadata)).to.have.length(50);
    const exchanged = await patch(code, { metadata: { 'key 0': null, 'too many': 'x' } });
    expect(Object.keys(exchanged.body.metadata)).to.have.length(50);
    expect(refusal(await patch(code, { metadata: many(51) }))).to.deep.equal(invalid('metadata'));
  });

  it('loses none of several simultaneous changes', async () => {
    const { code } = await create({ metadata: {} });
    const keys = Array.from({ length: 10 }, (_, key) => `key ${key}`);
    const answers = await Promise.all(keys.map((key) => patch(code, { metadata: { [key]: 'x' } })));
    expect(answers.map(({ status }) => status)).to.deep.equal(keys.map(() => 200));
    expect(Object.keys((await readLink(api, code)).metadata).sort()).to.deep.equal(keys);
  });

  it('happens once per idempotency key', async () => {
    const { code } = await create();
    const path = `/v1/payment_links/${code}`;
    const first = await api.patch(path, { description: 'One' }, { idempotencyKey: `patch ${code}` });
    await patch(code, { description: 'Two' });
    const again = await api.patch(path, { description: 'One' }, { idempotencyKey: `patch ${code}` });
    expect(again.text).to.equal(first.text);
    expect((await readLink(api, code)).description).to.equal('Two');
  });

  const refusals: { what: string; body: object; param: string }[] = [
    { what: 'an empty description', body: { description: '' }, param: 'description' },
    { what: 'a null description', body: { description: null }, param: 'description' },
    { what: 'a long description', body: { description: 'x'.repeat(501) }, param: 'description' },
    {
      what: 'a return URL without https',
      body: { return_url: 'http://shop.example' },
      param: 'return_url',
    },
    {
      what: 'a return URL with a user name',
      body: { return_url: 'https://shop.example:secret@evil.example/' },
      param: 'return_url',
    },
    { what: 'an invalid expiry', body: { expires_at: 'tomorrow' }, param: 'expires_at' },
    { what: 'a null expiry', body: { expires_at: null }, param: 'expires_at' },
    { what: 'metadata that is not text', body: { metadata: { order: 1 } }, param: 'metadata.order' },
    { what: 'another amount', body: { amount: '600' }, param: 'amount' },
    { what: 'a status', body: { status: 'paid' }, param: 'status' },
  ];
  for (const { what, body, param } of refusals) {
    it(`refuses ${what}`, async () => {
      const link = await create();
      expect(refusal(await patch(link.code, body))).to.deep.equal(invalid(param));
      expect(await readLink(api, link.code)).to.deep.equal(link);
    });
  }

  it('refuses a body without anything to change', async () => {
    const { code } = await create();
    expect(refusal(await patch(code, {}))).to.include({ status: 400, code: 'invalid_request' });
    expect(refusal(await patch(code, undefined))).to.include({ status: 400, code: 'invalid_request' });
  });

  it("does not find another account's link", async () => {
    const { code } = await create();
    const other = await service.createAccount();
    expect(refusal(await other.api.patch(`/v1/payment_links/${code}`, { description: 'x' }))).to.deep.equal({
      status: 404,
      code: 'payment_link_not_found',
    });
  });

  const NOT_ACTIVE: Record<string, (code: string) => Promise<unknown>> = {
    processing: (code) => pay(api, code, { method: 'MXNB', scenario: 'seen_then_confirmed' }),
    paid: (code) => pay(api, code, { method: 'MXNB' }),
    cancelled: (code) => api.post(`/v1/payment_links/${code}/cancel`),
    expired: () => advance(service, 8 * DAY_S),
  };
  for (const [status, make] of Object.entries(NOT_ACTIVE)) {
    it(`refuses every change of a link that is ${status}`, async () => {
      const { code } = await create();
      await make(code);
      const before = await readLink(api, code);
      expect(before.status).to.equal(status);
      const expires_at = await serviceTimeIn(service, DAY_S);
      for (const body of [
        { description: 'x' },
        { metadata: { a: 'b' } },
        { return_url: null },
        { expires_at },
      ]) {
        expect(refusal(await patch(code, body)), JSON.stringify(body)).to.deep.equal({
          status: 409,
          code: 'payment_link_not_modifiable',
        });
      }
      expect(await readLink(api, code)).to.deep.equal(before);
    });
  }
});
