import { readdir } from 'node:fs/promises';
import { expect } from 'chai';
import { API_ERRORS } from '../../src/lib/errors/table.ts';
import { readAssets } from '../../src/pages/assets.ts';
import { readGuides } from '../../src/reference/book/guides.ts';
import { createSite, type Site } from '../../src/reference/site.ts';
import { sharedContract } from '../support/contract.ts';
import { sampleRequests } from '../support/data/sample-requests.ts';

const ADDRESS = 'https://pay.example.com';

describe("the reference's pages", () => {
  let site: Site;
  let spanish: Site;

  before(async () => {
    const options = { document: sharedContract, assets: await readAssets(), baseUrl: ADDRESS } as const;
    site = await createSite({ ...options, language: 'en', environment: 'test' });
    spanish = await createSite({ ...options, language: 'es', environment: 'live' });
  });

  const render = (path: string): string =>
    site.render(`/docs/en${path}`) ?? expect.fail(`there is no page ${path}`);

  it('are there for each operation, event and guide, and lead to each other and nowhere else', async () => {
    const all = [...site.paths(), ...spanish.paths()];
    for (const [language, one] of Object.entries({ en: site, es: spanish })) {
      const own = one.paths();
      for (const { id } of sampleRequests()) expect(own).to.include(`/docs/${language}/operations/${id}`);
      for (const type of Object.keys(sharedContract.webhooks)) {
        expect(own).to.include(`/docs/${language}/events/${type}`);
      }
      for (const { slug } of await readGuides('en'))
        expect(own).to.include(`/docs/${language}/guides/${slug}`);
      for (const path of own) {
        const html = one.render(path) ?? '';
        expect(html, path).to.contain(`<html lang="${language}">`);
        for (const [, href = ''] of html.matchAll(/ href="([^"#]*)/g)) {
          if (href.startsWith('/docs')) expect(all, `linked on ${path}`).to.include(href);
          else
            expect(href, `linked on ${path}`).to.match(
              /^$|^\/\?lang=|^\/(assets|openapi|arazzo|changelog\.md|llms\.txt|\.well-known)|^https:\/\/(pay\.|www\.standardwebhooks\.com$)/,
            );
        }
        for (const [, id = ''] of html.matchAll(/ href="#([^"]+)"/g)) {
          expect(html, `linked on ${path}`).to.contain(` id="${id}"`);
        }
        const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
        expect(new Set(ids).size, `ids on ${path}`).to.equal(ids.length);
        expect(html, path).to.not.match(/ (style|on\w+)=|<style|<script(?! src="\/assets\/)/);
      }
    }
  });

  it('have an anchor for each code of an error, to which its doc_url leads', () => {
    for (const code of Object.keys(API_ERRORS)) {
      expect(render('/guides/errors'), code).to.contain(`<tr id="${code}">`);
      expect(spanish.render('/docs/es/guides/errors'), code).to.contain(`<tr id="${code}">`);
    }
  });

  it('lead from a page to the same one in the other language', () => {
    expect(render('/guides/errors')).to.contain('href="/docs/es/guides/errors" lang="es" hreflang="es"');
    expect(spanish.render('/docs/es/guides/errors')).to.contain('<h1>Errores</h1>');
    const html = spanish.render('/docs/es/operations/createPaymentLink') ?? '';
    expect(html).to.contain('<h1>Crear un enlace de pago</h1>');
    expect(html).to.contain('<strong>obligatorio</strong>');
    expect(html).to.contain('Consume una de las operaciones de dinero del día.');
    expect(html).to.contain('<li><code>merchant</code>: Se carga a la cuenta después del pago.</li>');
  });

  it('show an operation with its fields, errors, samples and an example, at the address of the service', () => {
    const html = render('/operations/createPaymentLink');
    expect(html).to.contain('POST /v1/payment_links');
    expect(html).to.contain('<code>links:write</code>');
    expect(html).to.match(/<code>amount<\/code> <span>string<\/span><strong>required<\/strong>/);
    expect(html).to.match(
      /<code>fee_bearer<\/code>[^]*?One of:[^]*?<li><code>merchant<\/code>: It is debited from the account/,
    );
    expect(html, 'values of which there may be more').to.match(
      /<code>quote_status<\/code>[^]*?Currently one of these, and more may come:[^]*?<li><code>locked<\/code>: It can be paid/,
    );
    expect(render('/operations/createWebhookEndpoint'), 'values of a list, with their pages').to.match(
      /<li><a href="[^"]+\/events\/refund\.failed"><code>refund\.failed<\/code><\/a>: A refund failed<\/li>/,
    );
    expect(html).to.contain('<code>idempotency_key_reused</code>');
    for (const code of ['invalid_request', 'idempotency_key_required', 'unknown_api_version']) {
      expect(html, 'on a line of its own').to.contain(`<p><code>${code}</code>: `);
    }
    const shown = html.replace(/<[^>]+>/g, '');
    expect(shown).to.contain('invalid_request idempotency_key_required unknown_api_version');
    expect(shown).to.contain(`curl ${ADDRESS}/v1/payment_links`);
    expect(shown).to.match(new RegExp(`payments\\.NewClient\\(["&quot;]+${ADDRESS}["&quot;]+`));
    expect(shown).to.match(/("|&quot;)PL-7K2M-9QX4-B1TZ\1/);
  });

  it('mark what is deprecated, with the day since when', () => {
    const html = render('/operations/listTransactions');
    expect(html).to.match(/<code>kind<\/code>[^\n]*?<strong>deprecated since 2026-11-01<\/strong>/);
    const [type = ''] = /<li id="query-type">[^]*?<\/li>/.exec(html) ?? [];
    expect(type).to.not.contain('deprecated');
  });

  it('have guides that are numbered from one on, each number once', async () => {
    const files = await readdir(new URL('../../openapi/guides', import.meta.url));
    const numbered = files.filter((file) => file.endsWith('.md'));
    const numbers = numbered.map((file) => parseInt(file)).sort((a, b) => a - b);
    expect(numbers).to.deep.equal(numbered.map((_, index) => index + 1));
  });

  it('link what their texts name, and call the address of the service in the guides', () => {
    const html = render('/guides/first-steps');
    expect(html).to.contain(
      `<a href="/docs/en/operations/createPaymentLink"><code>POST /v1/payment_links</code></a>`,
    );
    expect(html).to.contain(`<a href="/docs/en/events/payment_link.paid"><code>payment_link.paid</code></a>`);
    expect(html).to.contain(`API=${ADDRESS}/v1\n`);
  });

  it('colour code on the server, in each of its languages', () => {
    const html = render('/operations/createPaymentLink');
    expect(html).to.match(/<span class="hljs-attr">(&quot;|")amount\1<\/span>/);
    for (const language of ['curl', 'typescript', 'python', 'go', 'java', 'php']) {
      const [, sample = ''] = html.split(`data-language="${language}"`);
      expect(sample.split('</pre>')[0], language).to.contain('<span class="hljs-string">');
    }
  });

  it('show what was found by kind, with the query shown as text', async () => {
    const found = await site.renderSearch('idempotency');
    expect(found).to.contain('<a href="/docs/en/guides/idempotency"><mark>Idempotency</mark></a>');
    expect(found).to.contain('<h2 id="error">Errors</h2>');
    expect(await site.renderSearch('enabled_events')).to.contain(
      '/docs/en/operations/createWebhookEndpoint#',
    );
    const none = await site.renderSearch('<qqqqqq>');
    expect(none).to.contain('Nothing matches “&lt;qqqqqq>”.');
    expect(await spanish.renderSearch('qqqqqq')).to.contain('No hay resultados');
  });

  it('show all of one kind where there are more than fit', async () => {
    const some = await site.renderSearch('amount');
    const [, all = ''] = /href="(\/docs\/en\/search\?q=amount&amp;kind=field)"/.exec(some) ?? [];
    expect(all).to.not.equal('');
    const fields = await site.renderSearch('amount', 'field');
    expect(fields).to.not.contain('<h2 id="guide">');
    const count = (html: string): number => html.split('<li><a').length;
    expect(count(fields)).to.be.greaterThan(count(some));
  });

  it('offer to try a call in the test environment only, in a form that can send nothing by itself', () => {
    const html = render('/operations/getPaymentLink');
    const [form = ''] = /<details class="try"[^]*?<\/details>/.exec(html) ?? [];
    expect(form).to.contain(`hidden data-base-url="${ADDRESS}"`);
    expect(form).to.not.match(/ (name|action|method)=/);
    expect(spanish.render('/docs/es/operations/getPaymentLink')).to.not.contain('class="try"');
  });
});
