import { expect } from 'chai';
import { browserOfSuite } from '../../checkout/browser.ts';
import { answers } from '../../../test/support/outside/receiver.ts';
import { startDeliveryBench, type DeliveryBench } from '../../../test/webhooks/deliveries/delivery-bench.ts';
import { verifySignature } from '../../../test/webhooks/verify-signature.ts';
import { openAs, requireGoodPage, signedIn } from '../browser.ts';
import { forgetProofs, join } from '../../../test/panel/people.ts';

describe('webhooks in the panel, in a browser', function () {
  this.timeout(120_000);
  const browser = browserOfSuite();
  let bench: DeliveryBench;

  before(async () => {
    bench = await startDeliveryBench();
  });
  afterEach(async () => {
    await bench.clear();
  });
  after(async () => {
    await bench?.close();
  });

  const pathOf = (path: string) => `/panel/accounts/${bench.account.id}/${path}`;

  it('adds an endpoint, shows its secret once, and tests it', async () => {
    const { page, complaints } = await signedIn(browser(), bench.service, bench.account.id, 'developer');
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByText('There are no endpoints yet.').waitFor();
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    await page.getByLabel('URL').fill('http://shop.example.com/hooks');
    await page.getByLabel('Description (optional)').fill('Order service');
    await page.getByLabel('balance.updated').uncheck();
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    await page.getByRole('alert').filter({ hasText: 'We cannot send to this URL.' }).waitFor();
    expect(await page.getByLabel('Description (optional)').inputValue()).to.equal('Order service');
    expect(await page.getByLabel('balance.updated').isChecked()).to.equal(false);
    complaints.length = 0; // The browser reports the status of the refusal.

    await page.getByLabel('URL').fill(`${bench.receiver.url}/hooks`);
    await page.getByLabel('Also the headers of Standard Webhooks').check();
    await page.getByRole('button', { name: 'Add an endpoint' }).dblclick();
    const secret = (await page.locator('.once code').textContent()) ?? '';
    expect(secret).to.match(/^whsec_/);
    await page.getByRole('link', { name: 'The endpoint' }).click();
    const [row, ...others] = await bench.service.database.query('select * from webhook_endpoints');
    expect(others, 'a double click adds one').to.deep.equal([]);
    expect(row!['enabled_events']).to.have.length(9).and.not.to.include('balance.updated');
    expect(await page.content()).not.to.contain(secret);

    bench.receiver.answerWith(answers.status(500, 'no such <b>table</b>'));
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByText('The receiver did not accept the test event.').waitFor();
    await page.getByText('no such <b>table</b>').waitFor();
    bench.receiver.answerWith(answers.status(204));
    await page.getByRole('button', { name: 'Send another' }).click();
    await page.getByText('The receiver accepted the test event.').waitFor();
    const [, sent] = bench.receiver.requests;
    const header = String(sent!.headers['service-signature']);
    const nowS = Math.floor(Date.now() / 1000);
    expect(verifySignature({ header, body: sent!.body, secret, nowS })).to.equal(true);
    expect(complaints).to.deep.equal([]);
  });

  it('shows a delivery that failed and when it is tried next, and sends it again', async () => {
    const { id } = await bench.register();
    const [event] = await bench.record();
    bench.receiver.answerWith(answers.status(503, 'down for repairs'));
    await bench.deliverDue();
    const dana = await join(bench.service, bench.account.id, 'developer');
    const { page, complaints } = await openAs(browser(), bench.service, dana, pathOf(`webhooks/${id}`));
    await page.getByRole('link', { name: 'payment_link.paid' }).click();
    await page.getByText('Pending').waitFor();
    const { due_in_s } = await bench.delivery();
    const next = await page
      .locator('dt', { hasText: 'Next attempt' })
      .locator('+ dd time')
      .getAttribute('datetime');
    expect((Date.parse(next ?? '') - Date.now()) / 1000).to.be.closeTo(due_in_s ?? 0, 5);
    await page.getByText('Attempt 1 · status 503').waitFor();
    await page.getByText('down for repairs').waitFor();
    const [sent] = bench.receiver.requests;
    await page.getByText(`Service-Signature: ${String(sent!.headers['service-signature'])}`).waitFor();
    await page.getByText(sent!.body.toString()).waitFor();

    bench.receiver.answerWith(answers.status(200, 'thanks'));
    await page.getByRole('button', { name: 'Send now' }).dblclick();
    await page.getByText('The delivery will be attempted in a moment.').waitFor();
    expect(await bench.deliverDue()).to.equal(1);
    await page.reload();
    await page.getByText('Attempt 2 · 200').waitFor();
    await page.getByText('thanks').waitFor();

    await page.getByRole('link', { name: event! }).click();
    await page.getByRole('heading', { name: 'payment_link.paid' }).waitFor();
    await page.getByText('Delivered').waitFor();
    await page.getByRole('link', { name: 'Delivery' }).click();
    await page.getByRole('button', { name: 'Resend', exact: true }).click();
    await page.getByText('The delivery will be attempted in a moment.').waitFor();
    await bench.deliverDue();
    expect(bench.receiver.requests.map(({ headers }) => headers['service-event-id'])).to.deep.equal([
      event,
      event,
      event,
    ]);
    expect(complaints).to.deep.equal([]);
  });

  for (const javaScriptEnabled of [true, false]) {
    it(`sends the events of a time again, after counting them, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
      const { id } = await bench.register();
      await bench.record(3);
      await bench.deliverDue();
      const dana = await join(bench.service, bench.account.id, 'developer');
      const path = pathOf(`webhooks/${id}/deliveries`);
      const { page, complaints } = await openAs(browser(), bench.service, dana, path, { javaScriptEnabled });
      await page.getByRole('link', { name: 'Resend the events of a time range' }).click();
      const minute = (offsetMs: number) => new Date(Date.now() + offsetMs).toISOString().slice(0, 16);
      await page.getByLabel('From').fill(minute(-3600_000));
      await page.getByLabel('Until').fill(minute(60_000));
      await page.getByRole('button', { name: 'Count the events' }).click();
      await page.getByText('3 events would be resent.').waitFor();
      await page.getByText('The receiver accepted 3 of them before').waitFor();
      expect(await bench.deliverDue(), 'only counted').to.equal(0);
      await page.getByRole('button', { name: 'Resend 3 events' }).click();
      await page.getByText('3 events are being resent.').waitFor();
      await page.reload();
      await page.getByText('3 events are being resent.').waitFor();
      await bench.deliverDue();
      expect(bench.receiver.requests).to.have.length(6);
      expect(complaints).to.deep.equal([]);
    });
  }

  it('has good pages', async () => {
    const { id } = await bench.register({ description: 'Order service' });
    const off = await bench.account.api.post('/v1/webhook_endpoints', {
      url: 'https://hooks.shop.example.com/payments/very/long/path/that/does/not/fit/on/a/phone',
      enabled_events: ['payment_link.paid'],
    });
    await bench.record(2);
    bench.receiver.answerWith(answers.status(500, '{"error":"the database is down"}'));
    await bench.deliverDue();
    await bench.service.database.query('update webhook_deliveries set next_attempt_at = service_now()');
    await bench.deliverDue();
    await bench.service.database.query(
      `update webhook_endpoints set consecutive_failures = 5, disabled_reason = 'It failed.', disabled_at = now()
        where id = $1`,
      [off.body.id],
    );
    const delivery = (await bench.deliveries()).find(({ endpoint_id }) => endpoint_id === id)!;
    const [event] = await bench.record();
    await bench.service.database.query('delete from webhook_deliveries where event_id = $1', [event]);
    const ada = await join(bench.service, bench.account.id, 'owner');
    const pages: Record<string, string> = {
      webhooks: 'webhooks',
      'webhook-new': 'webhooks/new',
      webhook: `webhooks/${off.body.id}`,
      delivery: `webhooks/${id}/deliveries/${delivery.id}`,
      replay: `webhooks/${id}/replay?from=2026-01-01T00:00&to=2099-01-01T00:00`,
      event: `events/${delivery.event_id}`,
    };
    for (const [name, path] of Object.entries(pages))
      await requireGoodPage(browser(), bench.service, ada, { name, path: pathOf(path) });
    await forgetProofs(bench.service);
    const path = pathOf(`webhooks/${off.body.id}`);
    await requireGoodPage(browser(), bench.service, ada, { name: 'webhook-unproven', path });
  });
});
