import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { claimDeliveries, type HeldSlots } from '../../../src/webhooks/deliveries/queue-repository.ts';
import { until } from '../../support/poll.ts';
import { answers } from '../../support/outside/receiver.ts';
import { startDeliveryBench, type DeliveryBench } from './delivery-bench.ts';

describe('deliveries claimed ahead', () => {
  let bench: DeliveryBench;
  const [one, another] = [randomUUID(), randomUUID()];

  before(async () => {
    bench = await startDeliveryBench();
  });
  after(() => bench?.close());
  afterEach(async () => {
    await bench.clear();
    await bench.service.database.query('delete from webhook_leases');
  });

  /** What a process that has these sends in flight gets: how many with a place, and how many without. */
  const claim = async (process: string, ...held: Omit<HeldSlots, 'accountId'>[]) => {
    const limits = { limit: 64, leaseMs: 30_000, perEndpoint: 8, perAccount: 32 };
    const claimed = await bench.service.foundation.db.transaction((trx) =>
      claimDeliveries(trx, limits, {
        process,
        held: held.map((places) => ({ accountId: bench.account.id, ...places })),
      }),
    );
    const ahead = claimed.filter(({ isAhead }) => isAhead).length;
    return { placed: claimed.length - ahead, ahead };
  };
  const leases = async () => (await bench.service.database.query('select * from webhook_leases')).length;

  it('come beyond the eight places, to a process that has or gets some of them', async () => {
    const { id: endpointId } = await bench.register();
    await bench.record(40);
    expect(await claim(one, { endpointId, inFlight: 0, ahead: 3 })).to.deep.equal({ placed: 8, ahead: 3 });
    // Three of its eight ended, and have not been recorded.
    expect(await claim(one, { endpointId, inFlight: 5, ahead: 2 })).to.deep.equal({ placed: 3, ahead: 2 });
    expect(await claim(one, { endpointId, inFlight: 8, ahead: 4 })).to.deep.equal({ placed: 0, ahead: 4 });
    expect(await claim(another, { endpointId, inFlight: 0, ahead: 4 })).to.deep.equal({
      placed: 0,
      ahead: 0,
    });
  });

  it('do not come when another process has taken the places of sends that were recorded', async () => {
    const { id: endpointId } = await bench.register();
    await bench.record(30);
    // Of the eight that the first process has in flight when it calls, two are recorded before its claim's turn.
    await claim(one, { endpointId, inFlight: 0, ahead: 0 });
    await bench.service.database.query(
      'delete from webhook_leases where delivery_id in (select delivery_id from webhook_leases limit 2)',
    );
    expect(await claim(another)).to.deep.equal({ placed: 2, ahead: 0 });
    expect(await claim(one, { endpointId, inFlight: 8, ahead: 8 })).to.deep.equal({ placed: 0, ahead: 0 });
    expect(await claim(one, { endpointId, inFlight: 6, ahead: 8 })).to.deep.equal({ placed: 0, ahead: 8 });
  });

  it('do not come to an account that has no room for all it wants', async () => {
    const busy = [];
    for (let index = 0; index < 6; index++) busy.push((await bench.register()).id);
    await bench.record(12);
    const held = busy.map((endpointId) => ({ endpointId, inFlight: 0, ahead: 4 }));
    expect(await claim(one, ...held)).to.deep.equal({ placed: 32, ahead: 0 });
  });

  it('are given back when no place becomes free for them within a second', async () => {
    await bench.register();
    await bench.record(120);
    let answered = 0;
    const held: (() => void)[] = [];
    bench.receiver.answerWith((response, request) => {
      const answer = () => answers.status(200)(response, request);
      if (++answered <= 60) answer();
      else held.push(answer);
    });
    const loop = bench.service.workers.deliveries.start();
    try {
      await until(() => held.length === 8, { what: 'the endpoint hangs' });
      await until(async () => (await leases()) > 8, { what: 'some wait for it' });
      await until(async () => (await leases()) === 8, { what: 'they are given back' });
      expect(held).to.have.length(8);
    } finally {
      bench.receiver.answerWith(answers.status(200));
      for (const answer of held) answer();
      await bench.receiver.waitFor(120).finally(() => loop.stop());
    }
    const received = bench.receiver.requests.map(({ headers }) => headers['service-event-id']);
    expect(received, 'each sent once').to.have.length(120);
    expect(new Set(received)).to.have.property('size', 120);
    expect(await leases()).to.equal(0);
  });
});
