import { expect } from 'chai';
import { createLink } from '../payment-links/links.ts';
import { invalid, refusal } from '../support/refusal.ts';
import { startLiveService } from '../support/live.ts';
import { runningOn, startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/poll.ts';

const FAULTS = '/v1/test_helpers/faults';
const LINK = { amount: '100', currency: 'MXNB', description: 'Order 1' };

describe('faults of calls', () => {
  let service: TestService;
  let account: TestAccount;
  let api: TestAccount['api'];

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
    ({ api } = account);
    // A call without faults, after which the process asks no more whether there are any.
    await api.get('/v1/ping');
  });

  const fault = async (body: object) => {
    const answer = await api.post(FAULTS, body);
    expect(answer.status).to.equal(201);
    return answer.body;
  };
  const create = (idempotencyKey: string) => api.post('/v1/payment_links', LINK, { idempotencyKey });
  const countLinks = async () => (await api.get('/v1/payment_links')).body.data.length;
  const isLost = (call: Promise<unknown>) =>
    call.then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === 'ECONNRESET',
    );

  it('happen with the next calls of one operation, as often as asked for', async () => {
    await fault({ kind: 'internal_error', operation: 'createPaymentLink', count: 2 });
    expect((await api.get('/v1/ping')).status).to.equal(200);
    expect(refusal(await create('a'))).to.include({ status: 500, code: 'internal_error' });
    expect(refusal(await create('a'))).to.include({ status: 500, code: 'internal_error' });
    const third = await create('a');
    expect(third.status).to.equal(201);
    expect(third.headers.get('idempotent-replay')).to.equal(null);
    expect(await countLinks()).to.equal(1);
  });

  it('happen exactly as often with simultaneous calls', async () => {
    await fault({ kind: 'internal_error', count: 10 });
    const answers = await Promise.all(Array.from({ length: 30 }, () => api.get('/v1/ping')));
    expect(answers.filter(({ status }) => status === 500)).to.have.lengthOf(10);
  });

  it('are like real ones: a full window, with Retry-After', async () => {
    const limited = await service.createAccount({ requestsPerMinute: 2 });
    await limited.api.get('/v1/ping');
    await limited.api.post(FAULTS, { kind: 'rate_limited' });
    const real = await limited.api.get('/v1/ping');

    await fault({ kind: 'rate_limited' });
    const injected = await create('limited');
    expect([...injected.headers.keys()].sort()).to.deep.equal([...real.headers.keys()].sort());
    const stable = ({ body: { error } }: typeof real) => ({ ...error, request_id: '' });
    expect(stable(injected)).to.deep.equal(stable(real));
    expect(injected.status).to.equal(429);
    expect(injected.headers.get('retry-after')).to.equal('1');
    expect(injected.headers.get('ratelimit-remaining')).to.equal('0');
    expect((await create('limited')).status).to.equal(201);
  });

  it('lose a request before anything is done', async () => {
    await fault({ kind: 'lost_request', operation: 'createPaymentLink' });
    expect(await isLost(create('lost'))).to.equal(true);
    expect(await countLinks()).to.equal(0);
    expect((await create('lost')).headers.get('idempotent-replay')).to.equal(null);
  });

  it('lose a response after the work was done, so that a retry gets it', async () => {
    await fault({ kind: 'lost_response', operation: 'createPaymentLink' });
    expect(await isLost(create('lost'))).to.equal(true);
    expect(await countLinks()).to.equal(1);
    const retry = await create('lost');
    expect(retry.status).to.equal(201);
    expect(retry.headers.get('idempotent-replay')).to.equal('true');
    expect(await countLinks()).to.equal(1);
  });

  it('lose the response of a refused call, and of a whole export, too', async () => {
    await fault({ kind: 'lost_response', count: 2 });
    expect(await isLost(api.get('/v1/payment_links/PL-AAAA-AAAA-AAAA'))).to.equal(true);
    expect(await isLost(api.get('/v1/transactions', { headers: { accept: 'text/csv' } }))).to.equal(true);
    expect((await api.get('/v1/ping')).status).to.equal(200);
  });

  it('delay a response, but not the work', async () => {
    await fault({ kind: 'late_response', operation: 'createPaymentLink', delay_ms: 1_500 });
    const startedAt = performance.now();
    const late = create('late');
    await until(async () => (await countLinks()) === 1, { what: 'the link' });
    expect((await late).status).to.equal(201);
    expect(performance.now() - startedAt).to.be.greaterThan(1_490);
  });

  it('happen one per call, in the order in which they were created', async () => {
    await fault({ kind: 'internal_error' });
    await fault({ kind: 'rate_limited' });
    const statuses = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await api.get('/v1/ping')).status);
    expect(statuses).to.deep.equal([500, 429, 200]);
  });

  it('do not happen with invalid calls, test helpers, or other accounts', async () => {
    const link = await createLink(api);
    await fault({ kind: 'internal_error' });
    expect((await api.post('/v1/payment_links', { ...LINK, amount: 'x' })).status).to.equal(400);
    const path = `/v1/test_helpers/payment_links/${link.code}/deposit`;
    expect((await api.post(path, { method: 'SPEI' })).status).to.equal(201);
    expect((await (await service.createAccount()).api.get('/v1/ping')).status).to.equal(200);
    expect((await api.get('/v1/ping')).status).to.equal(500);
  });

  it('happen in every process', async () => {
    const other = await runningOn(service.database, { SECRETS_KEY: service.secretsKey });
    try {
      const elsewhere = other.client(account.key.secret);
      expect((await elsewhere.get('/v1/ping')).status).to.equal(200);
      await fault({ kind: 'internal_error', operation: 'getPing', count: 100 });
      await until(async () => (await elsewhere.get('/v1/ping')).status === 500, {
        what: 'a fault elsewhere',
      });
      expect(refusal(await elsewhere.get('/v1/ping'))).to.include({ status: 500, code: 'internal_error' });
    } finally {
      await other.close();
    }
  });

  it('cost no query once an account is known to have none', async () => {
    const { read } = service.foundation.db;
    const query = read.query.bind(read);
    let looks = 0;
    read.query = (command) => {
      if (command.name?.startsWith('faults.')) looks += 1;
      return query(command) as never;
    };
    try {
      const costs = async () => {
        const before = looks;
        for (let call = 0; call < 5; call += 1) await api.get('/v1/ping');
        return looks - before;
      };
      await fault({ kind: 'internal_error', operation: 'createPaymentLink' });
      expect(await costs()).to.equal(5);
      await api.delete(FAULTS);
      await until(async () => (await costs()) === 0, { what: 'no more queries' });
    } finally {
      read.query = query;
    }
  });

  it('are listed until they have happened, and are cleared together', async () => {
    const first = await fault({ kind: 'late_response', delay_ms: 5, count: 2 });
    await fault({ kind: 'late_delivery', delay_ms: 5 });
    expect(first).to.include({ object: 'fault', operation: null, delay_ms: 5, count: 2, remaining: 2 });
    await api.get('/v1/ping');
    const { data } = (await api.get(FAULTS)).body;
    expect(data.map(({ kind, remaining }: any) => [kind, remaining])).to.deep.equal([
      ['late_response', 1],
      ['late_delivery', 1],
    ]);
    await api.get('/v1/ping');
    expect((await api.get(FAULTS)).body.data).to.have.lengthOf(1);
    expect((await api.delete(FAULTS)).status).to.equal(204);
    expect((await api.get(FAULTS)).body.data).to.deep.equal([]);
  });

  it('end after an hour', async () => {
    await fault({ kind: 'internal_error' });
    await api.post('/v1/test_helpers/clock/advance', { seconds: 3_600 });
    expect((await api.get('/v1/ping')).status).to.equal(200);
    expect((await api.get(FAULTS)).body.data).to.deep.equal([]);
  });

  it('are limited to twenty at a time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 22 }, () => api.post(FAULTS, { kind: 'internal_error' })),
    );
    expect(answers.filter(({ status }) => status === 201)).to.have.lengthOf(20);
    await api.get('/v1/ping');
    expect((await api.post(FAULTS, { kind: 'internal_error' })).status).to.equal(201);
  });

  for (const [param, body] of [
    ['kind', { kind: 'explosion' }],
    ['count', { kind: 'internal_error', count: 101 }],
    ['count', { kind: 'internal_error', count: 0 }],
    ['delay_ms', { kind: 'late_response' }],
    ['delay_ms', { kind: 'late_response', delay_ms: 10_001 }],
    ['delay_ms', { kind: 'internal_error', delay_ms: 5 }],
    ['operation', { kind: 'internal_error', operation: 'createNothing' }],
    ['operation', { kind: 'internal_error', operation: 'advanceClock' }],
    ['operation', { kind: 'internal_error', operation: 'getHealth' }],
    ['operation', { kind: 'late_delivery', delay_ms: 5, operation: 'getPing' }],
  ] as const) {
    it(`are refused with a bad ${param}: ${JSON.stringify(body)}`, async () => {
      expect(refusal(await api.post(FAULTS, body))).to.deep.equal(invalid(param));
    });
  }

  it('do not exist in the live environment', async () => {
    const live = await startLiveService();
    try {
      const { api: liveApi } = await live.createAccount();
      const answer = await liveApi.post(FAULTS, { kind: 'internal_error' });
      expect(refusal(answer)).to.include({ status: 404, code: 'route_not_found' });
      expect(live.foundation.faults).to.equal(undefined);
    } finally {
      await live.close();
    }
  });
});
