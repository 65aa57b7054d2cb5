import { readdir } from 'node:fs/promises';
import { expect } from 'chai';
import { readAssets } from '../../src/pages/assets.ts';
import { readGuides } from '../../src/reference/book/guides.ts';
import { createSite, type Site } from '../../src/reference/site.ts';
import { sharedContract } from '../support/contract.ts';
import { sampleRequests } from '../support/data/sample-requests.ts';

const ADDRESS = 'https://pay.example.com';

describe("the reference's pages", () => {
  let site: Site;

  before(async () => {
    const [guides, assets] = await Promise.all([readGuides(), readAssets()]);
    site = createSite({ document: sharedContract, guides, assets, baseUrl: () => ADDRESS });
  });

  const render = (path: string): string => site.render(path) ?? expect.fail(`there is no page ${path}`);

  it('are there for each operation, event and guide, and lead to each other and nowhere else', async () => {
    const paths = site.paths();
    for (const { id } of sampleRequests()) expect(paths).to.include(`/docs/operations/${id}`);
    for (const type of Object.keys(sharedContract.webhooks)) expect(paths).to.include(`/docs/events/${type}`);
    for (const { slug } of await readGuides()) expect(paths).to.include(`/docs/guides/${slug}`);
    for (const path of paths) {
      const html = render(path);
      for (const [, href = ''] of html.matchAll(/ href="([^"#]*)/g)) {
        if (/^\/docs\b(?!\/search)/.test(href)) expect(paths, `linked on ${path}`).to.include(href);
        else expect(href, `linked on ${path}`).to.match(/^$|^\/$|^\/(assets|openapi|llms\.txt)/);
      }
      for (const [, id = ''] of html.matchAll(/ href="#([^"]+)"/g)) {
        expect(html, `linked on ${path}`).to.contain(` id="${id}"`);
      }
      expect(html, path).to.not.match(/ (style|on\w+)=|<style|<script(?! src="\/assets\/)/);
    }
  });

  it('show an operation with its fields, errors, samples and an example, at the address of the service', () => {
    const html = render('/docs/operations/createPaymentLink');
    expect(html).to.contain('POST /v1/payment_links');
    expect(html).to.contain('<code>links:write</code>');
    expect(html).to.match(/<code>amount<\/code> <span>string<\/span><strong>required<\/strong>/);
    expect(html).to.match(
      /<code>fee_bearer<\/code>[^]*?One of <code>merchant<\/code>, <code>payer<\/code>\./,
    );
    expect(html).to.contain('<code>idempotency_key_reused</code>');
    for (const code of ['invalid_request', 'idempotency_key_required', 'unknown_api_version']) {
      expect(html, 'on a line of its own').to.contain(`<p><code>${code}</code>: `);
    }
    expect(html).to.contain(`curl ${ADDRESS}/v1/payment_links`);
    expect(html).to.contain(`payments.NewClient("${ADDRESS}"`);
    expect(html).to.contain('"PL-7K2M-9QX4-B1TZ"');
  });

  it('have guides that are numbered from one on, each number once', async () => {
    const files = await readdir(new URL('../../openapi/guides', import.meta.url));
    const numbers = files.map((file) => parseInt(file)).sort((a, b) => a - b);
    expect(numbers).to.deep.equal(files.map((_, index) => index + 1));
  });

  it('link what their texts name, and call the address of the service in the guides', () => {
    const html = render('/docs/guides/first-steps');
    expect(html).to.contain(
      `<a href="/docs/operations/createPaymentLink"><code>POST /v1/payment_links</code></a>`,
    );
    expect(html).to.contain(`<a href="/docs/events/payment_link.paid"><code>payment_link.paid</code></a>`);
    expect(html).to.contain(`curl ${ADDRESS}/v1/ping`);
  });

  it('are found by what is in them, with the query shown as text', () => {
    const found = site.renderSearch('idempotency');
    expect(found).to.contain('<a href="/docs/guides/idempotency">Idempotency</a>');
    expect(site.renderSearch('enabled_events')).to.contain('/docs/operations/createWebhookEndpoint"');
    expect(site.renderSearch('<b>nothing</b>')).to.contain('0 pages match “&lt;b>nothing&lt;/b>”');
  });
});
