import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import {
  ApiError,
  SERVICE_VERSION,
  type CreatePaymentLinkRequest,
  type ErrorCodesOf,
  type UpdatePaymentLinkRequest,
} from '../src/index.js';
import { connect, given } from './support.js';

const ORDER: CreatePaymentLinkRequest = {
  amount: '1500.50',
  currency: 'MXNB',
  description: 'Order 1042',
  accepted_methods: ['SPEI'],
};

test('ping: the key is usable, and the dated version is that of the client', async () => {
  const { data, response } = await connect().getPing();
  assert.equal(data.ok, true);
  assert.equal(data.environment, 'test');
  assert.equal(response.headers.get('Service-Version'), SERVICE_VERSION);
});

test('create a link', async () => {
  const { data: link } = await connect().createPaymentLink({ body: ORDER });
  assert.equal(link.status, 'active');
  assert.equal(link.amount, '1500.50000000');
  assert.match(link.url, /^http/);
});

test('pay a link by the simulator, and poll until it is paid', async () => {
  const payments = connect();
  const { data: link } = await payments.createPaymentLink({ body: ORDER });
  const path = { code: link.code };
  const { data: deposit } = await payments.simulateDeposit({ path, body: { method: 'SPEI' } });
  assert.equal(deposit.payment_link_code, link.code);
  let current = link;
  for (let polls = 0; current.status !== 'paid' && polls < 100; polls++) {
    await delay(100);
    ({ data: current } = await payments.getPaymentLink({ path }));
  }
  assert.equal(current.status, 'paid');
  assert.equal(current.paid_with_method, 'SPEI');
});

test('balances are decimal texts', async () => {
  const { data: balances } = await connect().listBalances();
  const mxnb = balances.data.find(({ asset }) => asset === 'MXNB');
  assert.match(mxnb?.available ?? '', /^[0-9]+\.[0-9]{8}$/);
});

test('iterate 250 links over pages', async () => {
  const codes = new Set<string>();
  for await (const link of connect().all('listPaymentLinks', { query: { limit: 100 } })) {
    if (link.metadata['batch'] === '250') codes.add(link.code);
  }
  assert.equal(codes.size, 250);
});

test('a list is filtered by metadata', async () => {
  const list = async (metadata: Record<string, string>) =>
    (await connect().listPaymentLinks({ query: { metadata, limit: 100 } })).data.data.length;
  assert.equal(await list({ batch: '250' }), 100);
  assert.equal(await list({ batch: '250', shop: 'north' }), 0);
});

test('null is sent as null, and what is left out is not sent', async () => {
  const payments = connect();
  const { data: link } = await payments.createPaymentLink({
    body: { ...ORDER, return_url: 'https://shop.example/done' },
  });
  const change = async (body: UpdatePaymentLinkRequest) =>
    (await payments.updatePaymentLink({ path: { code: link.code }, body })).data.return_url;
  assert.equal(await change({ description: 'Order 7' }), 'https://shop.example/done');
  assert.equal(await change({ return_url: null }), null);
});

test('events are told apart by their type', async () => {
  const { data: events } = await connect().listEvents({ query: { type: 'payment_link.paid', limit: 1 } });
  const [event] = events.data;
  assert.ok(event?.type === 'payment_link.paid');
  assert.match(event.data.amount, /^[0-9]+\.[0-9]{8}$/);
});

test('an error is typed by its code, and names the parameter', async () => {
  const call = connect().createPaymentLink({ body: { ...ORDER, amount: '0.00000001' } });
  await assert.rejects(call, (error) => {
    assert.ok(error instanceof ApiError);
    assert.equal(error.code, 'invalid_request');
    assert.equal(error.status, 400);
    assert.equal(error.param, 'amount');
    assert.match(error.message, /amount/);
    assert.match(error.requestId ?? '', /^req_/);
    assert.equal(String(error), `ApiError: ${error.message} (invalid_request, ${error.requestId})`);
    return true;
  });
  await assert.rejects(connect().getPaymentLink({ path: { code: 'PL-0000-0000-0000' } }), {
    code: 'payment_link_not_found',
    status: 404,
  });
});

test('the same idempotency key gives the same answer, which says so', async () => {
  const payments = connect();
  const options = { body: ORDER, headers: { 'Idempotency-Key': randomUUID() } };
  const first = await payments.createPaymentLink(options);
  const second = await payments.createPaymentLink(options);
  assert.equal(first.response.headers.get('Idempotent-Replay'), null);
  assert.equal(second.response.headers.get('Idempotent-Replay'), 'true');
  assert.deepEqual(second.data, first.data);
  const other = await payments.createPaymentLink({ body: ORDER });
  assert.notEqual(other.data.code, first.data.code);
});

test('fields that the client does not know do not disturb it', async () => {
  const payments = connect({ baseUrl: given('PAYMENTS_NEWER_URL') });
  const { data: link } = await payments.createPaymentLink({ body: ORDER });
  assert.ok('x_new_field' in link);
  const { data: found } = await payments.getPaymentLink({ path: { code: link.code } });
  assert.equal(found.amount, '1500.50000000');
  for await (const listed of payments.all('listPaymentLinks', { query: { limit: 1 } })) {
    assert.equal(listed.object, 'payment_link');
    break;
  }
  const error = await payments
    .getPaymentLink({ path: { code: 'PL-0000-0000-0000' } })
    .catch((e: unknown) => e);
  assert.ok(error instanceof ApiError);
  const code: ErrorCodesOf['getPaymentLink'] | undefined = error.code;
  assert.equal(code, 'payment_link_not_found' satisfies ErrorCodesOf['getPaymentLink']);
});
