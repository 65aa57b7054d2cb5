import { expect } from 'chai';
import { contract } from '../support/contract.ts';
import { startLiveService } from '../support/live.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { entryOf } from '../request-logs/entries.ts';
import { expectError, rawCall, sendBytes } from './raw-call.ts';

describe('paths and methods', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    // So that calls can come from different addresses, and none hits its rate limit.
    service = await startService({ TRUSTED_PROXIES: '127.0.0.0/8' });
    account = await service.createAccount();
  });
  after(() => service?.close());

  it('result in 404 for a path that does not exist, with or without a key', async () => {
    const paths = [
      '/v1',
      '/v1/',
      '/v1/nope',
      '/v1/ping/',
      '/v1//ping',
      '//v1/ping',
      '/v1/PING',
      '/V1/ping',
      '/v10/ping',
      '/v1x',
      '/v1/ping;x',
      '/v1/payment_links/',
      '/v1/payment_links/a/b',
      '/v1/payment_links/a/cancel/b',
      '*',
    ];
    for (const path of paths) {
      expectError(await rawCall(service.baseUrl, { path }), 404, 'route_not_found');
      const withKey = { authorization: `Bearer ${account.key.secret}` };
      expectError(await rawCall(service.baseUrl, { path, headers: withKey }), 404, 'route_not_found');
    }
  });

  it('lead to the page about the error, in the language of its reader', async () => {
    const { body } = await rawCall(service.baseUrl, { path: '/v1/links' });
    const { origin, pathname, hash } = new URL(body.error.doc_url);
    expect(origin).to.equal(service.baseUrl);
    for (const [language, title] of [
      ['en', 'Errors'],
      ['es', 'Errores'],
    ] as const) {
      const page = await fetch(origin + pathname, { headers: { 'accept-language': language } });
      expect(await page.text())
        .to.contain(`<h1>${title}</h1>`)
        .and.contain(`id="${hash.slice(1)}"`);
    }
  });

  it('are named as they were probably meant', async () => {
    for (const [path, hint] of [
      ['/v1/payment_links/', 'Did you mean /v1/payment_links?'],
      ['/payment_links', 'Did you mean /v1/payment_links?'],
      ['/payment_links/PL-7K2M-9QX4-B1TZ/', 'Did you mean /v1/payment_links/PL-7K2M-9QX4-B1TZ?'],
      ['/v1/links', 'The API reference is at /docs.'],
      ['/v1/test_helpers', 'The API reference is at /docs.'],
    ] as const) {
      const answer = await rawCall(service.baseUrl, { path });
      expect(answer.body.error.message, path).to.equal(`This path does not exist. ${hint}`);
    }
    const { body } = await rawCall(service.baseUrl, { method: 'PUT', path: '/v1/payment_links/x' });
    expect(body.error.message).to.equal('This path supports only GET, DELETE, PATCH.');
  });

  describe('in absolute form, as sent to proxies', () => {
    const get = (target: string, method = 'GET') =>
      sendBytes(
        service.baseUrl,
        `${method} ${target} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${account.key.secret}\r\nConnection: close\r\n\r\n`,
      );

    it('are used without scheme and host, whatever the host', async () => {
      for (const host of ['http://127.0.0.1', 'https://pay.example.com:8443', 'HTTP://[::1]:80']) {
        expect((await get(`${host}/v1/health`)).body.status, host).to.equal('ok');
      }
      expect((await get('http://pay.example.com/openapi.json')).body.openapi).to.equal('3.1.0');
      expectError(
        await get('http://pay.example.com/v1/payment_links?limit=0'),
        400,
        'invalid_request',
        'limit',
      );
      expectError(await get('http://pay.example.com/v1/ping', 'DELETE'), 405, 'method_not_allowed');
      const listed = await get('http://pay.example.com/v1/payment_links?limit=1');
      expect(listed.status).to.equal(200);
      const entry = await entryOf(account.api, listed);
      expect(entry).to.deep.include({ path: '/v1/payment_links', query: { limit: '1' } });
    });

    it('are the start page without a path, and result in 404 for a URL that is not sent to proxies', async () => {
      expect((await get('http://pay.example.com')).body).to.have.property('documentation');
      for (const target of [
        'http://pay.example.com?limit=1',
        'http://',
        'http:///v1/health',
        'https://a:b@c/v1/health',
        'ftp://pay.example.com/v1/health',
      ]) {
        expectError(await get(target), 404, 'route_not_found');
      }
      expectError(await get('*', 'OPTIONS'), 404, 'route_not_found');
    });

    it('are refused for tunnels', async () => {
      expect((await get('pay.example.com:443', 'CONNECT')).text).to.equal('');
    });
  });

  it('result in 405 for a method that a path does not have, listing those it has', async () => {
    for (const [at, [template, item]] of Object.entries(contract.paths).entries()) {
      const path = template.replace(/\{\w+\}/g, 'x');
      const allowed = Object.keys(item)
        .filter((key) => key !== 'parameters')
        .map((method) => method.toUpperCase());
      const method = ['GET', 'POST', 'DELETE', 'PUT'].find((name) => !allowed.includes(name)) ?? '';
      const headers = { 'x-forwarded-for': `2001:db8::${at}` };
      const answer = await rawCall(service.baseUrl, { method, path, headers });
      expectError(answer, 405, 'method_not_allowed');
      expect(answer.headers.get('allow')?.split(', ')).to.have.members(allowed);
    }
  });

  it('result in 405 for methods that no path has', async () => {
    for (const method of ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'TRACE', 'PROPFIND']) {
      const answer = await rawCall(service.baseUrl, { method, path: '/v1/ping' });
      expect(answer.status, method).to.equal(405);
      expect(answer.headers.get('allow')).to.equal('GET, POST');
      if (method === 'HEAD') expect(answer.text).to.equal('');
      else expectError(answer, 405, 'method_not_allowed');
    }
  });

  it('prefer a literal path over one with a parameter', async () => {
    expect((await account.api.get('/v1/payment_links/stats')).body.object).to.equal('payment_link_stats');
    expect((await account.api.get('/v1/webhook_endpoints/event_types')).body.object).to.equal('list');
    expectError(await account.api.get('/v1/payment_links/statss'), 404, 'payment_link_not_found');
    expectError(await account.api.delete('/v1/payment_links/stats'), 405, 'method_not_allowed');
  });

  it('hide the test helpers in the live environment', async () => {
    const live = await startLiveService();
    try {
      const { api } = await live.createAccount();
      expect((await api.get('/v1/ping')).body.environment).to.equal('live');
      const path = '/v1/test_helpers/payment_links/PL-AAAA-AAAA-AAAA/deposit';
      expectError(await api.post(path, { method: 'SPEI' }), 404, 'route_not_found');
      expectError(await account.api.post(path, { method: 'SPEI' }), 404, 'payment_link_not_found');
    } finally {
      await live.close();
    }
  });
});
