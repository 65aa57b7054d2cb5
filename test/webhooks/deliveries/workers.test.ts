import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import pg from 'pg';
import { claimDeliveries } from '../../../src/webhooks/deliveries/queue-repository.ts';
import { answers } from '../../support/outside/receiver.ts';
import type { TestService } from '../../support/service.ts';
import { startDeliveryBench, type DeliveryBench } from './delivery-bench.ts';

describe('delivery workers', () => {
  let bench: DeliveryBench;
  let other: TestService;

  before(async () => {
    bench = await startDeliveryBench();
    other = await bench.another();
  });
  after(async () => {
    await other?.close();
    await bench?.close();
  });
  afterEach(() => bench.clear());

  it('never send the same event twice, however many workers there are', async () => {
    await bench.register();
    const events = await bench.record(150);
    bench.receiver.answerWith(answers.delayed(20, answers.status(200)));
    const workers = [bench.service, other].map(({ workers }) => workers.deliveries);
    for (let round = 0; bench.receiver.requests.length < 150 && round < 50; round++) {
      await Promise.all([...workers, ...workers, ...workers].map((worker) => worker.runOnce()));
    }
    expect(bench.receivedIds().sort()).to.deep.equal(events.sort());
    expect(
      (await bench.deliveries()).every(({ status, attempts }) => status === 'delivered' && attempts === 1),
    ).to.be.true;
  });

  it('leave deliveries that another is sending alone', async () => {
    await bench.register();
    await bench.record();
    const letGo = bench.holdAnswers();
    const sending = bench.deliverDue();
    await bench.receiver.waitFor(1);
    expect(await other.workers.deliveries.runOnce()).to.equal(0);
    letGo(0);
    expect(await sending).to.equal(1);
    expect(bench.receiver.requests).to.have.length(1);
  });

  it('together limit concurrent sends to eight for an endpoint and 32 for an account', async () => {
    const letGo = bench.holdAnswers();
    const workers = [bench.service, other].map(({ workers }) => workers.deliveries);
    const inFlight = async () =>
      (
        await bench.service.database.query(
          'select count(*)::int as n from webhook_leases group by endpoint_id',
        )
      ).map(({ n }) => n as number);
    await bench.register();
    await bench.record(20);
    let running = [...workers, ...workers].map((worker) => worker.runOnce());
    await bench.receiver.waitFor(8);
    // Workers that found no free slot have ended.
    await Promise.any(running);
    expect(await inFlight()).to.deep.equal([8]);

    for (let index = 0; index < 5; index++) await bench.register();
    await bench.record(10);
    running = [...running, ...[...workers, ...workers].map((worker) => worker.runOnce())];
    await bench.receiver.waitFor(32);
    const counts = await inFlight();
    expect(counts.reduce((sum, count) => sum + count, 0)).to.equal(32);
    expect(counts).to.have.length(6);
    expect(Math.max(...counts)).to.equal(8);
    expect(bench.receiver.requests).to.have.length(32);
    // A worker that has not looked for a free slot yet finds some now.
    bench.receiver.answerWith(answers.status(200));
    for (let index = 0; index < 32; index++) letGo(index);
    await Promise.all(running);
  });

  it('do not wait for deliveries that another is claiming', async () => {
    await bench.register();
    await bench.record(2);
    const another = new pg.Client({ connectionString: bench.service.database.url });
    await another.connect();
    try {
      await another.query('begin');
      await another.query('select 1 from webhook_deliveries limit 1 for update');
      expect(await bench.deliverDue()).to.equal(1);
    } finally {
      await another.end();
    }
    expect(await bench.deliverDue()).to.equal(1);
  });

  for (const { late, counts } of [
    { late: 500, counts: 200 },
    { late: 200, counts: 500 },
  ]) {
    it(`do not record ${late} for a delivery that another took over and that ended with ${counts}`, async () => {
      const { id } = await bench.register();
      await bench.record();
      const letGo = bench.holdAnswers(late, counts);
      const slow = bench.deliverDue();
      await bench.receiver.waitFor(1);
      await bench.endLeases();
      const second = other.workers.deliveries.runOnce();
      await bench.receiver.waitFor(2);
      // The slow one comes back first, while the other still holds the lease.
      letGo(0);
      expect(await slow).to.equal(1);
      expect(await bench.delivery()).to.include({ status: 'pending', attempts: 0, last_http_status: null });
      letGo(1);
      expect(await second).to.equal(1);
      expect(await bench.delivery()).to.include({
        status: counts === 200 ? 'delivered' : 'pending',
        attempts: 1,
        last_http_status: counts,
      });
      expect(await bench.endpoint(id)).to.include({ live: true });
    });
  }

  it('do not record an outcome that another has already recorded', async () => {
    await bench.register();
    await bench.record();
    const letGo = bench.holdAnswers(500, 200);
    const slow = bench.deliverDue();
    await bench.receiver.waitFor(1);
    await bench.endLeases();
    const second = other.workers.deliveries.runOnce();
    await bench.receiver.waitFor(2);
    letGo(1);
    await second;
    letGo(0);
    await slow;
    expect(await bench.delivery()).to.include({ status: 'delivered', attempts: 1, last_http_status: 200 });
  });

  it('hold a lease that outlasts an attempt', async () => {
    await bench.register();
    await bench.record();
    const letGo = bench.holdAnswers();
    const startedAtMs = performance.now();
    const sending = bench.deliverDue();
    await bench.receiver.waitFor(1);
    const [row] = await bench.service.database.query(
      'select extract(epoch from expires_at - now())::float8 as s from webhook_leases',
    );
    const passedS = (performance.now() - startedAtMs) / 1_000;
    expect(row?.['s']).to.be.within(30 - passedS - 0.1, 30);
    // The deployment's clock may be advanced; leases use real time.
    await bench.advance(3_600);
    expect(await other.workers.deliveries.runOnce()).to.equal(0);
    letGo(0);
    await sending;
  });

  it('get the slots and the deliveries of one that died, once its leases expire', async () => {
    await bench.register();
    const events = await bench.record(10);
    const limits = { limit: 64, leaseMs: 30_000, perEndpoint: 8, perAccount: 32 };
    const claimed = await bench.service.foundation.db.transaction((trx) =>
      claimDeliveries(trx, limits, { process: randomUUID(), held: [] }),
    );
    expect(claimed).to.have.length(8);
    expect(await bench.deliverDue()).to.equal(0);
    await bench.endLeases();
    expect(await bench.deliverDue()).to.equal(10);
    expect(bench.receivedIds().sort()).to.deep.equal(events.sort());
    expect(await bench.leases()).to.deep.equal([]);
  });

  it('leave no lease behind, even for a delivery deleted while in flight', async () => {
    const { id } = await bench.register();
    await bench.record();
    const letGo = bench.holdAnswers();
    const sending = bench.deliverDue();
    await bench.receiver.waitFor(1);
    expect(await bench.leases()).to.have.length(1);
    await bench.account.api.delete(`/v1/webhook_endpoints/${id}`);
    letGo(0);
    await sending;
    expect(await bench.leases()).to.deep.equal([]);
  });

  it('finish what is in flight when stopped, and start nothing new', async () => {
    await bench.register();
    await bench.record();
    const letGo = bench.holdAnswers();
    const loop = bench.service.workers.deliveries.start();
    await bench.receiver.waitFor(1);
    let stopped = false;
    const stopping = loop.stop().then(() => (stopped = true));
    await bench.record();
    expect(stopped).to.be.false;
    expect((await bench.deliveries()).map(({ status }) => status)).to.deep.equal(['pending', 'pending']);
    letGo(0);
    await stopping;
    expect((await bench.deliveries()).map(({ status }) => status).sort()).to.deep.equal([
      'delivered',
      'pending',
    ]);
    expect(bench.receiver.requests).to.have.length(1);
  });
});
