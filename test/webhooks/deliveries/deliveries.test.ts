import { expect } from 'chai';
import { runPayments } from '../../support/processes/command.ts';
import { answers, startReceiver } from '../../support/outside/receiver.ts';
import { refusal } from '../../support/refusal.ts';
import { startDeliveryBench, type DeliveryBench } from './delivery-bench.ts';

const NOBODYS = '0192f3a4-c3b2-7d64-9e01-5f2a8c7b4d10';

describe('the deliveries of an endpoint', () => {
  let bench: DeliveryBench;

  before(async () => {
    bench = await startDeliveryBench();
  });
  after(() => bench?.close());
  afterEach(() => bench.clear());

  const list = async (id: string, query = '') =>
    (await bench.account.api.get(`/v1/webhook_endpoints/${id}/deliveries${query}`)).body;
  const retrieve = (endpoint: string, id: string) =>
    bench.account.api.get(`/v1/webhook_endpoints/${endpoint}/deliveries/${id}`);
  const redeliver = (endpoint: string, id: string) =>
    bench.account.api.post(`/v1/webhook_endpoints/${endpoint}/deliveries/${id}/redeliver`);
  const only = async (id: string) => {
    const { data } = await list(id);
    expect(data).to.have.length(1);
    return data[0];
  };
  const attemptNumbers = () =>
    bench.receiver.requests.map(({ headers }) => headers['service-delivery-attempt']);

  describe('are listed', () => {
    it('with every attempt, its outcome and its time', async () => {
      const { id } = await bench.register();
      const [event] = await bench.record();
      expect(await only(id)).to.deep.include({ status: 'pending', error: null, attempts: [] });
      bench.receiver.answerWith(
        answers.inTurn(
          answers.status(500),
          answers.redirectTo('https://127.0.0.1/'),
          answers.delayed(120, answers.status(204)),
        ),
      );
      await bench.deliverDue();
      await bench.advance(60);
      await bench.deliverDue();
      const waiting = await only(id);
      expect(waiting).to.include({ status: 'pending', error: 'redirect_not_followed' });
      const pauseMs = Date.parse(waiting.next_attempt_at) - Date.parse(waiting.attempts[1].at);
      expect(pauseMs).to.equal(300_000);
      await bench.advance(300);
      await bench.deliverDue();

      const { attempts, ...delivery } = await only(id);
      expect(delivery).to.deep.include({
        object: 'webhook_delivery',
        webhook_endpoint_id: id,
        event_id: event,
        event_type: 'payment_link.paid',
        status: 'delivered',
        error: null,
        next_attempt_at: null,
      });
      expect(
        attempts.map((attempt: any) => [
          attempt.number,
          attempt.http_status,
          attempt.error,
          attempt.error_code,
        ]),
      ).to.deep.equal([
        [1, 500, 'status 500', 'unsuccessful_status'],
        [2, 302, 'redirect_not_followed', 'redirect_not_followed'],
        [3, 204, null, null],
      ]);
      // Timers may fire a millisecond early.
      expect(attempts[2].duration_ms).to.be.at.least(119);
      expect(Date.parse(attempts[1].at) - Date.parse(attempts[0].at)).to.be.at.least(60_000);
    });

    it('with the code and the detail of a failure apart', async () => {
      const impostor = await startReceiver({ certificate: 'untrusted' });
      const { id } = await bench.register({ url: `${impostor.url}/` });
      await bench.record();
      await bench.deliverDue();
      await impostor.close();
      const { attempts } = await only(id);
      expect(attempts[0]).to.include({ http_status: null, error_code: 'tls_error' });
      expect(attempts[0].error).to.equal(`tls_error: ${attempts[0].error_detail}`);
    });

    it('as each is retrieved', async () => {
      const { id } = await bench.register();
      await bench.record();
      await bench.deliverDue();
      const listed = await only(id);
      const { status, body } = await retrieve(id, listed.id);
      expect(status).to.equal(200);
      expect(body).to.deep.equal(listed);
    });

    it('newest first, in pages, by status and by type', async () => {
      const { id } = await bench.register();
      const other = await bench.register({ enabled_events: ['payment_link.paid'] });
      for (let index = 0; index < 5; index++) await bench.record();
      const all = (await list(id)).data.map((delivery: any) => delivery.id);
      expect(all).to.have.length(5);
      const first = await list(id, '?limit=3');
      const second = await list(id, `?limit=3&cursor=${first.next_cursor}`);
      expect([...first.data, ...second.data].map((delivery: any) => delivery.id)).to.deep.equal(all);
      const times = [...first.data, ...second.data].map((delivery: any) => delivery.created_at);
      expect(times).to.deep.equal([...times].sort().reverse());
      expect(second).to.include({ has_more: false, next_cursor: null });

      await bench.service.database.query(
        `update webhook_deliveries set status = 'failed', next_attempt_at = null where id = any ($1)`,
        [all.slice(0, 2)],
      );
      const ids = async (query: string) => (await list(id, query)).data.map((delivery: any) => delivery.id);
      expect(await ids('?status=failed')).to.deep.equal(all.slice(0, 2));
      expect(await ids('?status=pending')).to.deep.equal(all.slice(2));
      expect(await ids('?status=delivered')).to.deep.equal([]);
      expect(await ids('?event_type=payment_link.paid&status=failed')).to.deep.equal(all.slice(0, 2));
      expect(await ids('?event_type=deposit.failed')).to.deep.equal([]);
      const byType = await list(id, '?event_type=payment_link.paid&limit=4');
      expect(await ids(`?event_type=payment_link.paid&limit=4&cursor=${byType.next_cursor}`)).to.deep.equal([
        all[4],
      ]);

      // A cursor is only valid for its endpoint and filters.
      for (const path of [
        `${other.id}/deliveries?limit=3&cursor=${first.next_cursor}`,
        `${id}/deliveries?status=failed&cursor=${first.next_cursor}`,
      ]) {
        expect(refusal(await bench.account.api.get(`/v1/webhook_endpoints/${path}`)).code).to.equal(
          'invalid_cursor',
        );
      }
      expect(
        refusal(await bench.account.api.get(`/v1/webhook_endpoints/${id}/deliveries?status=x`)).status,
      ).to.equal(400);
      expect(
        refusal(await bench.account.api.get(`/v1/webhook_endpoints/${NOBODYS}/deliveries`)).code,
      ).to.equal('webhook_endpoint_not_found');
    });
  });

  describe('can be repeated', () => {
    it('at once after a failure, with the same event and body, without retries and without being counted', async () => {
      const { id } = await bench.register();
      const [event] = await bench.record();
      await bench.service.database.query('update webhook_deliveries set attempts = 5');
      bench.receiver.answerWith(answers.status(500));
      await bench.deliverDue();
      const failed = await only(id);
      expect(failed).to.include({ status: 'failed', next_attempt_at: null });

      const answer = await redeliver(id, failed.id);
      expect(answer.status).to.equal(200);
      expect(answer.body).to.include({ id: failed.id, status: 'pending', event_id: event });
      await bench.deliverDue();
      expect(await only(id)).to.include({ status: 'failed', next_attempt_at: null });
      await bench.advance(24 * 3600);
      expect(await bench.deliverDue()).to.equal(0);
      const [row] = await bench.service.database.query(
        'select consecutive_failures as n from webhook_endpoints',
      );
      expect(row?.['n']).to.equal(1);

      bench.receiver.answerWith(answers.status(200));
      await redeliver(id, failed.id);
      await bench.deliverDue();
      expect(await only(id)).to.include({ status: 'delivered', error: null });
      expect(attemptNumbers()).to.deep.equal(['6', '7', '8']);
      expect(new Set(bench.receiver.requests.map(({ body }) => body.toString())).size).to.equal(1);
    });

    it('after a success, with the same event id', async () => {
      const { id } = await bench.register();
      const [event] = await bench.record();
      await bench.deliverDue();
      await redeliver(id, (await only(id)).id);
      await bench.deliverDue();
      expect(bench.receiver.requests.map(({ headers }) => headers['service-event-id'])).to.deep.equal([
        event,
        event,
      ]);
      expect(attemptNumbers()).to.deep.equal(['1', '2']);
      bench.receiver.answerWith(answers.status(500));
      await redeliver(id, (await only(id)).id);
      await bench.deliverDue();
      // A scheduled second attempt would have been retried.
      expect(await only(id)).to.include({ status: 'failed', next_attempt_at: null });
    });

    it('while pending, as the next attempt of the schedule', async () => {
      const { id } = await bench.register();
      await bench.record();
      bench.receiver.answerWith(answers.status(500));
      await bench.deliverDue();
      await redeliver(id, (await only(id)).id);
      expect(await bench.deliverDue()).to.equal(1);
      const delivery = await bench.delivery();
      expect(delivery).to.include({ status: 'pending', attempts: 2 });
      expect(delivery.pause_s).to.equal(300);
    });

    it('at most ten times', async () => {
      const { id } = await bench.register();
      await bench.record();
      await bench.deliverDue();
      const delivery = await only(id);
      for (let times = 0; times < 10; times++) {
        expect((await redeliver(id, delivery.id)).status).to.equal(200);
        expect(await bench.deliverDue()).to.equal(1);
      }
      expect(refusal(await redeliver(id, delivery.id))).to.deep.equal({
        status: 409,
        code: 'webhook_redelivery_limit_reached',
      });
      expect((await only(id)).attempts).to.have.length(11);
    });

    it('but are only sent once the endpoint is on again', async () => {
      const { id } = await bench.register();
      await bench.record();
      await bench.deliverDue();
      await bench.account.api.patch(`/v1/webhook_endpoints/${id}`, { enabled: false });
      await redeliver(id, (await only(id)).id);
      expect(await bench.deliverDue()).to.equal(0);
      await bench.account.api.patch(`/v1/webhook_endpoints/${id}`, { enabled: true });
      expect(await bench.deliverDue()).to.equal(1);
    });

    it('and retrieved only if the endpoint has that delivery', async () => {
      const { id } = await bench.register();
      const other = await bench.register({ enabled_events: ['deposit.failed'] });
      await bench.record();
      const delivery = await only(id);
      for (const unknown of [NOBODYS, 'x', '%27']) {
        for (const call of [redeliver, retrieve]) {
          expect(refusal(await call(id, unknown))).to.deep.equal({
            status: 404,
            code: 'webhook_delivery_not_found',
          });
          expect(refusal(await call(unknown, delivery.id)).code).to.equal('webhook_endpoint_not_found');
        }
      }
      for (const call of [redeliver, retrieve]) {
        expect(refusal(await call(other.id, delivery.id)).code).to.equal('webhook_delivery_not_found');
      }
    });
  });

  describe('on the command line', () => {
    const payments = async (...args: string[]) => {
      const { code, stdout } = await runPayments(bench.service, ...args, '--json');
      return { code, output: JSON.parse(stdout) };
    };

    it('are shown and can be repeated', async () => {
      const { id } = await bench.register();
      await bench.register();
      await bench.record();
      await bench.deliverDue();
      const shown = (await payments('webhooks', 'deliveries', '--account', bench.account.id)).output;
      expect(shown.data).to.have.length(2);
      const args = ['--account', bench.account.id, '--endpoint', id, '--status', 'delivered'];
      const { data } = (await payments('webhooks', 'deliveries', ...args)).output;
      expect(data).to.deep.equal((await list(id)).data);

      const { output } = await payments('webhooks', 'redeliver', data[0].id);
      expect(output).to.include({ id: data[0].id, status: 'pending' });
      expect(await bench.deliverDue()).to.equal(1);
      const missing = await payments('webhooks', 'redeliver', NOBODYS);
      expect(missing).to.deep.equal({
        code: 1,
        output: { error: { code: 'refused', message: `There is no delivery ${NOBODYS}.` } },
      });
    });
  });
});
