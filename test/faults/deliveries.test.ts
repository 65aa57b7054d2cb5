import { expect } from 'chai';
import { startDeliveryBench, type DeliveryBench } from '../webhooks/deliveries/delivery-bench.ts';

describe('faults of deliveries', () => {
  let bench: DeliveryBench;

  before(async () => {
    bench = await startDeliveryBench();
  });
  after(() => bench?.close());
  beforeEach(() => bench.register());
  afterEach(async () => {
    await bench.account.api.delete('/v1/test_helpers/faults');
    await bench.clear();
  });

  const fault = async (body: object) => {
    const answer = await bench.account.api.post('/v1/test_helpers/faults', body);
    expect(answer.status).to.equal(201);
  };
  const received = () => bench.receiver.requests.map(({ headers }) => headers['service-event-id']);

  it('make the next ones late', async () => {
    await fault({ kind: 'late_delivery', delay_ms: 1_000 });
    await bench.record();
    const startedAt = performance.now();
    await bench.deliverDue();
    expect(performance.now() - startedAt).to.be.greaterThan(990);
    expect(received()).to.have.lengthOf(1);

    await bench.record();
    await bench.deliverDue();
    expect(received()).to.have.lengthOf(2);
    expect(await bench.deliveries()).to.satisfy((all: any[]) =>
      all.every(({ status }) => status === 'delivered'),
    );
  });

  it('make the next ones twice, as the same event', async () => {
    await fault({ kind: 'duplicate_delivery' });
    const [id] = await bench.record();
    await bench.deliverDue();
    expect(received()).to.deep.equal([id, id]);
    const [first, second] = bench.receiver.requests;
    expect(second?.body).to.deep.equal(first?.body);
    expect(second?.headers['service-delivery-attempt']).to.equal('1');
    expect(await bench.delivery()).to.include({ status: 'delivered', attempts: 1 });
  });

  it('make the next ones trade places with the ones after them', async () => {
    await fault({ kind: 'out_of_order_delivery', count: 2 });
    const ids = [];
    const delivering = [];
    for (let event = 0; event < 4; event += 1) {
      ids.push(...(await bench.record()));
      delivering.push(bench.service.workers.deliveries.runOnce());
      if (event % 2 === 1) await Promise.all(delivering);
    }
    const [first, second, third, fourth] = ids;
    expect(received()).to.deep.equal([second, first, fourth, third]);
  });

  it('hold one back for five seconds at most', async () => {
    await fault({ kind: 'out_of_order_delivery' });
    await bench.record();
    await bench.deliverDue();
    expect(await bench.delivery()).to.include({ status: 'delivered' });
  });
});
