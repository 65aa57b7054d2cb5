import { expect } from 'chai';
import { TRANSITIONS } from '../../src/events/catalogue.ts';
import { refusedUrls } from '../support/outside/addresses.ts';
import type { Client } from '../support/client.ts';
import { contract } from '../support/contract.ts';
import { invalid, refusal } from '../support/refusal.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const URL = 'https://hooks.example.com/payments?token=1';
const NOT_FOUND = { status: 404, code: 'webhook_endpoint_not_found' };

describe('webhook endpoints', () => {
  let service: TestService;
  let account: TestAccount;
  let api: Client;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
    api = account.api;
  });

  const register = (fields: object = {}) => api.post('/v1/webhook_endpoints', { url: URL, ...fields });
  const list = async (query = '') => (await api.get(`/v1/webhook_endpoints${query}`)).body;

  describe('are registered', () => {
    it('with the requested fields', async () => {
      const asked = {
        url: URL,
        description: 'Órdenes 🌵',
        enabled_events: ['deposit.failed', 'payment_link.paid'],
      };
      const { status, headers, body } = await register(asked);
      expect(status).to.equal(201);
      const { id, signing_secret, ...rest } = body;
      expect(headers.get('location')).to.equal(`/v1/webhook_endpoints/${id}`);
      const chosen = { standard_webhooks: false, enabled: true, live: true };
      expect(rest).to.deep.equal({ object: 'webhook_endpoint', ...asked, ...chosen });
      expect(signing_secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    });

    it('for all events and without a description by default, or with an empty list', async () => {
      for (const { body } of [await register(), await register({ enabled_events: [] })]) {
        expect(body.description).to.equal('');
        expect(body.enabled_events).to.have.members(Object.keys(TRANSITIONS));
      }
    });

    it('with exactly the given URL', async () => {
      for (const url of [
        'https://hooks.example.com',
        'https://HOOKS.example.com/A/../b',
        'https://hooks.example.com:443/',
        'https://hooks.example.com:8443/x',
        // Characters that a URL parser would escape, to more than can be stored.
        `https://hooks.example.com/?${"'".repeat(2_000)}`,
      ]) {
        const { status, body } = await register({ url });
        expect(status, url).to.equal(201);
        expect(body.url).to.equal(url);
      }
    });

    it('each with its own secret', async () => {
      const secrets = await Promise.all(
        Array.from({ length: 4 }, async () => (await register()).body.signing_secret),
      );
      expect(new Set(secrets).size).to.equal(4);
    });
  });

  describe('keep their secret', () => {
    it('out of every later response', async () => {
      const { body } = await register();
      const visible = { ...body };
      delete visible.signing_secret;
      const read = await api.get(`/v1/webhook_endpoints/${body.id}`);
      expect(read.body).to.deep.equal(visible);
      expect((await list()).data).to.deep.equal([visible]);
      expect(read.text + (await api.get('/v1/webhook_endpoints')).text).not.to.include('whsec_');
    });

    it('out of the database, in every column of every table', async () => {
      const { body } = await register();
      const tables = await service.database.query(
        `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
      );
      let scanned = 0;
      for (const { table_name } of tables) {
        const rows = await service.database.query(`select t::text as row from "${String(table_name)}" t`);
        for (const { row } of rows) {
          scanned += 1;
          for (const form of [body.signing_secret, Buffer.from(body.signing_secret).toString('hex')]) {
            expect(row, String(table_name)).not.to.include(form);
          }
        }
      }
      expect(scanned).to.be.greaterThan(10);
    });

    it('but show it again to a retry of the registration', async () => {
      const options = { idempotencyKey: 'register' };
      const first = await api.post('/v1/webhook_endpoints', { url: URL }, options);
      const again = await api.post('/v1/webhook_endpoints', { url: URL }, options);
      expect(again.text).to.equal(first.text);
      expect(again.headers.get('idempotent-replay')).to.equal('true');
      expect((await list()).data).to.have.length(1);
    });
  });

  describe('refuse', () => {
    it('every URL that events must not be sent to', async () => {
      for (const url of refusedUrls) {
        expect(refusal(await register({ url })), JSON.stringify(url)).to.deep.equal(invalid('url'));
      }
      for (const url of [null, 5, ['https://hooks.example.com'], { href: URL }]) {
        expect(refusal(await register({ url })), JSON.stringify(url)).to.deep.equal(invalid('url'));
      }
      expect(refusal(await api.post('/v1/webhook_endpoints', {}))).to.deep.equal(invalid('url'));
      expect((await list()).data).to.deep.equal([]);
    });

    it('public IP addresses and other ports, with a message that says so', async () => {
      const { id } = (await register()).body;
      const reasons = {
        'https://93.184.216.34/hooks':
          'The host must be a name, like hooks.example.com: IP addresses are not accepted, public ones included.',
        'https://[2606:4700:4700::1111]:8443/':
          'The host must be a name, like hooks.example.com: IP addresses are not accepted, public ones included.',
        'https://hooks.example.com:9443/': 'The port must be 443 (the default) or 8443.',
      };
      for (const [url, message] of Object.entries(reasons)) {
        for (const { status, body } of [
          await register({ url }),
          await api.patch(`/v1/webhook_endpoints/${id}`, { url }),
        ]) {
          expect({ status, ...body.error }, url).to.deep.include({ status: 400, param: 'url', message });
        }
      }
      for (const name of ['CreateWebhookEndpointRequest', 'UpdateWebhookEndpointRequest']) {
        const { description } = (contract as any).components.schemas[name].properties.url;
        expect(description, name)
          .to.match(/IP address/)
          .and.match(/443/)
          .and.match(/8443/);
      }
    });

    it('unknown events, by index', async () => {
      const refused = async (enabled_events: unknown) => refusal(await register({ enabled_events }));
      expect(await refused(['payment_link.created'])).to.deep.equal(invalid('enabled_events[0]'));
      expect(await refused(['payment_link.paid', '*'])).to.deep.equal(invalid('enabled_events[1]'));
      expect(await refused(['payment_link.paid', 'webhook_endpoint.test'])).to.deep.equal(
        invalid('enabled_events[1]'),
      );
      expect(await refused(['deposit.failed', 'deposit.failed'])).to.deep.equal(invalid('enabled_events'));
      expect(await refused('payment_link.paid')).to.deep.equal(invalid('enabled_events'));
    });

    it('unknown fields, and descriptions that are too long', async () => {
      expect(refusal(await register({ enabled: false }))).to.deep.equal(invalid('enabled'));
      expect(refusal(await register({ signing_secret: 'whsec_mine' }))).to.deep.equal(
        invalid('signing_secret'),
      );
      expect(refusal(await register({ description: 'x'.repeat(501) }))).to.deep.equal(invalid('description'));
      expect((await register({ description: '🌵'.repeat(500) })).status).to.equal(201);
    });

    it('the internal network unless WEBHOOK_ALLOW_CIDRS opens it', async () => {
      const urls = ['https://127.0.0.1:9443/hooks', 'https://localhost:9443/', 'https://shop.internal/'];
      for (const url of urls) expect(refusal(await register({ url })), url).to.deep.equal(invalid('url'));
      const { body } = await register({ url: 'http://localhost:4000/hooks' });
      expect(body.error.message).to.contain('To receive events on your own machine, run `payments listen`.');
      const opened = await startService({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' });
      try {
        const { api } = await opened.createAccount();
        for (const url of urls) {
          expect((await api.post('/v1/webhook_endpoints', { url })).status, url).to.equal(201);
        }
        const elsewhere = await api.post('/v1/webhook_endpoints', { url: 'https://10.0.0.1/' });
        expect(refusal(elsewhere)).to.deep.equal(invalid('url'));
      } finally {
        await opened.close();
      }
    });

    it('callers without webhooks:manage', async () => {
      const key = await service.createKey(account.id, { scopes: ['links:read', 'links:write'] });
      const other = service.client(key.secret);
      const id = (await register()).body.id;
      for (const answer of [
        await other.post('/v1/webhook_endpoints', { url: URL }),
        await other.get('/v1/webhook_endpoints'),
        await other.get(`/v1/webhook_endpoints/${id}`),
        await other.get('/v1/webhook_endpoints/event_types'),
        await other.delete(`/v1/webhook_endpoints/${id}`),
      ]) {
        expect(refusal(answer)).to.deep.equal({ status: 403, code: 'insufficient_scope' });
      }
    });
  });

  describe('are limited to sixteen', () => {
    const LIMIT = { status: 409, code: 'webhook_endpoint_limit_reached' };

    it('even when registered at the same time', async () => {
      for (let index = 0; index < 14; index++) await register();
      const answers = await Promise.all(Array.from({ length: 12 }, () => register()));
      expect(answers.filter(({ status }) => status === 201)).to.have.length(2);
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        expect(refusal(answer)).to.deep.equal(LIMIT);
      }
      expect((await list('?limit=100')).data).to.have.length(16);
    });

    it('until one is deleted, and for each account separately', async () => {
      for (let index = 0; index < 16; index++) await register();
      expect(refusal(await register())).to.deep.equal(LIMIT);
      const other = await service.createAccount();
      expect((await other.api.post('/v1/webhook_endpoints', { url: URL })).status).to.equal(201);
      const [last] = (await list()).data;
      expect((await api.delete(`/v1/webhook_endpoints/${last.id}`)).status).to.equal(204);
      expect((await register()).status).to.equal(201);
      expect(refusal(await register())).to.deep.equal(LIMIT);
    });
  });

  it('are listed newest first, in pages', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) ids.unshift((await register()).body.id);
    const first = await list('?limit=2');
    const second = await list(`?limit=2&cursor=${first.next_cursor}`);
    const third = await list(`?limit=2&cursor=${second.next_cursor}`);
    expect(
      [first, second, third].flatMap(({ data }) => data.map((endpoint: any) => endpoint.id)),
    ).to.deep.equal(ids);
    expect([first.has_more, second.has_more, third.has_more]).to.deep.equal([true, true, false]);
    expect(third.next_cursor).to.be.null;
    expect(refusal(await api.get('/v1/webhook_endpoints?cursor=x'))).to.deep.equal({
      status: 400,
      code: 'invalid_cursor',
      param: 'cursor',
    });
  });

  it('are gone once deleted', async () => {
    const { id } = (await register()).body;
    expect((await api.delete(`/v1/webhook_endpoints/${id}`)).status).to.equal(204);
    expect(refusal(await api.get(`/v1/webhook_endpoints/${id}`))).to.deep.equal(NOT_FOUND);
    expect(refusal(await api.delete(`/v1/webhook_endpoints/${id}`))).to.deep.equal(NOT_FOUND);
    expect((await list()).data).to.deep.equal([]);
  });

  it('are not found by any other id', async () => {
    for (const id of ['x', '0192f3a4-c3b2-7d64-9e01-5f2a8c7b4d10', "'", 'a'.repeat(64)]) {
      const path = `/v1/webhook_endpoints/${encodeURIComponent(id)}`;
      expect(refusal(await api.get(path)), id).to.deep.equal(NOT_FOUND);
      expect(refusal(await api.delete(path)), id).to.deep.equal(NOT_FOUND);
    }
  });

  it('show when and why the service switched them off', async () => {
    const { id } = (await register()).body;
    await service.database.query(
      `update webhook_endpoints set disabled_at = '2026-11-20T12:00:00Z', disabled_reason = 'Too many failures.' where id = $1`,
      [id],
    );
    const { body } = await api.get(`/v1/webhook_endpoints/${id}`);
    expect(body).to.include({
      enabled: true,
      live: false,
      disabled_at: '2026-11-20T12:00:00.000Z',
      disabled_reason: 'Too many failures.',
    });
    await service.database.query(
      `update webhook_endpoints set enabled = false, disabled_at = null, disabled_reason = null where id = $1`,
      [id],
    );
    expect((await api.get(`/v1/webhook_endpoints/${id}`)).body)
      .to.include({ enabled: false, live: false })
      .and.not.have.any.keys('disabled_at', 'disabled_reason');
  });

  it('can subscribe to every event type in the catalogue', async () => {
    const { body } = await api.get('/v1/webhook_endpoints/event_types');
    expect(body).to.include({ object: 'list', has_more: false, next_cursor: null });
    const fields = Object.fromEntries(
      body.data.map((entry: any) => [entry.type, entry.data_fields.map((field: any) => field.name)]),
    );
    expect(fields).to.have.all.keys(Object.keys(TRANSITIONS));
    expect(fields['payment_link.paid']).to.deep.equal(['link_code', 'amount', 'currency', 'payment_method']);
    expect(fields['deposit.failed']).to.deep.equal(['deposit_id', 'amount', 'reason']);
    for (const entry of body.data) expect(entry.description, entry.type).not.to.equal('');
  });
});
