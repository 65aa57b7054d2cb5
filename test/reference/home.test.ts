import { expect } from 'chai';
import { rawCall, expectError } from '../http/raw-call.ts';
import { startService, type TestService } from '../support/service.ts';

describe('the start page', () => {
  let service: TestService;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());

  const open = async (headers: Record<string, string>, path = '/') => {
    const response = await fetch(service.baseUrl + path, { headers: { accept: 'text/html', ...headers } });
    return { response, html: await response.text() };
  };

  it('says what this is, in which environment, and where everything is', async () => {
    const { response, html } = await open({ 'accept-language': 'en' });
    expect(response.status).to.equal(200);
    expect(response.headers.get('vary')).to.contain('Accept').and.contain('Accept-Language');
    expect(response.headers.get('content-security-policy')).to.contain("script-src 'self'");
    expect(html).to.contain('Test environment: payments are simulated');
    const linked = [
      '/docs/en',
      '/docs/en/changelog',
      '/openapi.webhooks.json',
      '/arazzo.yaml',
      '/openapi.json',
      '/openapi.yaml',
      '/v1/health',
      '/ready',
    ];
    for (const path of linked) {
      expect(html).to.contain(`href="${path}"`);
      expect((await fetch(service.baseUrl + path)).status, path).to.equal(200);
    }
    // By name, since browsers keep passkeys by name.
    const panel = service.baseUrl.replace('127.0.0.1', 'localhost');
    expect(html).to.contain(`href="${panel}/panel"`);
  });

  it('is in the language of the browser, or the one that was chosen', async () => {
    expect((await open({ 'accept-language': 'es-MX,es;q=0.9' })).html).to.contain('Ambiente de pruebas');
    expect((await open({ 'accept-language': 'es-MX' }, '/?lang=en')).html).to.contain('Test environment');
  });

  it('tells programs, and people with curl, where everything is', async () => {
    for (const accept of ['application/json', '*/*', 'application/json, text/html;q=0.5']) {
      const response = await fetch(`${service.baseUrl}/`, { headers: { accept } });
      expect(response.status).to.equal(200);
      expect(response.headers.get('content-type')).to.contain('application/json');
      const { panel, api, ...links } = (await response.json()) as Record<string, string>;
      expect(api).to.equal(`${service.baseUrl}/v1`);
      expect(panel).to.equal(`${service.baseUrl.replace('127.0.0.1', 'localhost')}/panel`);
      expect(links).to.have.all.keys('documentation', 'contract', 'health');
      for (const [name, link] of Object.entries(links)) {
        expect((await fetch(link)).status, name).to.equal(200);
      }
    }
  });

  it('answers any other method like an unknown path', async () => {
    const answer = await rawCall(service.baseUrl, { path: '/', method: 'POST' });
    expectError(answer, 404, 'route_not_found');
  });
});
