import { expect } from 'chai';
import { answers } from '../../support/outside/receiver.ts';
import { refusal } from '../../support/refusal.ts';
import { startDeliveryBench, type DeliveryBench } from './delivery-bench.ts';

const NOBODYS = '0192f3a4-c3b2-7d64-9e01-5f2a8c7b4d10';

describe('replaying the events of a window', () => {
  let bench: DeliveryBench;

  before(async () => {
    bench = await startDeliveryBench();
  });
  after(() => bench?.close());
  afterEach(() => bench.clear());

  const replay = (id: string, body: object = {}) =>
    bench.account.api.post(`/v1/webhook_endpoints/${id}/replay`, {
      from: new Date(Date.now() - 3600_000).toISOString(),
      to: new Date(Date.now() + 48 * 3600_000).toISOString(),
      ...body,
    });
  const query = (text: string, values?: unknown[]) => bench.service.database.query(text, values);
  const sentIds = () => bench.receiver.requests.map(({ headers }) => headers['service-event-id']);
  /** Uses up all attempts of everything that is due. */
  const failAll = async () => {
    await query(`update webhook_deliveries set attempts = 5 where status = 'pending'`);
    bench.receiver.answerWith(answers.status(500));
    await bench.deliverDue();
    bench.receiver.answerWith(answers.status(200));
  };

  it('sends what failed and what arrived once more, oldest first, and only counts in a dry run', async () => {
    const { id } = await bench.register();
    const [first] = await bench.record();
    await bench.deliverDue();
    const [second] = await bench.record();
    await failAll();
    bench.receiver.requests.length = 0;

    const counted = await replay(id, { dry_run: true });
    expect(counted.status).to.equal(200);
    expect(counted.body).to.include({
      object: 'webhook_replay',
      webhook_endpoint_id: id,
      dry_run: true,
      count: 2,
      already_delivered: 1,
      has_more: false,
    });
    expect(counted.body.types).to.include('payment_link.paid');
    expect((await replay(id, { types: [], dry_run: true })).body.types).to.deep.equal(counted.body.types);
    expect(await bench.deliverDue()).to.equal(0);

    const { body } = await replay(id);
    expect(body).to.include({ dry_run: false, count: 2, already_delivered: 1, has_more: false });
    const due = (await query('select event_id from webhook_deliveries order by next_attempt_at')) as {
      event_id: string;
    }[];
    expect(due.map(({ event_id }) => event_id)).to.deep.equal([first, second]);
    await bench.deliverDue();
    expect(sentIds()).to.have.members([first, second]);
    expect((await bench.deliveries()).map(({ status }) => status)).to.deep.equal(['delivered', 'delivered']);
  });

  it('sends what the endpoint never got, because it was off or came later', async () => {
    const { id } = await bench.register();
    await bench.account.api.patch(`/v1/webhook_endpoints/${id}`, { enabled: false });
    const events = await bench.record(2);
    expect(await bench.deliveries()).to.deep.equal([]);
    expect((await replay(id)).body).to.include({ count: 2, already_delivered: 0 });
    expect(await bench.deliverDue(), 'while it is off').to.equal(0);
    await bench.account.api.patch(`/v1/webhook_endpoints/${id}`, { enabled: true });
    await bench.deliverDue();
    expect(sentIds()).to.have.members(events);
    const other = await bench.register();
    expect((await replay(other.id)).body).to.include({ count: 2 });
    await bench.deliverDue();
    expect(sentIds()).to.have.length(4);
  });

  it('sends nothing twice that is pending, even to replays at the same time', async () => {
    const { id } = await bench.register();
    await bench.record(3);
    expect((await replay(id)).body, 'waits for its first attempt').to.include({ count: 0 });
    await bench.deliverDue();
    const answers = await Promise.all(Array.from({ length: 4 }, () => replay(id)));
    expect(answers.map(({ body }) => body.count).sort()).to.deep.equal([0, 0, 0, 3]);
    await bench.deliverDue();
    expect(sentIds()).to.have.length(6);
  });

  it('keeps to the window, the types, and the account', async () => {
    const { id } = await bench.register({ enabled_events: ['payment_link.paid'] });
    await bench.record();
    await bench.deliverDue();
    const [event] = await query('select created_at from events');
    const at = event!['created_at'] as Date;
    const between = async (fromMs: number, toMs: number, types?: string[]) => {
      const window = { from: new Date(+at + fromMs).toISOString(), to: new Date(+at + toMs).toISOString() };
      return (await replay(id, { ...window, ...(types && { types }), dry_run: true })).body.count;
    };
    expect(await between(0, 0)).to.equal(1);
    expect(await between(1, 5_000)).to.equal(0);
    expect(await between(-5_000, -1)).to.equal(0);
    expect(await between(0, 0, ['payment_link.paid', 'deposit.failed'])).to.equal(1);
    expect(await between(0, 0, ['deposit.failed'])).to.equal(0);
    const stranger = await bench.service.createAccount();
    const foreign = await stranger.api.post(`/v1/webhook_endpoints/${id}/replay`, {
      from: at.toISOString(),
      to: at.toISOString(),
    });
    expect(refusal(foreign)).to.deep.equal({ status: 404, code: 'webhook_endpoint_not_found' });
  });

  it('repeats each delivery at most ten times', async () => {
    const { id } = await bench.register();
    await bench.record();
    await bench.deliverDue();
    for (let times = 0; times < 10; times++) {
      expect((await replay(id)).body.count).to.equal(1);
      await bench.deliverDue();
    }
    expect((await replay(id)).body).to.include({ count: 0, has_more: false });
  });

  it('lets at most 10,000 wait for an endpoint, and says that there is more', async () => {
    const { id } = await bench.register();
    // As autovacuum may do, so that the planner expects no deliveries.
    await query('vacuum analyze webhook_deliveries');
    await query(
      `insert into events (account_id, id, type, created_at, body, sequence)
       select $1, 'evt_' || n, 'payment_link.paid', service_now() - n * interval '1 millisecond', '{}', 1000000 - n
         from generate_series(1, 10050) as n`,
      [bench.account.id],
    );
    expect((await replay(id, { dry_run: true })).body).to.include({ count: 10_000, has_more: true });
    expect((await replay(id)).body).to.include({ count: 10_000, has_more: true });
    expect((await replay(id)).body, 'no room').to.include({ count: 0, has_more: true });
    const [oldest] = await query('select event_id from webhook_deliveries order by next_attempt_at limit 1');
    expect(oldest).to.deep.equal({ event_id: 'evt_10050' });
    await query(`update webhook_deliveries set status = 'delivered', next_attempt_at = null`);
    expect((await replay(id, { dry_run: true })).body).to.include({ already_delivered: 10_000 });
  });

  it('refuses a window that makes no sense, and endpoints that are not there', async () => {
    const { id } = await bench.register();
    const at = new Date().toISOString();
    for (const body of [
      { from: at, to: '2026-01-01T00:00:00Z' },
      { from: 'yesterday' },
      { to: null },
      { types: ['webhook_endpoint.test'] },
      { dry_run: 'yes' },
    ])
      expect(refusal(await replay(id, body)), JSON.stringify(body)).to.include({
        status: 400,
        code: 'invalid_request',
      });
    for (const unknown of [NOBODYS, 'x', '%27'])
      expect(refusal(await replay(unknown)).code).to.equal('webhook_endpoint_not_found');
  });
});
