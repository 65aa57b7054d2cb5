import { expect } from 'chai';
import { noteEnded } from '../../src/webhooks/endpoint-health.ts';
import { startDeliveryBench, type DeliveryBench } from './deliveries/delivery-bench.ts';

const DAY_S = 24 * 3600;

describe('an endpoint that the service switched off', () => {
  let bench: DeliveryBench;

  before(async () => {
    bench = await startDeliveryBench();
  });
  after(() => bench?.close());
  afterEach(() => bench.clear());

  const switchOff = (id: string) =>
    bench.service.database.query(
      `update webhook_endpoints set disabled_at = service_now(), disabled_reason = 'Off.' where id = $1`,
      [id],
    );
  const waiting = async () => (await bench.deliveries()).filter(({ status }) => status === 'pending').length;
  const keepHouse = () => bench.service.workers.housekeeper.runOnce();

  it('collects events for 30 days, and gets them once it is enabled', async () => {
    const { id } = await bench.register();
    await switchOff(id);
    const events = [...(await bench.record())];
    await bench.advance(29.9 * DAY_S);
    events.push(...(await bench.record()));
    await keepHouse();
    expect(await waiting()).to.equal(2);
    await bench.account.api.post(`/v1/webhook_endpoints/${id}/enable`);
    expect(await bench.deliverDue()).to.equal(2);
    expect(bench.receiver.requests.map(({ headers }) => headers['service-event-id'])).to.have.members(events);
  });

  it('collects nothing after that, and loses pending deliveries with their events', async () => {
    const { id } = await bench.register();
    await switchOff(id);
    await bench.record();
    await bench.advance(15 * DAY_S);
    await bench.record();
    await bench.advance(15 * DAY_S + 1);
    await bench.record();
    expect(await waiting(), 'those recorded before').to.equal(2);
    await keepHouse();
    expect(await waiting(), 'the older one').to.equal(1);
    await bench.account.api.post(`/v1/webhook_endpoints/${id}/enable`);
    await bench.record();
    expect(await bench.deliverDue(), 'the newer one, and the one recorded after enabling').to.equal(2);
  });

  it('keeps pending deliveries if instead its owner switched it off, or it is on', async () => {
    const { id } = await bench.register();
    await bench.record();
    await bench.service.database.query('update webhook_endpoints set enabled = false');
    await bench.advance(31 * DAY_S);
    await keepHouse();
    expect(await waiting()).to.equal(1);
    await bench.account.api.patch(`/v1/webhook_endpoints/${id}`, { enabled: true });
    expect(await bench.deliverDue()).to.equal(1);
  });

  it('had five failures in a row, counted in order among outcomes recorded together', async () => {
    const { id } = await bench.register();
    const note = (...statuses: ('delivered' | 'failed')[]) =>
      bench.service.foundation.db.transaction((trx) => {
        const ended = { accountId: bench.account.id, endpointId: id, failuresBefore: 0 };
        return noteEnded(
          trx,
          statuses.map((status) => ({ ...ended, status })),
          6,
        );
      });
    const failures = async () =>
      (await bench.service.database.query('select consecutive_failures as n from webhook_endpoints'))[0]?.[
        'n'
      ];
    await note('failed', 'failed', 'failed', 'failed', 'delivered', 'failed');
    expect(await failures()).to.equal(1);
    await note('failed', 'delivered');
    expect(await failures()).to.equal(0);
    expect(await bench.endpoint(id)).to.include({ live: true });
    await note('delivered', 'failed', 'failed', 'failed', 'failed', 'failed', 'failed', 'delivered');
    expect(await bench.endpoint(id)).to.include({ live: false });
  });
});
