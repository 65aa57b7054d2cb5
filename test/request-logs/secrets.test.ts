import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { PUBLIC_OPERATIONS } from '../../src/contract/handler.ts';
import { createRouteIndex, type Operation } from '../../src/http/request/routes.ts';
import { unpackDetails } from '../../src/request-logs/details.ts';
import type { Client } from '../support/client.ts';
import { contract } from '../support/contract.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { entryOf, untilLogged } from './entries.ts';

type Example = { $ref: string };

describe('secrets are not in the call log', () => {
  let service: TestService;
  let account: TestAccount;
  let api: Client;
  /** Texts that must not appear in the log. */
  const secrets: string[] = [];
  const secret = (text = `secret-${randomUUID()}`): string => {
    expect(text.length).to.be.greaterThan(10);
    secrets.push(text);
    return text;
  };

  before(async () => {
    service = await startService({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' });
    account = await service.createAccount();
    api = account.api;
    secret(account.key.secret);
    secret(account.key.secret.split('_').at(-1));
  });
  after(() => service?.close());

  it('from a payment link', async () => {
    const link = {
      amount: '150000',
      currency: 'MXNB',
      description: 'Order 1042',
      metadata: { customer: secret(), [secret().slice(0, 40)]: 'x' },
      return_url: `https://shop.example.com/${secret()}?token=${secret()}`,
    };
    const idempotencyKey = randomUUID();
    const created = await api.post('/v1/payment_links', link, { idempotencyKey });
    expect(created.status).to.equal(201);
    const replayed = await api.post('/v1/payment_links', link, { idempotencyKey });
    expect(replayed.headers.get('idempotent-replay')).to.equal('true');
    const refused = await api.post('/v1/payment_links', {
      ...link,
      amount: '0',
      note: secret(),
      metadata: secret(),
    });
    expect(refused.status).to.equal(400);
    for (const { instructions } of created.body.methods) {
      for (const text of textsIn(instructions)) if (text.length > 10) secret(text);
    }
    secret(/<path stroke="#000" d="([^"]+)"/.exec(created.body.qr.svg)?.[1]);
    await api.get(`/v1/payment_links/${created.body.code}`);
    await api.get(`/v1/payment_links/${created.body.code}/qr`);
    await api.get('/v1/payment_links');
    await api.post(`/v1/test_helpers/payment_links/${created.body.code}/deposit`, { method: 'SPEI' });

    const { response_body } = await entryOf(api, replayed);
    expect(response_body.methods).to.have.length(created.body.methods.length);
    for (const method of response_body.methods) expect(method.instructions).to.equal('[redacted]');
  });

  it('from a webhook endpoint', async () => {
    const url = `https://127.0.0.1:8443/${secret()}?token=${secret()}`;
    const idempotencyKey = randomUUID();
    const created = await api.post('/v1/webhook_endpoints', { url }, { idempotencyKey });
    expect(created.status).to.equal(201);
    const replayed = await api.post('/v1/webhook_endpoints', { url }, { idempotencyKey });
    expect(replayed.body.signing_secret).to.equal(created.body.signing_secret);
    secret(created.body.signing_secret);
    const withUser = await api.post('/v1/webhook_endpoints', {
      url: `https://ada:${secret()}@shop.example.com/`,
    });
    expect(withUser.status).to.equal(400);
    await api.get(`/v1/webhook_endpoints/${created.body.id}`);
    await api.get('/v1/webhook_endpoints');

    const { request_body, response_body } = await entryOf(api, replayed);
    expect(request_body.url).to.equal('https://127.0.0.1:8443/[redacted]');
    expect(response_body).to.include({
      url: 'https://127.0.0.1:8443/[redacted]',
      signing_secret: '[redacted]',
    });
    const { request_body: refused } = await entryOf(api, withUser);
    expect(refused.url).to.equal('https://shop.example.com/[redacted]');
  });

  it('from a ping or a query', async () => {
    await api.post('/v1/ping', { card: secret(), [secret()]: secret() });
    await api.get(`/v1/balances?${new URLSearchParams({ api_key: secret() }).toString()}`);
  });

  it('from a call that has an API key where none belongs', async () => {
    const { secret: key } = await service.createKey(account.id);
    secret(key.split('_').at(-1));
    const headers = { 'user-agent': `shop/1.0 (${key})`, accept: `*/*; key=${key}`, 'service-version': key };
    const at = encodeURIComponent(key);
    const answers = [
      await api.get(`/v1/payment_links/${key}`),
      await api.get(`/v1/payment_links/${key.replaceAll('_', '%5F')}`),
      await api.get(`/v1/nowhere/${key}`),
      await api.get(`/v1/payment_links?reference=${at}&external_reference=${at}`),
      await api.get('/v1/ping', { headers }),
      await api.get('/v1/ping', { headers: { 'user-agent': `${'x'.repeat(240)}${key}` } }),
      await api.post('/v1/ping', {}, { idempotencyKey: key }),
      await api.post('/v1/payment_links', {
        amount: '5',
        currency: 'MXNB',
        description: key,
        reference: key,
      }),
      await api.post('/v1/payment_links', { amount: key, currency: key, [key]: 1 }),
    ];
    const entry = await entryOf(api, answers[0]!);
    expect(entry.path).to.equal('/v1/payment_links/[redacted]');
    expect((await entryOf(api, answers[6]!)).idempotency_key).to.equal('[redacted]');
  });

  it('from a call of every operation, all of which are logged', async () => {
    const { operations } = createRouteIndex(contract as never, { environment: 'test' });
    const logged = operations.filter(({ id }) => !(PUBLIC_OPERATIONS as readonly string[]).includes(id));
    for (const operation of logged) await callByExample(operation);
    await untilLogged(api);
    const found = await service.database.query(
      'select distinct operation from request_logs where operation is not null',
    );
    expect(found.map((row) => row['operation'])).to.have.members(logged.map(({ id }) => id));
  });

  it('in any of its rows', async () => {
    await untilLogged(api);
    const rows = await service.database.query('select l::text as text, details from request_logs l');
    expect(rows.length).to.be.greaterThan(30);
    expect(secrets.length).to.be.greaterThan(15);
    const packed = rows.flatMap((row) => (row['details'] === null ? [] : [row['details'] as Buffer]));
    expect(packed).not.to.be.empty;
    const texts = packed.map((bytes) => JSON.stringify(unpackDetails(bytes)));
    const all = [...rows.map((row) => row['text']), ...texts].join('\n');
    expect(secrets.filter((text) => all.includes(text))).to.deep.equal([]);
  });

  async function callByExample({ id, method, path }: Operation): Promise<void> {
    const operation = contract.paths[path]?.[method.toLowerCase()] as any;
    const examples: Record<string, Example> =
      operation.requestBody?.content['application/json'].examples ?? {};
    const bodies = Object.values(examples).map(({ $ref }) => exampleOf($ref));
    const address = path.replace('{code}', 'PL-7K2M-9QX4-B1TZ').replace(/\{\w+\}/g, randomUUID());
    for (const body of bodies.length > 0 ? bodies : [undefined]) {
      const answer = await api.call(method, address, body === undefined ? {} : { body });
      expect(answer.status, id).to.be.oneOf([200, 201, 204, 400, 404, 409]);
    }
  }
});

function exampleOf(ref: string): unknown {
  const name = ref.split('/').at(-1) ?? '';
  return (contract as any).components.examples[name].value;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
