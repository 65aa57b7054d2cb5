import { expect } from 'chai';
import { load } from 'js-yaml';
import { eachOperation, type ContractDocument } from '../../src/contract/document.ts';
import type { WorkflowsDocument } from '../../src/contract/derived/workflows.ts';
import { startService, type TestService } from '../support/service.ts';
import { expectError, rawCall } from '../http/raw-call.ts';

const PATHS = [
  '/openapi.yaml',
  '/openapi.json',
  '/openapi.clients.json',
  '/openapi.webhooks.json',
  '/openapi.postman.json',
  '/arazzo.yaml',
  '/arazzo.json',
  '/changelog.md',
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

  it('is of one dated version, and so offers no other whose answers differ', async () => {
    for (const [path, version] of [
      ['/openapi.json', '2026-11-01'],
      ['/openapi/2026-11-01.json', '2026-11-01'],
      ['/openapi/2026-05-01.json', '2026-05-01'],
    ] as const) {
      const { components } = (await (await get(path)).json()) as ContractDocument;
      const asked = components.parameters?.['ServiceVersion'] as { schema: object };
      expect(asked.schema, path).to.deep.include({ enum: [version] });
    }
  });

  it('takes https URLs only for webhooks, outside a sandbox; clients are made for both', async () => {
    const patternOf = async (path: string) => {
      const { components } = (await (await get(path)).json()) as ContractDocument;
      const { properties } = components['schemas']?.['CreateWebhookEndpointRequest'] as {
        properties: { url: { pattern: string } };
      };
      return properties.url.pattern;
    };
    for (const path of ['/openapi.json', '/openapi/2026-05-01.json']) {
      expect(await patternOf(path), path).to.equal('^https://[^/?#]');
    }
    expect(await patternOf('/openapi.clients.json')).to.equal('^https?://[^/?#]');
  });

  it('shows how to call each operation, in every language', async () => {
    const document = (await (await get('/openapi.json')).json()) as ContractDocument;
    for (const [path, method, operation] of eachOperation(document)) {
      const samples = operation['x-codeSamples'] ?? [];
      expect(samples.map(({ lang }) => lang)).to.deep.equal([
        'Shell',
        'TypeScript',
        'Python',
        'Go',
        'Java',
        'PHP',
      ]);
      expect(samples[0]?.source, `${method} ${path}`).to.contain(`${service.baseUrl}/v1/`);
    }
  });

  it('has workflows whose operations are in the served contract', async () => {
    const response = await get('/arazzo.json');
    const workflows = (await response.json()) as WorkflowsDocument;
    expect(load(await (await get('/arazzo.yaml')).text())).to.deep.equal(workflows);
    const [source, ...others] = workflows.sourceDescriptions;
    expect(others).to.deep.equal([]);
    const document = (await (await fetch(source?.url ?? '')).json()) as ContractDocument;
    const ids = [...eachOperation(document)].map(([, , { operationId }]) => operationId);
    const used = workflows.workflows.flatMap(({ steps }) => steps.map((step) => step.operationId));
    expect(used).to.have.length.above(10);
    expect(ids).to.include.members(used);
  });

  it('has a changelog, as Markdown and as a page in both languages, which /changelog leads to', async () => {
    const markdown = await (await get('/changelog.md')).text();
    expect(markdown)
      .to.match(/^# Changelog\n/)
      .and.contain(`${service.baseUrl}/docs/guides/versions`);
    expect(markdown)
      .to.match(/^## \d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)$/m)
      .and.not.contain('](../');
    const english = await (await get('/changelog', { 'accept-language': 'en' })).text();
    expect(english).to.contain('<h1>Changelog</h1>').and.contain('<h2 id="260-2026-11-27">');
    const spanish = await (await get('/changelog', { 'accept-language': 'es' })).text();
    expect(spanish).to.contain('<h1>Historial de cambios</h1>').and.contain('<div class="text" lang="en">');
  });

  it('can be found by programs: all that describes the API is linked from its catalog and from the start page', async () => {
    const catalog = await get('/.well-known/api-catalog');
    expect(catalog.headers.get('content-type')).to.match(
      /^application\/linkset\+json; profile="[^"]+rfc9727"/,
    );
    const { linkset } = (await catalog.json()) as { linkset: Record<string, unknown>[] };
    const links = linkset.flatMap(({ anchor: _, ...relations }) => Object.values(relations).flat());
    expect(links).to.have.length.above(5);
    for (const { href, type } of links as { href: string; type: string }[]) {
      const { status, headers } = await get(new URL(href).pathname);
      expect(status, href).to.equal(200);
      expect(headers.get('content-type'), href).to.contain(type);
    }
    const head = await fetch(`${service.baseUrl}/.well-known/api-catalog`, { method: 'HEAD' });
    expect(head.headers.get('link')).to.contain('rel="api-catalog"');
    const home = await get('/', { accept: 'text/html', 'accept-language': 'en' });
    for (const [, path = ''] of (home.headers.get('link') ?? '').matchAll(/<([^>]+)>/g)) {
      expect((await get(path)).status, path).to.equal(200);
    }
    const html = await home.text();
    for (const path of PATHS) expect(html).to.contain(`href="${path}"`);
    const llms = await (await get('/llms.txt')).text();
    for (const path of PATHS.filter((one) => !/llms|yaml$|arazzo.json/.test(one))) {
      expect(llms).to.contain(`(${service.baseUrl}${path})`);
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
