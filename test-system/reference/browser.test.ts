import { expect } from 'chai';
import type { Request } from 'playwright-core';
import { browserOfSuite, photograph, requireAccessible, visit } from '../checkout/browser.ts';
import { runningOn, startService, type TestService } from '../../test/support/service.ts';

const PAGES = {
  home: '/',
  overview: '/docs',
  changelog: '/docs/changelog',
  guide: '/docs/guides/webhooks',
  operation: '/docs/operations/createPaymentLink',
  event: '/docs/events/payment_link.paid',
  search: '/docs/search?q=idempotncy',
  'Spanish operation': '/docs/es/operations/createPaymentLink',
  'Spanish guide': '/docs/es/guides/errors',
};
const SMALLEST = { width: 320, height: 640 };
const DESKTOP = { width: 1280, height: 900 };
const MAX_PAGE_BYTES = 60_000;

describe('the reference in a browser', () => {
  let service: TestService;
  const browser = browserOfSuite();

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());

  for (const [name, path] of Object.entries(PAGES)) {
    it(`is accessible and light on a phone and a desktop: ${name}`, async () => {
      const { page, complaints, bytes } = await visit(browser(), service.baseUrl + path, {
        viewport: SMALLEST,
        colorScheme: 'light',
        reducedMotion: 'reduce',
        locale: name.length % 2 === 0 ? 'es-MX' : 'en-US',
      });
      await photograph(page, `reference-${name}-phone`);
      await requireAccessible(page, `${name} on a phone`);
      expect(await bytes(), `${name} in bytes`).to.be.lessThan(MAX_PAGE_BYTES);
      await page.setViewportSize(DESKTOP);
      await page.emulateMedia({ colorScheme: 'dark' });
      await photograph(page, `reference-${name}-desktop`);
      await requireAccessible(page, `${name} in the dark`, { onlyLook: true });
      expect(complaints, name).to.deep.equal([]);
    });
  }

  it('shows the samples of one language at a time, without a script', async () => {
    const { page } = await visit(browser(), service.baseUrl + PAGES.operation, { javaScriptEnabled: false });
    expect(await page.locator('.sample:visible').innerText()).to.contain('curl http');
    await page.getByText('Go', { exact: true }).click();
    expect(await page.locator('.sample:visible').innerText()).to.contain('client.CreatePaymentLink(ctx');
  });

  it('keeps the chosen language, and copies', async () => {
    const { page } = await visit(browser(), service.baseUrl + PAGES.operation);
    await page.getByRole('radio', { name: 'Python' }).check({ force: true });
    await page.goto(`${service.baseUrl}/docs/en/operations/getPing`);
    const sample = page.locator('.sample:visible');
    expect(await sample.innerText()).to.contain('payments.get_ping()');
    await sample.getByRole('button', { name: 'Copy' }).click();
    await sample.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).to.match(/^import os\n/);
  });

  it('is in the language of the browser, and keeps the one that was chosen', async () => {
    const { page } = await visit(browser(), `${service.baseUrl}/docs/guides/webhooks`, { locale: 'es-MX' });
    expect(await page.getAttribute('html', 'lang')).to.equal('es');
    await page.getByRole('link', { name: 'English' }).click();
    expect(new URL(page.url()).pathname).to.equal('/docs/en/guides/webhooks');
    await page.getByRole('link', { name: 'Errors', exact: true }).first().click();
    expect(await page.getAttribute('html', 'lang')).to.equal('en');
  });

  it('leads from a misspelled word to the section that explains it', async () => {
    const { page } = await visit(browser(), `${service.baseUrl}/docs/en`, { javaScriptEnabled: false });
    await page.getByRole('searchbox').fill('idempotncy');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Idempotency', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Idempotency' }).waitFor();
    await page.getByRole('searchbox').fill('clabe');
    await page.keyboard.press('Enter');
    await page.locator('.hits a').first().click();
    expect(await page.locator(':target').innerText()).to.match(/^clabe/);
  });

  describe('trying a call', () => {
    const isCall = (request: Request): boolean => new URL(request.url()).pathname.startsWith('/v1/');
    const open = async (operation: string, path = '/docs/en/operations/') => {
      const visited = await visit(browser(), service.baseUrl + path + operation);
      const form = visited.page.locator('.try');
      await form.getByText(/^(Try it|Pruébala)$/).click();
      return { ...visited, form, answer: visited.page.locator('.answer') };
    };

    it('makes the call with a test key, which stays in the tab', async () => {
      const { key } = await service.createAccount();
      const { page, form, answer, complaints } = await open('createPaymentLink');
      const asked: string[] = [];
      page.on('request', (request) => isCall(request) && asked.push(`${request.method()} ${request.url()}`));
      await form.getByLabel('Test API key').fill(key.secret);
      await form.getByRole('button', { name: 'Send' }).click();
      await answer.getByText('201 Created').waitFor();
      expect(asked).to.deep.equal([`POST ${service.baseUrl}/v1/payment_links`]);
      expect(await answer.innerText()).to.match(/Idempotency-Key: [0-9a-f]{32}\nX-Request-Id: req_/);
      expect(await answer.locator('.hljs-attr').first().innerText()).to.equal('"object"');
      await requireAccessible(page, 'a response');
      await photograph(page, 'reference-try-it');
      const kept = await page.evaluate<string>(
        'JSON.stringify([localStorage, document.cookie, location.href])',
      );
      expect(kept).to.not.contain(key.secret);

      // The next page of the same tab has it, and a retry with the same key gets the same link.
      await page.goto(`${service.baseUrl}/docs/en/operations/getPing`);
      await form.getByRole('button', { name: 'Send' }).click();
      await answer.getByText('200 OK').waitFor();
      expect(await answer.innerText()).to.contain('"environment": "test"');
      expect(complaints).to.deep.equal([]);
    });

    it('retries with the idempotency key that is entered, and shows that the response is a replay', async () => {
      const { key } = await service.createAccount();
      const { form, answer } = await open('postPing', '/docs/es/operations/');
      await form.getByLabel('Clave de API de pruebas').fill(key.secret);
      await form.getByLabel('Idempotency-Key').fill('a-retry');
      for (const replayed of [false, true]) {
        await form.getByRole('button', { name: 'Enviar' }).click();
        await answer.getByText('200 OK').waitFor();
        expect((await answer.innerText()).includes('Idempotent-Replay: true')).to.equal(replayed);
      }
    });

    it('refuses other keys and bodies that are no JSON, without a call', async () => {
      const { page, form } = await open('createPaymentLink');
      const asked: string[] = [];
      page.on('request', (request) => isCall(request) && asked.push(request.url()));
      const send = form.getByRole('button', { name: 'Send' });
      await form.getByLabel('Test API key').fill('sk_live_0123456789abcdef');
      await send.click();
      expect(await form.getByRole('alert').innerText()).to.contain('begins with sk_test_');
      await form.getByLabel('Test API key').fill('sk_test_0123456789abcdef');
      await form.getByLabel('Body (JSON)').fill('{"amount": ');
      await send.click();
      expect(await form.getByRole('alert').innerText()).to.contain('not valid JSON');
      expect(asked).to.deep.equal([]);
      expect(await page.evaluate<number>('sessionStorage.length')).to.equal(0);
    });

    it('shows errors of the API, and what a payer could have put into a text as text', async () => {
      const { key, api } = await service.createAccount();
      const { page, form, answer } = await open('getPaymentLink');
      await form.getByLabel('Test API key').fill(key.secret);
      await form.getByRole('button', { name: 'Send' }).click();
      await answer.getByText('404 Not Found').waitFor();
      const description = '<img src=x onerror=alert(1)>"';
      const link = await api.post('/v1/payment_links', { amount: '100', currency: 'MXNB', description });
      await form.getByLabel('code').fill((link.body as { code: string }).code);
      await form.getByRole('button', { name: 'Send' }).click();
      await answer.getByText('200 OK').waitFor();
      expect(await answer.innerText()).to.contain('<img src=x onerror=alert(1)>');
      expect(await page.locator('.answer img').count()).to.equal(0);
    });

    it('is not there without a script, nor where calls go to another address', async () => {
      const { page } = await visit(browser(), `${service.baseUrl}/docs/en/operations/getPing`, {
        javaScriptEnabled: false,
      });
      expect(await page.locator('.try').isVisible()).to.equal(false);
      const elsewhere = await runningOn(service.database, {
        SECRETS_KEY: service.secretsKey,
        BASE_URL: 'https://pay.example.com',
      });
      try {
        const { page: other } = await visit(browser(), `${elsewhere.baseUrl}/docs/en/operations/getPing`);
        expect(await other.locator('.try form').isVisible()).to.equal(false);
        expect(await other.locator('.try a').getAttribute('href')).to.equal(
          'https://pay.example.com/docs/en/operations/getPing',
        );
      } finally {
        await elsewhere.close();
      }
    });
  });
});
