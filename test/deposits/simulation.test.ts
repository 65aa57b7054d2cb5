import { expect } from 'chai';
import type { Client } from '../support/client.ts';
import { itOnOneDay } from '../support/clock.ts';
import { isClabe } from '../../src/methods/index.ts';
import { invalid, refusal } from '../support/refusal.ts';
import { startLiveService } from '../support/live.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

describe('paying a link in the test environment', () => {
  let service: TestService;
  let account: TestAccount;
  let api: Client;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    api = account.api;
  });
  after(() => service?.close());

  const createLink = async (): Promise<string> =>
    (await api.post('/v1/payment_links', { amount: '150', currency: 'MXNB', description: 'x' })).body.code;
  const pay = (code: string, body: unknown = { method: 'SPEI' }, idempotencyKey?: string) =>
    api.post(
      `/v1/test_helpers/payment_links/${code}/deposit`,
      body,
      idempotencyKey === undefined ? {} : { idempotencyKey },
    );
  const count = async (code: string) =>
    (await api.get(`/v1/transactions?payment_link_code=${code}`)).body.data.length;

  it('returns the deposit as it was credited', async () => {
    const code = await createLink();
    const { status, body } = await pay(code);
    expect(status).to.equal(201);
    const { id, created_at, destination, reference, provider_reference, request_id, payer, ...rest } = body;
    const [method] = (await api.get(`/v1/payment_links/${code}`)).body.methods;
    expect(method.instructions).to.include({ clabe: destination, reference });
    expect(provider_reference).to.be.a('string');
    expect(request_id).to.match(/^req_/);
    expect(rest).to.deep.equal({
      object: 'deposit',
      status: 'credited',
      payment_link_code: code,
      method: 'SPEI',
      asset: 'MXN',
      network: null,
      amount: '150.00000000',
      refunded_amount: '0.00000000',
      resolved_at: null,
    });
    expect(payer).to.have.all.keys('name', 'account', 'tracking_key');
    expect(isClabe(payer.account)).to.equal(true);
    expect(payer.tracking_key).to.match(/^SIM[0-9A-F]{27}$/);
    expect(Date.parse(created_at)).to.be.closeTo(Date.now(), 30_000);
    expect((await api.get('/v1/transactions?limit=1')).body.data[0].source).to.deep.equal({
      object: 'deposit',
      id,
    });
  });

  it('shows an address on a chain in the same letters as the instructions', async () => {
    const code = await createLink();
    const { methods } = (await api.get(`/v1/payment_links/${code}`)).body;
    const { instructions } = methods.find(({ method }: { method: string }) => method === 'MXNB');
    const { body } = await pay(code, { method: 'MXNB' });
    expect(instructions.address).to.match(/[A-F]/).and.to.match(/[a-f]/);
    expect(body.destination).to.equal(instructions.address);
  });

  it('is a new payment for each key, and the same one for the same key', async () => {
    const code = await createLink();
    const first = await pay(code, { method: 'SPEI', scenario: 'exact' }, `pay ${code}`);
    const again = await pay(code, { scenario: 'exact', method: 'SPEI' }, `pay ${code}`);
    expect(again.text).to.equal(first.text);
    expect(again.headers.get('idempotent-replay')).to.equal('true');
    expect((await pay(code)).body).to.include({ status: 'unmatched', unmatched_reason: 'LINK_ALREADY_PAID' });
    expect(await count(code)).to.equal(1);
  });

  it('pays once when twenty pay at the same time', async () => {
    const code = await createLink();
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(code)));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(20).fill(201));
    const outcomes = answers.map(({ body }) => body.unmatched_reason ?? body.status).sort();
    expect(outcomes).to.deep.equal([...Array<string>(19).fill('LINK_ALREADY_PAID'), 'credited']);
    expect(await count(code)).to.equal(1);
  });

  it('is refused for a method that the link does not have', async () => {
    const code = await createLink();
    for (const method of ['WIRE', 'PIGEON', 'spei', '', 5]) {
      expect(refusal(await pay(code, { method })), String(method)).to.deep.equal(invalid('method'));
    }
    expect(refusal(await pay(code, {}))).to.deep.equal(invalid('method'));
    expect(refusal(await pay(code, { method: 'SPEI', scenario: 'late' }))).to.deep.equal(invalid('scenario'));
    expect(await count(code)).to.equal(0);
  });

  it('needs links:write and an existing link', async () => {
    const key = await service.createKey(account.id, { scopes: ['links:read'] });
    const reader = service.client(key.secret);
    const path = `/v1/test_helpers/payment_links/${await createLink()}/deposit`;
    expect(refusal(await reader.post(path, { method: 'SPEI' }))).to.deep.equal({
      status: 403,
      code: 'insufficient_scope',
    });
    expect(refusal(await pay('PL-AAAA-AAAA-AAAA'))).to.deep.equal({
      status: 404,
      code: 'payment_link_not_found',
    });
  });

  itOnOneDay('does not use the daily quota of money operations', async () => {
    const code = await createLink();
    const remaining = (answer: { headers: Headers }) => answer.headers.get('ratelimit-money-remaining');
    const before = remaining(await api.post('/v1/ping', {}));
    expect(remaining(await pay(code))).to.equal(before);
  });

  it('does not exist in the live environment', async () => {
    const live = await startLiveService();
    try {
      const { api } = await live.createAccount();
      const request = { amount: '150', currency: 'MXNB', description: 'x' };
      const { body: link } = await api.post('/v1/payment_links', request);
      const answer = await api.post(`/v1/test_helpers/payment_links/${link.code}/deposit`, {
        method: 'SPEI',
      });
      expect(refusal(answer)).to.deep.equal({ status: 404, code: 'route_not_found' });
      expect((await api.get(`/v1/payment_links/${link.code}`)).body.status).to.equal('active');
    } finally {
      await live.close();
    }
  });
});
