import { expect } from 'chai';
import { verifySignature } from './verify-signature.ts';
import { itOnOneDay } from '../support/clock.ts';
import { assertDeliveryHeaders, assertEvent } from '../support/contract.ts';
import { answers } from '../support/outside/receiver.ts';
import { invalid, refusal } from '../support/refusal.ts';
import { startDeliveryBench, type DeliveryBench } from './deliveries/delivery-bench.ts';

const NOT_FOUND = { status: 404, code: 'webhook_endpoint_not_found' };
const NOBODYS = '0192f3a4-c3b2-7d64-9e01-5f2a8c7b4d10';

describe('managing a webhook endpoint', () => {
  let bench: DeliveryBench;

  before(async () => {
    bench = await startDeliveryBench();
  });
  after(() => bench?.close());
  afterEach(() => bench.clear());

  const path = (id: string, action = '') => `/v1/webhook_endpoints/${id}${action}`;
  const switchOff = (id: string) =>
    bench.service.database.query(
      `update webhook_endpoints set consecutive_failures = 5, disabled_at = now(), disabled_reason = 'x' where id = $1`,
      [id],
    );
  const failuresOf = async (id: string) => {
    const [row] = await bench.service.database.query(
      'select consecutive_failures as n from webhook_endpoints where id = $1',
      [id],
    );
    return row?.['n'];
  };

  describe('by a change', () => {
    it('changes only the given fields', async () => {
      const { api } = bench.account;
      const { id } = await bench.register({ description: 'Orders' });
      const before = await bench.endpoint(id);
      const changed = await api.patch(path(id), { enabled_events: ['deposit.failed'] });
      expect(changed.status).to.equal(200);
      expect(changed.body).to.deep.equal({ ...before, enabled_events: ['deposit.failed'] });
      await api.patch(path(id), { description: '', url: `${bench.receiver.url}/elsewhere` });
      const off = await api.patch(path(id), { enabled: false });
      expect(off.body).to.deep.equal({
        ...before,
        enabled_events: ['deposit.failed'],
        description: '',
        url: `${bench.receiver.url}/elsewhere`,
        enabled: false,
        live: false,
      });
      expect(await bench.endpoint(id)).to.deep.equal(off.body);
    });

    it('leaves the event types as they are if it has none', async () => {
      const { id } = await bench.register({ enabled_events: ['deposit.failed'] });
      const changed = await bench.account.api.patch(path(id), { enabled_events: [] });
      expect(changed.body).to.deep.equal(await bench.endpoint(id));
      expect(changed.body.enabled_events).to.deep.equal(['deposit.failed']);
    });

    it('sends pending deliveries to the new URL', async () => {
      const { id } = await bench.register();
      await bench.record();
      await bench.account.api.patch(path(id), { url: `${bench.receiver.url}/new` });
      await bench.deliverDue();
      expect(bench.receiver.requests.map((request) => request.path)).to.deep.equal(['/new']);
    });

    it('delivers the new event types from then on', async () => {
      const { id } = await bench.register({ enabled_events: ['deposit.failed'] });
      await bench.record();
      await bench.account.api.patch(path(id), { enabled_events: ['payment_link.paid'] });
      const [event] = await bench.record();
      await bench.deliverDue();
      expect((await bench.deliveries()).map(({ event_id }) => event_id)).to.deep.equal([event]);
    });

    it('keeps pending deliveries while the owner has it off, and creates no new ones', async () => {
      const { api } = bench.account;
      const { id } = await bench.register();
      const [waiting] = await bench.record();
      bench.receiver.answerWith(answers.inTurn(answers.status(500), answers.status(200)));
      await bench.deliverDue();
      await api.patch(path(id), { enabled: false });
      await bench.record();
      await bench.advance(3600);
      expect(await bench.deliverDue()).to.equal(0);
      await api.patch(path(id), { enabled: true });
      expect(await bench.deliverDue()).to.equal(1);
      expect(await bench.delivery()).to.include({ event_id: waiting, status: 'delivered', attempts: 2 });
    });

    it('does not switch on what the service switched off', async () => {
      const { id } = await bench.register();
      await switchOff(id);
      const { body } = await bench.account.api.patch(path(id), { enabled: true });
      expect(body).to.include({ enabled: true, live: false, disabled_reason: 'x' });
    });

    it('is refused for the same reasons as a registration', async () => {
      const { api } = bench.account;
      const { id } = await bench.register();
      const refused = async (change: object) => refusal(await api.patch(path(id), change));
      for (const url of [
        'http://hooks.example.com',
        'https://10.0.0.1/',
        'https://a@hooks.example.com',
        '',
        null,
      ]) {
        expect(await refused({ url }), String(url)).to.deep.equal(invalid('url'));
      }
      expect(await refused({ enabled_events: ['webhook_endpoint.test'] })).to.deep.equal(
        invalid('enabled_events[0]'),
      );
      expect(await refused({ enabled: 'no' })).to.deep.equal(invalid('enabled'));
      expect(await refused({ description: null })).to.deep.equal(invalid('description'));
      expect(await refused({ signing_secret: 'mine' })).to.deep.equal(invalid('signing_secret'));
      expect((await refused({})).status).to.equal(400);
      expect(refusal(await api.patch(path(NOBODYS), { enabled: false }))).to.deep.equal(NOT_FOUND);
    });
  });

  describe('by enabling it', () => {
    it('switches it on, resets the failure count, and sends pending deliveries', async () => {
      const { id } = await bench.register();
      await switchOff(id);
      await bench.record();
      expect(await bench.deliverDue()).to.equal(0);
      const { status, body } = await bench.account.api.post(path(id, '/enable'));
      expect(status).to.equal(200);
      expect(body)
        .to.include({ enabled: true, live: true })
        .and.not.have.any.keys('disabled_at', 'disabled_reason');
      expect(await failuresOf(id)).to.equal(0);
      expect(await bench.deliverDue()).to.equal(1);
    });

    it('does not change the owner’s switch', async () => {
      const { id } = await bench.register();
      await bench.account.api.patch(path(id), { enabled: false });
      expect((await bench.account.api.post(path(id, '/enable'))).body).to.include({
        enabled: false,
        live: false,
      });
    });
  });

  describe('by a test', () => {
    const test = (id: string, idempotencyKey?: string) =>
      bench.account.api.post(
        path(id, '/test'),
        undefined,
        idempotencyKey === undefined ? {} : { idempotencyKey },
      );

    it('sends a real event and returns the outcome', async () => {
      const { id, secret } = await bench.register();
      bench.receiver.answerWith(answers.status(201));
      const { status, body } = await test(id);
      expect(status).to.equal(200);
      expect(body).to.include({ object: 'webhook_test', delivered: true, http_status: 201, error: null });
      const [event] = bench.receiver.requests;
      const header = String(event!.headers['service-signature']);
      expect(verifySignature({ header, body: event!.body, secret, nowS: Date.now() / 1000 })).to.be.true;
      const sent = JSON.parse(event!.body.toString());
      assertEvent(sent);
      expect(sent).to.deep.include({ id: body.event_id, data: { webhook_endpoint_id: id }, livemode: false });
      expect(event!.headers).to.include({
        'service-event-id': body.event_id,
        'service-event-type': 'webhook_endpoint.test',
        'service-delivery-attempt': '1',
      });
      assertDeliveryHeaders(event!.headers);
    });

    it('reports a failure, and neither retries nor counts nor lists it', async () => {
      const { id } = await bench.register();
      bench.receiver.answerWith(answers.status(503));
      expect((await test(id)).body).to.include({
        delivered: false,
        http_status: 503,
        error: 'status 503',
        error_code: 'unsuccessful_status',
        error_detail: null,
      });
      bench.receiver.answerWith(answers.reset());
      expect((await test(id)).body).to.include({
        delivered: false,
        http_status: null,
        error: 'connection_reset',
        error_code: 'connection_reset',
      });
      bench.receiver.answerWith(answers.redirectTo('https://127.0.0.1/'));
      expect((await test(id)).body).to.include({ delivered: false, http_status: 302 });
      expect(await failuresOf(id)).to.equal(0);
      expect(await bench.deliveries()).to.deep.equal([]);
      expect((await bench.account.api.get('/v1/events')).body.data).to.deep.equal([]);
    });

    it('responds to a retry with the stored outcome, without sending again', async () => {
      const { id } = await bench.register();
      const first = await test(id, 'once');
      bench.receiver.answerWith(answers.status(500));
      const again = await test(id, 'once');
      expect(again.text).to.equal(first.text);
      expect(again.headers.get('idempotent-replay')).to.equal('true');
      expect(bench.receiver.requests).to.have.length(1);
      const other = await bench.register();
      expect(refusal(await test(other.id, 'once'))).to.deep.equal({
        status: 422,
        code: 'idempotency_key_reused',
      });
      expect(bench.receiver.requests).to.have.length(1);
    });

    it('reaches an endpoint that is off, and does not switch it on', async () => {
      const { id } = await bench.register();
      await switchOff(id);
      expect((await test(id)).body).to.include({ delivered: true });
      expect(await bench.endpoint(id)).to.include({ live: false });
    });
  });

  describe('by a new secret', () => {
    it('signs with it at once, including pending deliveries', async () => {
      const { id, secret } = await bench.register();
      await bench.record();
      bench.receiver.answerWith(answers.inTurn(answers.status(500), answers.status(200)));
      await bench.deliverDue();
      const { status, body } = await bench.account.api.post(path(id, '/rotate_secret'));
      expect(status).to.equal(200);
      expect(body.signing_secret)
        .to.match(/^whsec_[A-Za-z0-9+/]{43}=$/)
        .and.not.equal(secret);
      await bench.advance(60);
      await bench.deliverDue();
      const [before, after] = bench.receiver.requests.map(
        ({ headers, body: bytes }) =>
          (key: string) =>
            verifySignature({
              header: String(headers['service-signature']),
              body: bytes,
              secret: key,
              nowS: Date.now() / 1000,
            }),
      );
      expect([before!(secret), before!(body.signing_secret)]).to.deep.equal([true, false]);
      expect([after!(secret), after!(body.signing_secret)]).to.deep.equal([false, true]);
      expect(bench.receiver.requests[0]!.body.equals(bench.receiver.requests[1]!.body)).to.be.true;
    });

    it('shows it to a retry, and stores it sealed', async () => {
      const { id } = await bench.register();
      const rotate = () =>
        bench.account.api.post(path(id, '/rotate_secret'), undefined, { idempotencyKey: 'rotate' });
      const first = await rotate();
      const again = await rotate();
      expect(again.text).to.equal(first.text);
      const [record] = await bench.service.database.query(
        `select body, sealed_body from idempotency_records where key = 'rotate'`,
      );
      expect(record?.['body']).to.be.null;
      expect((record?.['sealed_body'] as Buffer).includes('whsec_')).to.be.false;
      expect((await bench.account.api.get(path(id))).text).not.to.include('whsec_');
    });
  });

  it('is not possible for unknown endpoints or without webhooks:manage', async () => {
    const { id } = await bench.register();
    const key = await bench.service.createKey(bench.account.id, {
      scopes: ['links:write', 'transactions:read'],
    });
    const other = bench.service.client(key.secret);
    for (const action of ['/enable', '/test', '/rotate_secret']) {
      for (const unknown of [NOBODYS, 'x', "'"]) {
        const answer = await bench.account.api.post(path(encodeURIComponent(unknown), action));
        expect(refusal(answer), action + unknown).to.deep.equal(NOT_FOUND);
      }
      expect(refusal(await other.post(path(id, action)))).to.deep.equal({
        status: 403,
        code: 'insufficient_scope',
      });
    }
    expect(refusal(await other.get('/v1/events'))).to.deep.equal({ status: 403, code: 'insufficient_scope' });
  });

  itOnOneDay('does not use the quota of money operations', async () => {
    const { id } = await bench.register();
    const remaining = async () =>
      (await bench.account.api.post('/v1/ping')).headers.get('ratelimit-money-remaining');
    const before = await remaining();
    await bench.account.api.patch(path(id), { description: 'x' });
    for (const action of ['/enable', '/test', '/rotate_secret'])
      await bench.account.api.post(path(id, action));
    expect(await remaining()).to.equal(before);
  });
});
