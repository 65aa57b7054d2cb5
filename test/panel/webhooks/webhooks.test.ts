import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { answers } from '../../support/outside/receiver.ts';
import { startDeliveryBench, type DeliveryBench } from '../../webhooks/deliveries/delivery-bench.ts';
import { join, type Person } from '../people.ts';

const FORM = { url: 'https://hooks.shop.example.com/pay?key=s3cret', description: 'Shop' };

describe('webhooks and events in the panel', () => {
  let bench: DeliveryBench;
  let owner: Person;
  let dana: Person;
  let vera: Person;

  before(async () => {
    bench = await startDeliveryBench();
    const { service, account } = bench;
    [owner, dana, vera] = await Promise.all([
      join(service, account.id, 'owner'),
      join(service, account.id, 'developer'),
      join(service, account.id, 'viewer'),
    ]);
  });
  after(() => bench?.close());
  afterEach(() => bench.clear());

  const pathOf = (path: string) => `/panel/accounts/${bench.account.id}/${path}`;
  const get = async (path: string, by = dana) => (await by.visitor.get(pathOf(path))).text;
  const post = (path: string, form: Record<string, string> = {}, by = dana) =>
    by.visitor.post(pathOf(path), { once: randomUUID(), ...form });
  const outcomeOf = async (path: string, form = {}) =>
    (await post(path, form)).headers.get('location')?.split('?')[1];
  const secretsIn = (text: string) =>
    [...text.matchAll(/<code>(whsec_[^<]+)<\/code>/g)].map(([, code]) => code);
  const create = async (form: Record<string, string> = {}) =>
    post('webhooks/new', { ...FORM, events: 'payment_link.paid', ...form });
  const audit = () => owner.visitor.get(pathOf('audit/csv')).then(({ text }) => text);

  it('adds an endpoint once for a form, and never shows its secret again', async () => {
    const once = randomUUID();
    const [first, second] = await Promise.all([create({ once }), create({ once })]);
    expect(secretsIn(first.text)).to.have.length(1);
    expect(secretsIn(second.text)).to.deep.equal(secretsIn(first.text));
    const { data } = (await bench.account.api.get('/v1/webhook_endpoints')).body;
    expect(data).to.have.length(1);
    expect(data[0]).to.include({ url: FORM.url, description: 'Shop', live: true });
    const rotated = await post(`webhooks/${data[0].id}/rotate`);
    expect(secretsIn(rotated.text)).to.have.length(1).and.not.deep.equal(secretsIn(first.text));
    for (const path of ['webhooks', `webhooks/${data[0].id}`, `webhooks/${data[0].id}/edit`])
      expect(secretsIn(await get(path))).to.deep.equal([]);
    const log = await audit();
    expect(log).to.contain('webhook_endpoint.created,hooks.shop.example.com');
    expect(log).to.contain('webhook_endpoint.secret_rotated');
    expect(log, 'receivers keep secrets in their URL').not.to.match(/s3cret|whsec_/);
  });

  it('lets two secrets sign for the chosen time, until somebody ends the old one', async () => {
    await create();
    const { data } = (await bench.account.api.get('/v1/webhook_endpoints')).body;
    const page = `webhooks/${data[0].id}`;
    const rotated = await post(`${page}/rotate`, { old_valid_for: '3600' });
    expect(rotated.text).to.contain('still works until');
    expect(await get(page)).to.contain('End the old secret now');
    expect(await outcomeOf(`${page}/end-previous`)).to.equal('flash=previous_ended');
    expect(await get(page)).not.to.contain('End the old secret now');
    const log = await audit();
    expect(log.match(/webhook_endpoint.previous_secret_ended/g)).to.have.length(1);
    expect(await outcomeOf(`${page}/end-previous`), 'a second time').to.equal('flash=previous_ended');
    expect((await audit()).match(/webhook_endpoint.previous_secret_ended/g)).to.have.length(1);
  });

  it('gives a secret to nobody but whom it was shown to', async () => {
    const once = randomUUID();
    await create({ once });
    const other = await post('webhooks/new', { ...FORM, events: 'payment_link.paid', once }, owner);
    expect(other.status).to.equal(422);
    expect(secretsIn(other.text)).to.deep.equal([]);
  });

  it('says why an account can add no endpoint', async () => {
    await bench.service.changeAccount(bench.account.id, { status: 'suspended' });
    expect((await create()).text).to.contain('cannot add endpoints at the moment');
    await bench.service.changeAccount(bench.account.id, { status: 'active' });
    for (let count = 0; count < 16; count++) await create();
    expect((await create()).text).to.contain('16 endpoints, which is the maximum');
  });

  it('changes, switches, enables and deletes an endpoint', async () => {
    const { id } = await bench.register();
    const change = { ...FORM, events: 'deposit.failed' };
    expect(await outcomeOf(`webhooks/${id}/edit`, change)).to.equal('flash=saved');
    expect(await bench.endpoint(id)).to.include({ url: FORM.url, description: 'Shop' });
    expect((await bench.endpoint(id)).enabled_events).to.deep.equal(['deposit.failed']);
    expect(await outcomeOf(`webhooks/${id}/switch`, { enabled: 'no' })).to.equal('flash=switched_off');
    expect(await bench.endpoint(id)).to.include({ enabled: false, live: false });
    expect(await outcomeOf(`webhooks/${id}/switch`, { enabled: 'yes' })).to.equal('flash=switched_on');
    await bench.service.database.query(
      `update webhook_endpoints set consecutive_failures = 5, disabled_at = now(), disabled_reason = 'It failed.'`,
    );
    expect(await get(`webhooks/${id}`)).to.contain('Five deliveries in a row failed');
    expect(await outcomeOf(`webhooks/${id}/enable`)).to.equal('flash=enabled');
    expect(await bench.endpoint(id)).to.include({ live: true });
    expect(await outcomeOf(`webhooks/${id}/delete`)).to.equal('flash=removed');
    expect((await dana.visitor.get(pathOf(`webhooks/${id}`))).status).to.equal(404);
    const log = await audit();
    for (const what of ['changed', 'switched_off', 'switched_on', 'enabled', 'deleted'])
      expect(log).to.contain(`webhook_endpoint.${what}`);
  });

  it('chooses the headers of Standard Webhooks, shows which are sent, and those of an attempt as they were', async () => {
    const { id } = await bench.register();
    const shown = async () =>
      /Service-Signature(, webhook-signature)?<\/dd>/.exec(await get(`webhooks/${id}`))?.[1];
    const chosen = async () =>
      /name="standard_webhooks"[^>]*>/.exec(await get(`webhooks/${id}/edit`))![0].includes('checked');
    const change = { url: `${bench.receiver.url}/hooks`, description: 'Shop', events: 'payment_link.paid' };
    expect([await shown(), await chosen()]).to.deep.equal([undefined, false]);
    expect(await outcomeOf(`webhooks/${id}/edit`, { ...change, standard_webhooks: 'yes' })).to.equal(
      'flash=saved',
    );
    expect(await bench.endpoint(id)).to.include({ standard_webhooks: true });
    expect([await shown(), await chosen()]).to.deep.equal([', webhook-signature', true]);
    expect(await audit()).to.contain('webhook_endpoint.changed');

    await bench.record();
    await bench.deliverDue();
    expect(await outcomeOf(`webhooks/${id}/edit`, change)).to.equal('flash=saved');
    expect(await bench.endpoint(id)).to.include({ standard_webhooks: false });
    const { headers } = bench.receiver.requests[0]!;
    const seen = await get(`webhooks/${id}/deliveries/${(await bench.delivery()).id}`);
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      expect(seen).to.contain(`${name}: ${String(headers[name])}`);
  });

  it('lists deliveries by state, type and time, and says how many of the last day arrived', async () => {
    const { id } = await bench.register();
    await bench.record(2);
    await bench.deliverDue();
    await bench.service.database.query(
      `update webhook_deliveries set status = 'failed'
        where id = (select id from webhook_deliveries order by id limit 1)`,
    );
    expect(await get('webhooks')).to.contain('1 of 2');
    const rows = async (query: string) =>
      [...(await get(`webhooks/${id}/deliveries${query}`)).matchAll(/<th scope="row"/g)].length;
    const minute = (offsetMs: number) => new Date(Date.now() + offsetMs).toISOString().slice(0, 16);
    expect(await rows('')).to.equal(2);
    expect(await rows('?status=failed')).to.equal(1);
    expect(await rows('?type=payment_link.paid&status=')).to.equal(2);
    expect(await rows('?type=deposit.failed')).to.equal(0);
    expect(await rows(`?from=${minute(-60_000)}&to=${minute(60_000)}`)).to.equal(2);
    expect(await rows(`?to=${minute(-60_000)}`)).to.equal(0);
    expect(await rows(`?type=payment_link.paid&from=${minute(60_000)}`)).to.equal(0);
  });

  it('says that a delivery waits while its endpoint is disabled, not when it was due', async () => {
    const { id } = await bench.register();
    const [event] = await bench.record();
    const { id: delivery } = await bench.delivery();
    const pages = [`webhooks/${id}`, `webhooks/${id}/deliveries`, `webhooks/${id}/deliveries/${delivery}`];
    const isSaid = async () => {
      const said = [];
      for (const path of [...pages, `events/${event}`])
        said.push((await get(path)).includes('once the endpoint is enabled'));
      return said;
    };
    expect(await isSaid()).to.deep.equal([false, false, false, false]);
    await post(`webhooks/${id}/switch`, { enabled: 'no' });
    expect(await isSaid()).to.deep.equal([true, true, true, true]);
  });

  it('resends a delivery, at most ten times', async () => {
    const { id } = await bench.register();
    await bench.record();
    await bench.deliverDue();
    const delivery = await bench.delivery();
    const path = `webhooks/${id}/deliveries/${delivery.id}`;
    await post(`${path}/redeliver`);
    const [row] = await bench.service.database.query('select redeliveries from webhook_deliveries');
    expect(row).to.deep.equal({ redeliveries: 1 });
    expect(await audit()).to.contain(`webhook_delivery.redelivered,${delivery.id}`);
    await bench.service.database.query(
      `update webhook_deliveries set redeliveries = 10, status = 'delivered', next_attempt_at = null`,
    );
    expect(await outcomeOf(`${path}/redeliver`)).to.equal('problem=webhook_redelivery_limit_reached');
    expect(await get(path)).to.contain('which is the maximum');
  });

  it('resends a time range after counting it, and refuses one that ends before it begins', async () => {
    const { id } = await bench.register();
    await bench.record(2);
    await bench.deliverDue();
    const range = { from: '2026-01-01T00:00', to: '2099-01-01T00:00', type: 'payment_link.paid' };
    const counted = await get(`webhooks/${id}/replay?${new URLSearchParams(range).toString()}`);
    expect(counted).to.contain('2 events would be resent.');
    expect((await post(`webhooks/${id}/replay`, range)).text).to.contain('2 events are being resent.');
    expect(await bench.deliverDue()).to.equal(2);
    expect(await audit()).to.contain('webhook_events.replayed');
    for (const wrong of ['?from=2026-02-01T00:00&to=2026-01-01T00:00', '?from=yesterday&to=', '?from='])
      expect(await get(`webhooks/${id}/replay${wrong}`), wrong).to.contain(
        'Enter a start time and a later end time',
      );
  });

  it('shows nothing that changes an endpoint or sends again without a fresh proof', async () => {
    const { id } = await bench.register();
    await bench.record();
    await bench.deliverDue();
    const delivery = `webhooks/${id}/deliveries/${(await bench.delivery()).id}`;
    const stale = await join(bench.service, bench.account.id, 'developer');
    const actionsIn = async (path: string, by: Person) =>
      [...(await get(path, by)).matchAll(/<form method="post" action="[^"]*\/webhooks\/[^"]*?\/(\w+)"/g)].map(
        ([, action]) => action,
      );
    const seen = async (by: Person) =>
      (
        await Promise.all(
          [`webhooks/${id}`, `webhooks/${id}/edit`, delivery].map((path) => actionsIn(path, by)),
        )
      ).flat();
    expect(await seen(stale)).to.deep.equal(['test', 'switch', 'rotate', 'delete', 'edit', 'redeliver']);
    await bench.service.database.query(
      `update user_sessions set proven_at = proven_at - interval '6 minutes' where user_id = $1`,
      [stale.id],
    );
    expect(await seen(stale)).to.deep.equal(['test']);
    const replay = `${pathOf(`webhooks/${id}/replay`)}?from=2026-11-01T00:00&to=2026-11-01T01:00`;
    const asked = (await stale.visitor.get(replay)).headers.get('location');
    expect(asked, 'and leads back to the time range').to.equal(
      `/panel/proof?${new URLSearchParams({ next: replay }).toString()}`,
    );
  });

  it('shows every member the events, and what they caused to technical roles', async () => {
    const { id } = await bench.register();
    const { api } = bench.account;
    const link = await api.post('/v1/payment_links', {
      amount: '150',
      currency: 'MXNB',
      description: 'Order',
    });
    const paid = await api.post(`/v1/test_helpers/payment_links/${link.body.code}/deposit`, {
      method: 'SPEI',
    });
    const typesIn = (text: string) =>
      [...text.matchAll(/<th scope="row"[^>]*><a[^>]*>([^<]+)</g)].map(([, type]) => type).sort();
    expect(typesIn(await get('events', vera))).to.deep.equal([
      'balance.updated',
      'deposit.completed',
      'payment_link.paid',
    ]);
    expect(typesIn(await get('events?type=deposit.completed'))).to.deep.equal(['deposit.completed']);
    expect(typesIn(await get(`events?object=${link.body.code}`))).to.deep.equal(['payment_link.paid']);
    expect(typesIn(await get(`events?object=${paid.body.id}`))).to.deep.equal([
      'balance.updated',
      'deposit.completed',
    ]);
    expect(typesIn(await get('events?to=2026-01-01T00:00'))).to.deep.equal([]);

    const { data } = (await api.get('/v1/events?type=payment_link.paid')).body;
    const seen = await get(`events/${data[0].id}`);
    expect(seen).to.contain(pathOf(`links/${link.body.code}`));
    expect(seen).to.match(new RegExp(`${pathOf('call-log/')}req_\\w+`));
    expect(seen).to.contain(pathOf(`webhooks/${id}/deliveries/`));
    const forViewers = await get(`events/${data[0].id}`, vera);
    expect(forViewers)
      .to.contain('PL-')
      .and.not.to.match(/webhooks\/|call-log/);
    expect((await vera.visitor.get(pathOf('events/evt_unknown'))).status).to.equal(404);
  });

  it('pages through events without repeating one', async () => {
    await bench.record(30);
    const idsIn = (text: string) => [...text.matchAll(/<code>(evt_\w+)</g)].map(([, id]) => id);
    const first = await get('events');
    const [, older = ''] = /href="[^"]*\?(cursor=[^"]+)" rel="next"/.exec(first) ?? [];
    const second = await get(`events?${older}`);
    expect(new Set([...idsIn(first), ...idsIn(second)]).size).to.equal(30);
  });

  it('keeps what a receiver answered, to its beginning', async () => {
    const { id } = await bench.register();
    await bench.record();
    bench.receiver.answerWith(answers.status(500, `<script>x</script>${'y'.repeat(5_000)}`));
    await bench.deliverDue();
    const text = await get(`webhooks/${id}/deliveries/${(await bench.delivery()).id}`);
    expect(text).to.contain('&lt;script>x&lt;/script>yyy').and.not.to.contain('<script>x');
    expect(text.match(/y+<\/code>/)?.[0].length).to.be.lessThan(1_024);
  });
});
