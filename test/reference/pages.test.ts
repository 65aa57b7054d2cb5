import { expect } from 'chai';
import { startService, type TestService } from '../support/service.ts';
import { expectError, rawCall } from '../http/raw-call.ts';

describe('the published contract', () => {
  let service: TestService;

  before(async () => {
    // So that each test can use its own address.
    service = await startService({ TRUSTED_PROXIES: '127.0.0.0/8' });
  });
  after(() => service?.close());

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(service.baseUrl + path, { headers: { 'x-forwarded-for': '192.0.2.1', ...headers } });

  for (const path of ['/openapi.yaml', '/openapi.json']) {
    it(`is sent again only when it has changed: ${path}`, async () => {
      const first = await get(path);
      expect(first.status).to.equal(200);
      expect(await first.text()).to.include('Payments Account API');
      expect(first.headers.get('cache-control')).to.equal('public, max-age=300, must-revalidate');
      const etag = first.headers.get('etag') ?? '';
      expect(etag).to.match(/^"[\w-]{20,}"$/);
      const again = await get(path, { 'if-none-match': etag });
      expect(again.status).to.equal(304);
      expect(await again.text()).to.equal('');
      expect(again.headers.get('etag')).to.equal(etag);
      expect((await get(path, { 'if-none-match': '"of an older one"' })).status).to.equal(200);
    });
  }

  it('has an ETag for each of its formats', async () => {
    const [yaml, json] = [await get('/openapi.yaml'), await get('/openapi.json')];
    expect(yaml.headers.get('etag')).to.not.equal(json.headers.get('etag'));
  });

  it('is rate limited by address, separately from calls and probes', async () => {
    const from = (address: string, path: string) =>
      rawCall(service.baseUrl, { path, headers: { 'x-forwarded-for': address } });
    const paths = ['/openapi.yaml', '/openapi.json', '/docs'];
    for (let count = 0; count < 120; count += 1) {
      const { status } = await get(paths[count % 2] ?? '', { 'x-forwarded-for': '192.0.2.2' });
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

  it('does not share the rate limit of probes, which all share one', async () => {
    const health = async () => {
      const { headers } = await get('/v1/health', { 'x-forwarded-for': '192.0.2.4' });
      return Number(headers.get('ratelimit-remaining'));
    };
    const before = await health();
    for (let count = 0; count < 3; count += 1) await get('/ready', { 'x-forwarded-for': '192.0.2.4' });
    expect(await health()).to.equal(before - 4);
  });
});
