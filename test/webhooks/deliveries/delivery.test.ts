import { expect } from 'chai';
import pg from 'pg';
import { createMetrics } from '../../../src/lib/metrics.ts';
import { createGuardedClient, type PostRequest } from '../../../src/lib/outgoing/guarded-client.ts';
import { createAddressGuard } from '../../../src/lib/outgoing/address-guard.ts';
import { createDeliveryWorker } from '../../../src/webhooks/deliveries/worker.ts';
import { USER_AGENT } from '../../../src/webhooks/send.ts';
import { verifySignature } from '../verify-signature.ts';
import { assertDeliveryHeaders, assertEvent } from '../../support/contract.ts';
import { findWaiting } from '../../support/database.ts';
import { until } from '../../support/poll.ts';
import { answers, startReceiver, type Answer } from '../../support/outside/receiver.ts';
import { runningOn } from '../../support/service.ts';
import { startDeliveryBench, type DeliveryBench } from './delivery-bench.ts';

describe('delivering an event', () => {
  let bench: DeliveryBench;

  before(async () => {
    bench = await startDeliveryBench();
  });
  after(() => bench?.close());
  afterEach(() => bench.clear());

  describe('sends', () => {
    it('the recorded bytes, signed with the secret of the endpoint', async () => {
      const { secret } = await bench.register({ url: `${bench.receiver.url}/hooks?shop=1` });
      const [eventId] = await bench.record();
      const startedAtS = Date.now() / 1000;
      expect(await bench.deliverDue()).to.equal(1);

      const [delivered] = bench.receiver.requests;
      expect(delivered).to.include({ method: 'POST', path: '/hooks?shop=1' });
      const [event] = await bench.service.database.query('select body from events where id = $1', [eventId]);
      expect(delivered!.body.toString()).to.equal(event?.['body']);
      assertEvent(JSON.parse(delivered!.body.toString()));

      const header = String(delivered!.headers['service-signature']);
      const nowS = Math.floor(Date.now() / 1000);
      expect(verifySignature({ header, body: delivered!.body, secret, nowS })).to.be.true;
      expect(Number(/^t=(\d+),/.exec(header)?.[1])).to.be.within(Math.floor(startedAtS), nowS);
      expect(delivered!.headers).to.include({
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(delivered!.body.length),
        'service-event-id': eventId,
        'service-event-type': 'payment_link.paid',
        'service-delivery-attempt': '1',
        'user-agent': USER_AGENT,
      });
      expect(USER_AGENT).to.match(/^payments-account-api\/\d+\.\d+\.\d+$/);
      assertDeliveryHeaders(delivered!.headers);
      expect(delivered!.headers).not.to.have.any.keys('authorization', 'cookie');
    });

    it('what each endpoint subscribed to, signed with its own secret', async () => {
      const both = await bench.register({ url: `${bench.receiver.url}/a` });
      const second = await bench.register({
        url: `${bench.receiver.url}/b`,
        enabled_events: ['payment_link.paid'],
      });
      await bench.register({ url: `${bench.receiver.url}/c`, enabled_events: ['deposit.failed'] });
      await bench.record(2);
      expect(await bench.deliverDue()).to.equal(4);
      expect(bench.receiver.requests.map(({ path }) => path).sort()).to.deep.equal(['/a', '/a', '/b', '/b']);
      for (const { path, body, headers } of bench.receiver.requests) {
        const signedWith = ({ secret }: { secret: string }) =>
          verifySignature({
            header: String(headers['service-signature']),
            body,
            secret,
            nowS: Date.now() / 1000,
          });
        expect(signedWith(both)).to.equal(path === '/a');
        expect(signedWith(second)).to.equal(path === '/b');
      }
    });

    it('nothing to an endpoint registered later', async () => {
      await bench.record();
      await bench.register();
      expect(await bench.deliverDue()).to.equal(0);
    });

    it('each event once when all goes well', async () => {
      await bench.register();
      await bench.record(3);
      expect(await bench.deliverDue()).to.equal(3);
      expect(await bench.deliverDue()).to.equal(0);
      await bench.advance(24 * 3600);
      expect(await bench.deliverDue()).to.equal(0);
      expect(bench.receiver.requests).to.have.length(3);
      for (const delivery of await bench.deliveries()) {
        expect(delivery).to.include({
          status: 'delivered',
          attempts: 1,
          last_http_status: 200,
          last_error: null,
          due_in_s: null,
        });
      }
    });

    it('the longest overdue first, at most eight at a time', async () => {
      await bench.register();
      await bench.record(10);
      await bench.service.database.query(
        `update webhook_deliveries d set next_attempt_at = now() - n.n * interval '1 minute'
           from (select id, row_number() over (order by id) as n from webhook_deliveries) n where n.id = d.id`,
      );
      const waiting = (await bench.deliveries()).sort((a, b) => a.due_in_s! - b.due_in_s!);
      expect(await bench.service.workers.deliveries.runOnce()).to.equal(8);
      const left = (await bench.deliveries()).filter(({ status }) => status === 'pending');
      expect(left.map(({ id }) => id)).to.have.members(waiting.slice(8).map(({ id }) => id));
      expect(await bench.deliverDue()).to.equal(2);
    });
  });

  describe('counts as a success', () => {
    for (const status of [200, 201, 202, 204, 299]) {
      it(`status ${status}`, async () => {
        await bench.register();
        await bench.record();
        bench.receiver.answerWith(answers.status(status));
        await bench.deliverDue();
        expect(await bench.delivery()).to.include({
          status: 'delivered',
          last_http_status: status,
          last_error: null,
        });
      });
    }

    it('a 200 response whose body breaks off, is endless or is compressed', async () => {
      await bench.register();
      await bench.record(3);
      bench.receiver.answerWith(answers.inTurn(answers.shortBody(), answers.endless(), answers.gzipBomb()));
      await bench.deliverDue();
      expect((await bench.deliveries()).map(({ status }) => status)).to.deep.equal(
        Array(3).fill('delivered'),
      );
    });
  });

  describe('counts as a failure', () => {
    const failures: [string, Answer, number | null, RegExp][] = [
      ['status 301', answers.redirectTo('https://127.0.0.1/', 301), 301, /^redirect_not_followed$/],
      ['status 304', answers.status(304), 304, /^redirect_not_followed$/],
      ['status 400', answers.status(400), 400, /^status 400$/],
      ['status 410', answers.status(410), 410, /^status 410$/],
      ['status 500', answers.status(500, 'a secret of the receiver'), 500, /^status 500$/],
      ['status 503', answers.status(503), 503, /^status 503$/],
      ['a connection that breaks off', answers.reset(), null, /^connection_reset$/],
      ['a response that is not HTTP', answers.raw('hello\r\n\r\n'), null, /^invalid_response/],
    ];
    for (const [what, answer, httpStatus, error] of failures) {
      it(what, async () => {
        await bench.register();
        await bench.record();
        bench.receiver.answerWith(answer);
        await bench.deliverDue();
        const delivery = await bench.delivery();
        expect(delivery).to.include({ status: 'pending', attempts: 1, last_http_status: httpStatus });
        expect(delivery.last_error).to.match(error);
      });
    }

    it('a redirect, which is not followed', async () => {
      const elsewhere = await startReceiver();
      await bench.register();
      await bench.record();
      for (const status of [301, 302, 303, 307, 308]) {
        bench.receiver.answerWith(answers.redirectTo(`${elsewhere.url}/`, status));
        await bench.deliverDue();
        await bench.advance(10_800);
      }
      expect(bench.receiver.requests).to.have.length(5);
      expect(elsewhere.connectionCount()).to.equal(0);
      await elsewhere.close();
    });

    it('a response that does not come within ten seconds', async () => {
      await bench.register();
      await bench.record(2);
      bench.receiver.answerWith(answers.inTurn(answers.hangBeforeHeaders(), answers.drip()));
      const asked: number[] = [];
      const { client, worker } = workerOf(bench, (request) => {
        asked.push(request.timeoutMs);
        return { ...request, timeoutMs: 300 };
      });
      await worker.runOnce();
      client.close();
      expect(asked).to.deep.equal([10_000, 10_000]);
      const [first, second] = (await bench.deliveries()).sort((a, b) =>
        (a.last_error ?? '').localeCompare(b.last_error ?? ''),
      );
      // A status counts once received, however slowly the rest comes.
      expect([first?.status, second?.status].sort()).to.deep.equal(['delivered', 'pending']);
      expect([first, second].find((delivery) => delivery?.status === 'pending')?.last_error).to.equal(
        'timeout',
      );
    });

    it('an untrusted certificate', async () => {
      const impostor = await startReceiver({ certificate: 'untrusted' });
      await bench.register({ url: `${impostor.url}/` });
      await bench.record();
      await bench.deliverDue();
      expect((await bench.delivery()).last_error).to.match(/^tls_error/);
      expect(impostor.requests).to.deep.equal([]);
      await impostor.close();
    });

    it('a registered address that is not allowed', async () => {
      await bench.register();
      await bench.record();
      const closed = await runningOn(bench.service.database, { SECRETS_KEY: bench.service.secretsKey });
      try {
        expect(await closed.workers.deliveries.runOnce()).to.equal(1);
      } finally {
        await closed.close();
      }
      const delivery = await bench.delivery();
      expect(delivery).to.include({ status: 'pending', attempts: 1, last_http_status: null });
      expect(delivery.last_error).to.match(/^address_not_allowed/);
      expect(bench.receiver.requests).to.deep.equal([]);
    });
  });

  describe('while the endpoint', () => {
    const set = (id: string, assignments: string) =>
      bench.service.database.query(`update webhook_endpoints set ${assignments} where id = $1`, [id]);

    it('is switched off by its owner waits, then continues where it was', async () => {
      const { id } = await bench.register();
      await bench.record();
      bench.receiver.answerWith(answers.inTurn(answers.status(500), answers.status(200)));
      await bench.deliverDue();
      await set(id, 'enabled = false');
      await bench.advance(24 * 3600);
      expect(await bench.deliverDue()).to.equal(0);
      expect(await bench.delivery()).to.include({ status: 'pending', attempts: 1 });
      await set(id, 'enabled = true');
      expect(await bench.deliverDue()).to.equal(1);
      expect(bench.receiver.requests.map(({ headers }) => headers['service-delivery-attempt'])).to.deep.equal(
        ['1', '2'],
      );
    });

    it('is switched off by the service waits, then continues where it was', async () => {
      const { id } = await bench.register();
      await bench.record(2);
      await set(id, `disabled_at = now(), disabled_reason = 'x'`);
      expect(await bench.deliverDue()).to.equal(0);
      expect((await bench.deliveries()).map(({ status }) => status)).to.deep.equal(['pending', 'pending']);
      await set(id, `disabled_at = null, disabled_reason = null`);
      expect(await bench.deliverDue()).to.equal(2);
    });

    it('is deleted drops pending deliveries and those in flight', async () => {
      const { id } = await bench.register();
      await bench.record(2);
      bench.receiver.answerWith(answers.delayed(200, answers.status(200)));
      const sending = bench.deliverDue();
      await bench.receiver.waitFor(2);
      await bench.account.api.delete(`/v1/webhook_endpoints/${id}`);
      expect(await sending).to.equal(2);
      expect(await bench.deliveries()).to.deep.equal([]);
    });

    it('is deleted at the moment of its last failure does not deadlock', async () => {
      const { id } = await bench.register();
      await bench.record();
      await bench.service.database.query('update webhook_deliveries set attempts = 5');
      const lockWaits = async (count: number) => (await findWaiting(bench.service.database)).length === count;
      let answer = (): void => undefined;
      bench.receiver.answerWith((response, request) => {
        answer = () => answers.status(500)(response, request);
      });
      const { client, warnings, worker } = workerOf(bench);
      const sending = worker.runOnce();
      await bench.receiver.waitFor(1);
      const owner = new pg.Client({ connectionString: bench.service.database.url });
      await owner.connect();
      let deleting: Promise<{ status: number }>;
      try {
        await owner.query('begin');
        await owner.query('select 1 from webhook_endpoints for update');
        deleting = bench.account.api.delete(`/v1/webhook_endpoints/${id}`);
        await until(() => lockWaits(1), { what: 'the deletion waits' });
        answer();
        await until(() => lockWaits(2), { what: 'the outcome waits' });
      } finally {
        await owner.end();
      }
      expect((await deleting).status).to.equal(204);
      await sending;
      client.close();
      // A deadlock would have aborted one of the two.
      expect(warnings).to.deep.equal([]);
      expect(await bench.deliveries()).to.deep.equal([]);
    });
  });

  it('to an endpoint whose secret cannot be opened does not affect others', async () => {
    const broken = await bench.register({ url: `${bench.receiver.url}/broken` });
    await bench.register({ url: `${bench.receiver.url}/whole` });
    await bench.service.database.query(`update webhook_endpoints set sealed_secret = '\\x00' where id = $1`, [
      broken.id,
    ]);
    await bench.record();
    expect(await bench.deliverDue()).to.equal(2);
    expect(bench.receiver.requests.map(({ path }) => path)).to.deep.equal(['/whole']);
    const waiting = (await bench.deliveries()).find(({ endpoint_id }) => endpoint_id === broken.id);
    expect(waiting).to.include({ status: 'pending', attempts: 0 });
  });

  it('starts soon after the event was recorded while the worker runs', async () => {
    const loop = bench.service.workers.deliveries.start();
    try {
      await bench.register();
      await bench.record();
      await bench.receiver.waitFor(1);
      await until(async () => (await bench.delivery()).status === 'delivered', {
        what: 'the outcome is recorded',
      });
    } finally {
      await loop.stop();
    }
  });
});

/** A worker on the same database with alterable requests and recorded warnings. */
function workerOf({ service, receiver }: DeliveryBench, alter = (request: PostRequest) => request) {
  const { db, keyring, logger } = service.foundation;
  const warnings: unknown[] = [];
  const client = createGuardedClient({
    guard: createAddressGuard({ allowCidrs: ['127.0.0.0/8'] }),
    caFile: receiver.caFile,
  });
  const worker = createDeliveryWorker({
    db,
    client: { ...client, post: (request) => client.post(alter(request)) },
    keyring,
    metrics: createMetrics(),
    logger: { ...logger, warn: (message, fields) => warnings.push({ message, ...fields }) },
  });
  return { client, warnings, worker };
}
