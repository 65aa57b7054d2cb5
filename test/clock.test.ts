import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createLink, DAY_S, MINUTE_S, pay, readLink, readMethod } from './payment-links/links.ts';
import { until } from './support/poll.ts';
import { answers } from './support/outside/receiver.ts';
import { invalid, refusal } from './support/refusal.ts';
import { startLiveService } from './support/live.ts';
import { type TestService } from './support/service.ts';
import { startDeliveryBench, type DeliveryBench } from './webhooks/deliveries/delivery-bench.ts';

const YEAR_S = 365 * DAY_S;

describe("the deployment's clock", () => {
  let bench: DeliveryBench;
  let service: TestService;

  before(async () => {
    bench = await startDeliveryBench();
    ({ service } = bench);
  });
  after(() => bench?.close());
  // Also goes back to real time, which a deployment cannot do.
  afterEach(() => bench.clear());

  const advance = (seconds: unknown, idempotencyKey: string = randomUUID()) =>
    bench.account.api.post('/v1/test_helpers/clock/advance', { seconds }, { idempotencyKey });

  it('is advanced by the sum of all requests', async () => {
    const first = await advance(90);
    expect(first.status).to.equal(200);
    expect(first.body).to.include({ object: 'test_clock', advanced_by_seconds: 90 });
    expect(Date.parse(first.body.now)).to.be.closeTo(Date.now() + 90_000, 30_000);
    const second = await advance(DAY_S);
    expect(second.body.advanced_by_seconds).to.equal(90 + DAY_S);
    expect(Date.parse(second.body.now)).to.be.closeTo(Date.now() + (90 + DAY_S) * 1_000, 30_000);
  });

  it('can be read, and is on real time until it is advanced', async () => {
    const read = () => bench.account.api.get('/v1/test_helpers/clock');
    const { body: before } = await read();
    expect(before).to.deep.equal({ object: 'test_clock', now: before.now, advanced_by_seconds: 0 });
    expect(Date.parse(before.now)).to.be.closeTo(Date.now(), 30_000);
    const { body: advanced } = await advance(DAY_S);
    const { status, body: after } = await read();
    expect(status).to.equal(200);
    expect(after).to.deep.equal({ ...advanced, now: after.now });
    expect(Date.parse(after.now)).to.be.at.least(Date.parse(advanced.now));
  });

  it('is advanced once per idempotency key, and by all of several simultaneous requests', async () => {
    await advance(10, 'once');
    const again = await advance(10, 'once');
    expect(again.headers.get('idempotent-replay')).to.equal('true');
    await Promise.all(Array.from({ length: 10 }, () => advance(10)));
    expect((await advance(1)).body.advanced_by_seconds).to.equal(111);
  });

  it('accepts only positive whole seconds within bounds', async () => {
    for (const seconds of [0, -1, 1.5, '60', null, 1e100, undefined]) {
      expect(refusal(await advance(seconds)), String(seconds)).to.deep.equal(invalid('seconds'));
    }
  });

  it('can be advanced by a year at a time, and ten years in all', async () => {
    expect(refusal(await advance(YEAR_S + 1))).to.deep.equal(invalid('seconds'));
    for (let year = 1; year < 10; year += 1) expect((await advance(YEAR_S)).status).to.equal(200);
    await advance(YEAR_S - 1);
    expect(refusal(await advance(2))).to.deep.equal(invalid('seconds'));
    expect((await advance(1)).body.advanced_by_seconds).to.equal(10 * YEAR_S);
    expect(refusal(await advance(1))).to.deep.equal(invalid('seconds'));
    expect((await createLink(bench.account.api)).status).to.equal('active');
  });

  it('is advanced with links:write only', async () => {
    const { secret } = await service.createKey(bench.account.id, { scopes: ['links:read'] });
    const answer = await service.client(secret).post('/v1/test_helpers/clock/advance', { seconds: 60 });
    expect(refusal(answer)).to.deep.equal({ status: 403, code: 'insufficient_scope' });
  });

  it('does not exist in the live environment', async () => {
    const live = await startLiveService();
    try {
      const { api } = await live.createAccount();
      const answer = await api.post('/v1/test_helpers/clock/advance', { seconds: 60 });
      expect(refusal(answer)).to.deep.equal({ status: 404, code: 'route_not_found' });
      const reading = await api.get('/v1/test_helpers/clock');
      expect(refusal(reading)).to.deep.equal({ status: 404, code: 'route_not_found' });
    } finally {
      await live.close();
    }
  });

  describe('when advanced', () => {
    it('lets quotes and links expire', async () => {
      const { api } = bench.account;
      const { code } = await createLink(api);
      await advance(14 * MINUTE_S);
      expect((await readMethod(api, code, 'USDC')).quote_status).to.equal('locked');
      await advance(2 * MINUTE_S);
      expect((await readMethod(api, code, 'USDC')).quote_status).to.equal('expired');
      expect((await readLink(api, code)).status).to.equal('active');
      await advance(7 * DAY_S);
      expect((await readLink(api, code)).status).to.equal('expired');
    });

    it('dates what happens afterwards', async () => {
      const { api } = bench.account;
      await advance(DAY_S);
      const link = await createLink(api);
      expect(Date.parse(link.created_at)).to.be.closeTo(Date.now() + DAY_S * 1_000, 30_000);
      await pay(api, link.code, { method: 'SPEI' });
      expect(Date.parse((await readLink(api, link.code)).paid_at)).to.be.closeTo(
        Date.now() + DAY_S * 1_000,
        5_000,
      );
    });

    it('lets keys expire', async () => {
      const expiresAt = new Date(Date.now() + 3_600_000);
      const { secret } = await service.createKey(bench.account.id, { expiresAt });
      const client = service.client(secret);
      expect((await client.get('/v1/ping')).status).to.equal(200);
      await advance(3_601);
      // The service may have the key cached for a moment longer.
      await until(async () => (await client.get('/v1/ping')).status === 401, { what: 'the key has expired' });
    });

    it('lets idempotency keys expire', async () => {
      const { api } = bench.account;
      const request = { amount: '500', currency: 'MXNB', description: 'x' };
      const create = () => api.post('/v1/payment_links', request, { idempotencyKey: 'order 1' });
      const first = await create();
      await advance(DAY_S - MINUTE_S);
      expect((await create()).body.code).to.equal(first.body.code);
      await advance(2 * MINUTE_S);
      const anew = await create();
      expect(anew.headers.get('idempotent-replay')).to.equal(null);
      expect(anew.body.code).not.to.equal(first.body.code);
    });

    it('lets deliveries fall due, signed with the real time', async () => {
      await bench.register();
      bench.receiver.answerWith(answers.inTurn(answers.status(500), answers.status(200)));
      await bench.record();
      expect(await bench.deliverDue()).to.equal(1);
      expect(await bench.deliverDue()).to.equal(0);
      await advance(61);
      expect(await bench.deliverDue()).to.equal(1);
      expect(await bench.delivery()).to.include({ status: 'delivered', attempts: 2 });

      await advance(DAY_S);
      await bench.record();
      await bench.deliverDue();
      expect(bench.receiver.requests).to.have.length(3);
      for (const { headers } of bench.receiver.requests) {
        const signedAtS = Number(/^t=(\d+),/.exec(String(headers['service-signature']))?.[1]);
        expect(signedAtS).to.be.closeTo(Date.now() / 1_000, 60);
      }
    });

    it('does not reset the rate limit', async () => {
      const { secret } = await service.createKey(bench.account.id, { requestsPerMinute: 5 });
      const client = service.client(secret);
      for (const remaining of ['4', '3', '2', '1', '0']) {
        const { headers } = await client.get('/v1/ping');
        expect(headers.get('ratelimit-remaining')).to.equal(remaining);
        expect(Number(headers.get('ratelimit-reset'))).to.be.within(0, 60);
        await advance(MINUTE_S);
      }
      expect((await client.get('/v1/ping')).status).to.equal(429);
    });

    it('leaves the call log on real time', async () => {
      await advance(DAY_S);
      const answer = await bench.account.api.get('/v1/ping');
      const path = `/v1/request_logs/${answer.headers.get('x-request-id')}`;
      await until(async () => (await bench.account.api.get(path)).status === 200, { what: 'it is logged' });
      const { created_at } = (await bench.account.api.get(path)).body;
      expect(Date.parse(created_at)).to.be.closeTo(Date.now(), 60_000);
    });
  });
});
