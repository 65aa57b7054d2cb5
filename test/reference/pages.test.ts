import { expect } from 'chai';
import { load } from 'js-yaml';
import { startService, type TestService } from '../support/service.ts';
import { expectError, rawCall } from '../http/raw-call.ts';

const PATHS = [
  '/openapi.yaml',
  '/openapi.json',
  '/openapi.clients.json',
  '/openapi.postman.json',
  '/openapi/2026-05-01.json',
  '/openapi/2026-11-01.json',
  '/llms.txt',
];

describe('the published contract', () => {
  let service: TestService;

  before(async () => {
    // So that each test can use its own address.
    service = await startService({ TRUSTED_PROXIES: '127.0.0.0/8' });
  });
  after(() => service?.close());

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(service.baseUrl + path, { headers: { 'x-forwarded-for': '192.0.2.1', ...headers } });

  for (const path of PATHS) {
    it(`is sent again only when it has changed: ${path}`, async () => {
      const first = await get(path);
      expect(first.status).to.equal(200);
      expect(await first.text()).to.include('Payments Account API');
      expect(first.headers.get('cache-control')).to.equal('public, max-age=300, must-revalidate');
      const etag = first.headers.get('etag') ?? '';
      expect(etag).to.match(/^W\/"[\w-]{20,}"$/);
      const again = await get(path, { 'if-none-match': etag });
      expect(again.status).to.equal(304);
      expect(await again.text()).to.equal('');
      expect(again.headers.get('etag')).to.equal(etag);
      expect((await get(path, { 'if-none-match': '"of an older one"' })).status).to.equal(200);
    });
  }

  it('has an ETag for each of its forms', async () => {
    const tags = await Promise.all(PATHS.map(async (path) => (await get(path)).headers.get('etag')));
    expect(new Set(tags).size).to.equal(PATHS.length);
  });

  it('is compressed for those who can read that, and may be loaded by pages anywhere', async () => {
    for (const path of PATHS) {
      for (const encoding of ['br', 'gzip']) {
        const { headers } = await get(path, { 'accept-encoding': encoding });
        expect(headers.get('content-encoding'), path).to.equal(encoding);
        expect(headers.get('vary')).to.equal('Accept-Encoding');
        expect(headers.get('access-control-allow-origin')).to.equal('*');
      }
      expect((await get(path, { 'accept-encoding': 'identity' })).headers.get('content-encoding')).to.equal(
        null,
      );
    }
  });

  it('names the address under which it is served', async () => {
    const servers = [{ url: service.baseUrl }];
    for (const path of ['/openapi.json', '/openapi.clients.json', '/openapi/2026-05-01.json']) {
      expect(await (await get(path)).json(), path).to.deep.include({ servers });
    }
    expect(load(await (await get('/openapi.yaml')).text())).to.deep.equal(
      await (await get('/openapi.json')).json(),
    );
    const elsewhere = await startService({ BASE_URL: 'https://pay.example.com' });
    try {
      const response = await fetch(`${elsewhere.baseUrl}/openapi.json`);
      expect(await response.json()).to.deep.include({ servers: [{ url: 'https://pay.example.com' }] });
    } finally {
      await elsewhere.close();
    }
  });

  it('is rate limited by address, separately from calls and probes', async () => {
    const from = (address: string, path: string) =>
      rawCall(service.baseUrl, { path, headers: { 'x-forwarded-for': address } });
    const paths = [...PATHS, '/docs'];
    for (let count = 0; count < 120; count += 1) {
      const { status } = await get(PATHS[count % PATHS.length] ?? '', { 'x-forwarded-for': '192.0.2.2' });
      expect(status).to.equal(200);
    }
    for (const path of paths) {
      const refused = await from('192.0.2.2', path);
      expectError(refused, 429, 'rate_limit_exceeded');
      expect(refused.headers.get('retry-after')).to.match(/^[1-9]\d*$/);
    }
    expect((await get('/openapi.json', { 'x-forwarded-for': '192.0.2.3' })).status).to.equal(200);
    expect((await from('192.0.2.2', '/v1/ping')).status).to.equal(401);
    expect((await from('192.0.2.2', '/v1/health')).status).to.equal(200);
    expect((await get('/ready', { 'x-forwarded-for': '192.0.2.2' })).status).to.equal(200);
  });

  it('does not share the rate limit of probes, of which those of readiness have their own', async () => {
    const health = async () => {
      const { headers } = await get('/v1/health', { 'x-forwarded-for': '192.0.2.4' });
      return Number(headers.get('ratelimit-remaining'));
    };
    const before = await health();
    for (let count = 0; count < 3; count += 1) await get('/ready', { 'x-forwarded-for': '192.0.2.4' });
    expect(await health()).to.equal(before - 1);
  });
});
