import { expect } from 'chai';
import { stopClock } from '../../support/clock.ts';
import { until } from '../../support/poll.ts';
import { answers } from '../../support/outside/receiver.ts';
import { startDeliveryBench, type DeliveryBench } from './delivery-bench.ts';

/** Seconds before attempts 2 to 6 (D19). */
const GAPS_S = [60, 300, 900, 3_600, 10_800];

describe('retrying a delivery', () => {
  let bench: DeliveryBench;

  before(async () => {
    bench = await startDeliveryBench();
  });
  after(() => bench?.close());
  afterEach(() => bench.clear());

  const failAlways = () => bench.receiver.answerWith(answers.status(500));
  const attemptNumbers = () =>
    bench.receiver.requests.map(({ headers }) => headers['service-delivery-attempt']);
  /** Moves everything pending to its last attempt, due now. */
  const skipToLastAttempt = () =>
    bench.service.database.query(
      `update webhook_deliveries set attempts = 5, next_attempt_at = service_now() where status = 'pending'`,
    );
  /** Records an event and lets all of its attempts fail. */
  const exhaustOne = async () => {
    await bench.record();
    await skipToLastAttempt();
    failAlways();
    expect(await bench.deliverDue()).to.equal(1);
  };
  const deliverOne = async () => {
    await bench.record();
    bench.receiver.answerWith(answers.status(200));
    expect(await bench.deliverDue()).to.equal(1);
  };

  it('follows the schedule, and ends after six attempts', async () => {
    await stopClock(bench.service.database);
    await bench.register();
    const [eventId] = await bench.record();
    failAlways();
    for (const [index, gapS] of GAPS_S.entries()) {
      expect(await bench.deliverDue()).to.equal(1);
      const delivery = await bench.delivery();
      expect(delivery).to.include({ status: 'pending', attempts: index + 1 });
      expect(delivery.pause_s).to.equal(gapS);
      await bench.advance(gapS - 2);
      expect(await bench.deliverDue(), `2 s before attempt ${index + 2}`).to.equal(0);
      await bench.advance(2);
    }
    expect(await bench.deliverDue()).to.equal(1);
    expect(await bench.delivery()).to.include({
      status: 'failed',
      attempts: 6,
      due_in_s: null,
      last_http_status: 500,
    });

    await bench.advance(30 * 24 * 3600);
    expect(await bench.deliverDue()).to.equal(0);
    expect(attemptNumbers()).to.deep.equal(['1', '2', '3', '4', '5', '6']);
    const bodies = new Set(bench.receiver.requests.map(({ body }) => body.toString()));
    expect(bodies.size).to.equal(1);
    expect(bench.receiver.requests.map(({ headers }) => headers['service-event-id'])).to.deep.equal(
      Array(6).fill(eventId),
    );
  });

  it('counts a pause from the end of the previous attempt', async () => {
    await bench.register();
    await bench.record();
    let answeredAt = 0;
    bench.receiver.answerWith(
      answers.delayed(400, (response, request) => {
        answeredAt = Date.now();
        answers.status(500)(response, request);
      }),
    );
    await bench.deliverDue();
    const recordedAt = Date.now();
    const [row] = await bench.service.database.query(
      'select extract(epoch from next_attempt_at)::float8 * 1000 as due_ms from webhook_deliveries',
    );
    // The database rounds to milliseconds.
    expect(Number(row?.['due_ms'])).to.be.within(answeredAt + 60_000 - 5, recordedAt + 60_000 + 5);
  });

  it('signs every attempt with the time it is sent', async () => {
    await bench.register();
    await bench.record();
    bench.receiver.answerWith(answers.inTurn(answers.status(500), answers.status(200)));
    const startedAtS = Date.now() / 1000;
    await bench.deliverDue();
    // The deployment's clock is advanced, but receivers use real time.
    await bench.advance(3_600);
    await bench.deliverDue();
    for (const { headers } of bench.receiver.requests) {
      const sentAtS = Number(/^t=(\d+),/.exec(String(headers['service-signature']))?.[1]);
      expect(sentAtS).to.be.within(Math.floor(startedAtS), Date.now() / 1000);
    }
  });

  it('ends with the first success', async () => {
    await bench.register();
    await bench.record();
    bench.receiver.answerWith(answers.inTurn(answers.status(500), answers.status(302), answers.status(204)));
    for (const gapS of GAPS_S) {
      await bench.deliverDue();
      await bench.advance(gapS);
    }
    expect(attemptNumbers()).to.deep.equal(['1', '2', '3']);
    expect(await bench.delivery()).to.include({
      status: 'delivered',
      attempts: 3,
      last_http_status: 204,
      last_error: null,
    });
  });

  describe('until the endpoint has failed for good', () => {
    it('switches it off after five events in a row that exhausted all attempts', async () => {
      const { id } = await bench.register();
      for (let index = 0; index < 4; index++) await exhaustOne();
      expect(await bench.endpoint(id))
        .to.include({ enabled: true, live: true })
        .and.not.have.any.keys('disabled_at');
      await exhaustOne();
      const endpoint = await bench.endpoint(id);
      expect(endpoint).to.include({ enabled: true, live: false });
      expect(Date.parse(endpoint.disabled_at)).to.be.closeTo(Date.now(), 30_000);
      expect(endpoint.disabled_reason).to.equal('5 deliveries in a row failed in all of their 6 attempts.');

      bench.receiver.requests.length = 0;
      await bench.record(2);
      expect(await bench.deliverDue()).to.equal(0);
      expect(bench.receiver.requests).to.deep.equal([]);
    });

    it('switches it off when the five end at the same time', async () => {
      const { id } = await bench.register();
      await bench.record(5);
      await skipToLastAttempt();
      failAlways();
      expect(await bench.deliverDue()).to.equal(5);
      expect(await bench.endpoint(id)).to.include({ live: false });
    });

    it('starts counting again after a success', async () => {
      const { id } = await bench.register();
      for (let index = 0; index < 4; index++) await exhaustOne();
      await deliverOne();
      for (let index = 0; index < 4; index++) await exhaustOne();
      expect(await bench.endpoint(id)).to.include({ live: true });
      await exhaustOne();
      expect(await bench.endpoint(id)).to.include({ live: false });
    });

    it('does not count attempts that will be retried', async () => {
      const { id } = await bench.register();
      await bench.record(10);
      failAlways();
      await bench.deliverDue();
      await bench.advance(60);
      await bench.deliverDue();
      expect(bench.receiver.requests).to.have.length(20);
      expect(await bench.endpoint(id)).to.include({ live: true });
    });

    it('counts each endpoint separately', async () => {
      const failing = await bench.register({ url: `${bench.receiver.url}/failing` });
      const healthy = await bench.register({ url: `${bench.receiver.url}/healthy` });
      await bench.record(6);
      await skipToLastAttempt();
      bench.receiver.answerWith((response, request) =>
        answers.status(request.path === '/failing' ? 500 : 200)(response, request),
      );
      expect(await bench.deliverDue()).to.equal(12);
      expect(await bench.endpoint(failing.id)).to.include({ live: false });
      expect(await bench.endpoint(healthy.id)).to.include({ live: true });
    });

    it('keeps it off whatever the outcome of deliveries in flight', async () => {
      const { id } = await bench.register();
      await bench.record(2);
      await skipToLastAttempt();
      // Meanwhile five others fail, then one of these two succeeds and the other does not.
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      const outcomes = [200, 500];
      bench.receiver.answerWith((response, request) => {
        const status = outcomes.shift() ?? 500;
        const turn = status === 200 ? released : released.then(() => successRecorded(bench));
        void turn.then(() => answers.status(status)(response, request));
      });
      const sending = bench.deliverDue();
      await bench.receiver.waitFor(2);
      await bench.service.database.query(
        `update webhook_endpoints set consecutive_failures = 5, disabled_at = '2026-11-20T12:00:00Z', disabled_reason = 'Off.'`,
      );
      release();
      expect(await sending).to.equal(2);
      expect(await bench.endpoint(id)).to.include({
        live: false,
        disabled_at: '2026-11-20T12:00:00.000Z',
        disabled_reason: 'Off.',
      });
    });
  });
});

async function successRecorded(bench: DeliveryBench): Promise<void> {
  await until(async () => (await bench.deliveries()).some(({ status }) => status === 'delivered'), {
    what: 'the success is recorded',
  });
}
