import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { startFakeBridge, type FakeBridge } from '../../scripts/fake-bridge/server.ts';

/** The stand-in is as strict as the documentation allows, whatever the service sends. */
describe('the stand-in for Bridge', () => {
  let fake: FakeBridge;
  beforeEach(async () => void (fake = await startFakeBridge({ balance: '1000', settings: { stepMs: 10 } })));
  afterEach(() => fake.close());

  const call = async (
    method: string,
    path: string,
    { body, key, headers = {} }: { body?: object; key?: string; headers?: object } = {},
  ) => {
    const response = await fetch(`${fake.url}/v0${path}`, {
      method,
      headers: {
        'Api-Key': fake.apiKey,
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      source: response.headers.get('x-fake-source') ?? '',
      body: text === '' ? undefined : JSON.parse(text),
    };
  };
  const template = () => ({
    on_behalf_of: fake.customerId,
    source: { payment_rail: 'wire', currency: 'usd' },
    destination: { payment_rail: 'bridge_wallet', currency: 'usdc', bridge_wallet_id: fake.walletId },
    features: { static_template: true },
  });

  it('says of each answer how well it is known', async () => {
    expect((await call('GET', '/transfers')).source).to.match(/^documented; docs/);
    expect((await call('GET', `/wallets/${fake.walletId}/history`)).source).to.match(
      /^guessed; .*history_types/,
    );
    expect((await call('GET', '/nothing')).source).to.match(/^guessed; elsewhere/);
  });

  it('takes no call without the key', async () => {
    const answer = await call('GET', '/transfers', { headers: { 'Api-Key': 'another' } });
    expect(answer.status).to.equal(401);
    expect(answer.body).to.include({ code: 'invalid', location: 'header', name: 'Api-Key' });
  });

  it('wants an idempotency key on POST, and on nothing else', async () => {
    expect((await call('POST', '/transfers', { body: template() })).status).to.equal(400);
    expect((await call('GET', '/transfers', { key: 'one' })).status).to.equal(400);
  });

  it('answers a key as it did first for 24 hours, refuses it with another body, and after that altogether', async () => {
    const first = await call('POST', '/transfers', { body: template(), key: 'one' });
    expect(first.status).to.equal(201);
    expect((await call('POST', '/transfers', { body: template(), key: 'one' })).body.id).to.equal(
      first.body.id,
    );
    const other = { ...template(), client_reference_id: 'other' };
    expect((await call('POST', '/transfers', { body: other, key: 'one' })).status).to.equal(422);
    fake.control.advance({ ms: 24 * 3_600_000 });
    expect((await call('POST', '/transfers', { body: template(), key: 'one' })).status).to.equal(422);
  });

  it('refuses fields and parameters that are not documented', async () => {
    const body = { ...template(), memo: 'x' };
    expect((await call('POST', '/transfers', { body, key: randomUUID() })).status).to.equal(400);
    expect((await call('GET', '/transfers?client_reference_id=x')).status).to.equal(400);
    expect((await call('GET', '/transfers?starting_after=a&updated_after_ms=1')).status).to.equal(400);
  });

  it('sends back what names no open template', async () => {
    const made = await call('POST', '/transfers', { body: template(), key: randomUUID() });
    const { deposit_message: message } = made.body.source_deposit_instructions;
    expect(fake.control.pay({ message, amount: '10' })).to.have.property('transfer_id');
    expect(fake.control.pay({ message: 'INVOICE', amount: '10' })).to.have.property('sent_back');
    await call('DELETE', `/transfers/${made.body.id}`);
    expect(fake.control.pay({ message, amount: '10' })).to.have.property('sent_back');
    expect((await call('DELETE', `/transfers/${made.body.id}`)).status).to.equal(404);
  });
});
