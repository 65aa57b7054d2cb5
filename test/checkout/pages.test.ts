import { gunzipSync } from 'node:zlib';
import { request as httpRequest } from 'node:http';
import { expect } from 'chai';
import { readCheckout } from '../../src/checkout/pages/checkout.ts';
import { paths } from '../../src/checkout/pages/paths.ts';
import type { Queryable } from '../../src/db/connect.ts';
import { advance, createLink, injectFault, pay, readMethod } from '../payment-links/links.ts';
import { createCode } from '../qr-codes/codes.ts';
import { keepAlive, send } from '../support/client.ts';
import { startLiveService } from '../support/live.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { refundDeposit } from '../transfers/rig.ts';

const UNKNOWN = 'PL-AAAA-BBBB-CCCC';
const OWN_FORM = { 'sec-fetch-site': 'same-origin' };
/** CLDR separates signs with spaces that do not break. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('the checkout pages', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService({ TRUSTED_PROXIES: '127.0.0.1/32' });
    account = await service.createAccount();
    await service.database.query(
      `update accounts set name = 'Café Azul', email = 'owner@example.com' where id = $1`,
      [account.id],
    );
  });
  after(() => service?.close());

  const fetchPage = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(service.baseUrl + path, { redirect: 'manual', ...init });
  const read = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
    (await fetchPage(path, { headers })).text();
  const post = (path: string, body = '', headers: Record<string, string> = OWN_FORM): Promise<Response> =>
    fetchPage(path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  const newLink = (fields: object = {}): Promise<any> => createLink(account.api, fields);
  const deletedLink = async (): Promise<string> => {
    const { code } = await newLink();
    await account.api.post(`/v1/payment_links/${code}/cancel`);
    await account.api.delete(`/v1/payment_links/${code}`);
    return code as string;
  };

  it('have a route for each of their paths', async () => {
    const { all: links, ...ofLink } = paths.link;
    const { all: counters, ...ofCounter } = paths.counter;
    for (const path of [...Object.values(ofLink), ...Object.values(ofCounter)]) {
      const filled = path.replace(':code', UNKNOWN).replaceAll(/:\w+/g, 'x');
      // None of them takes this method, and what has no route is not found.
      expect((await fetchPage(filled, { method: 'DELETE' })).status, path).to.equal(405);
    }
    for (const path of [links, counters])
      expect((await fetchPage(`${path}/x/nowhere`, { method: 'DELETE' })).status, path).to.equal(404);
  });

  describe('privacy', () => {
    it('gives a deleted link and an unknown code the same response, byte for byte', async () => {
      const deleted = await deletedLink();
      const [first, second] = [
        await exchange(service, `/pay/${deleted}`),
        await exchange(service, `/pay/${UNKNOWN}`),
      ];
      expect(first.status).to.equal(404);
      expect(first).to.deep.equal(second);
      expect(await exchange(service, `/pay/${deleted}/status`)).to.deep.equal(
        await exchange(service, `/pay/${UNKNOWN}/status`),
      );
    });

    it('runs the same queries for both, so that timing does not tell them apart', async () => {
      const asked = async (code: string): Promise<unknown[]> => {
        const queries: unknown[] = [];
        const { read: database } = service.foundation.db;
        const counting: Queryable = {
          query(config) {
            queries.push([config.name, config.values?.filter((value) => value !== code)]);
            return database.query(config);
          },
        };
        await readCheckout(counting, code).catch(() => undefined);
        return queries;
      };
      expect(await asked(await deletedLink())).to.deep.equal(await asked(UNKNOWN));
    });

    it('shows nothing of the account but its name, and nothing about the payer', async () => {
      const link = await newLink({ metadata: { customer: 'Juana Inés' } });
      await pay(account.api, link.code, { method: 'SPEI', scenario: 'under' });
      for (const path of [`/pay/${link.code}`, `/pay/${link.code}?method=SPEI`, `/pay/${link.code}/status`]) {
        const html = await read(path);
        expect(html).to.contain('Café Azul');
        for (const secret of [account.id, 'owner@example.com', 'Juana', 'Simulated Payer']) {
          expect(html, path).not.to.contain(secret);
        }
      }
    });

    it('keeps pages out of caches and search engines, and their URLs from the shop', async () => {
      const { code } = await newLink();
      for (const path of [`/pay/${code}`, `/pay/${code}/status`, `/pay/${UNKNOWN}`]) {
        const { headers } = await fetchPage(path);
        expect(headers.get('cache-control'), path).to.equal('no-store');
        expect(headers.get('referrer-policy'), path).to.equal('no-referrer');
        expect(headers.get('x-robots-tag'), path).to.equal('noindex');
        expect(headers.get('x-content-type-options'), path).to.equal('nosniff');
        expect(headers.get('x-request-id'), path).to.match(/^req_/);
      }
      expect(await read(`/pay/${code}`)).to.contain('<meta name="robots" content="noindex"');
    });

    it('allows no inline script or style, and uses none', async () => {
      const { code } = await newLink();
      for (const path of [`/pay/${code}`, `/pay/${code}?method=USDC`, `/pay/${UNKNOWN}`]) {
        const page = await fetchPage(path);
        const policy = page.headers.get('content-security-policy') ?? '';
        expect(policy).to.match(/^default-src 'none';/);
        expect(policy).not.to.match(/unsafe|\*|https?:|data:/);
        const html = await page.text();
        expect(html, path).not.to.match(/<style|<script(?![^>]* src=)|\sstyle=|\son\w+=|hx-on|javascript:/);
      }
    });
  });

  describe('the response', () => {
    it('is a readable page without a stack trace when something is wrong', async () => {
      const { code } = await newLink();
      const wrong: [string, string, number][] = [
        ['GET', `/pay/${UNKNOWN}`, 404],
        ['GET', '/pay/nonsense', 404],
        ['GET', '/pay/%00', 404],
        ['GET', '/pay/%E0%A4%A', 400],
        ['GET', `/pay/${code}/nothing/here`, 404],
        ['DELETE', `/pay/${code}`, 405],
        ['GET', `/pay/${code}/simulate`, 405],
        ['POST', `/pay/${code}/methods/NONE/quote`, 404],
        ['POST', `/pay/${code}/methods/%00/quote`, 404],
        ['POST', `/pay/${UNKNOWN}/simulate`, 404],
      ];
      for (const [method, path, status] of wrong) {
        const answer = await fetchPage(path, { method, headers: OWN_FORM });
        expect(answer.status, `${method} ${path}`).to.equal(status);
        expect(answer.headers.get('content-type')).to.equal('text/html; charset=utf-8');
        const html = await answer.text();
        expect(html).to.match(/<h1>[^<]+<\/h1>/);
        expect(html).not.to.match(/Error|node_modules|\.ts:/);
      }
      expect((await fetchPage(`/pay/${code}`, { method: 'PUT' })).headers.get('allow')).to.equal('GET, HEAD');
    });

    it('has headers only for HEAD', async () => {
      const { code } = await newLink();
      const answer = await fetchPage(`/pay/${code}`, { method: 'HEAD' });
      expect(answer.status).to.equal(200);
      expect(Number(answer.headers.get('content-length'))).to.be.greaterThan(1_000);
      expect(await answer.text()).to.equal('');
    });

    it('is found by a code in lower case, as people type it', async () => {
      const { code } = await newLink();
      const typed = (code as string).toLowerCase();
      for (const [path, place] of [
        [`/pay/${typed}`, `/pay/${code}`],
        [`/pay/${typed}/status?lang=es`, `/pay/${code}/status?lang=es`],
      ] as const) {
        const answer = await fetchPage(path);
        expect(answer.status).to.equal(308);
        expect(answer.headers.get('location')).to.equal(place);
      }
    });

    it('is in Spanish for a browser that prefers it, otherwise in English, unless the payer switches', async () => {
      const { code } = await newLink();
      const languageOf = async (header: string | undefined, query = ''): Promise<string | undefined> =>
        /<html lang="(\w+)"/.exec(
          await read(`/pay/${code}${query}`, header === undefined ? {} : { 'accept-language': header }),
        )?.[1];
      expect(await languageOf('es-MX,es;q=0.9,en;q=0.8')).to.equal('es');
      expect(await languageOf('es-CO')).to.equal('es');
      expect(await languageOf('en-GB,es;q=0.5')).to.equal('en');
      expect(await languageOf('fr')).to.equal('en');
      expect(await languageOf('*')).to.equal('en');
      expect(await languageOf('es', '?lang=en')).to.equal('en');
      expect(await languageOf('en', '?lang=es')).to.equal('es');
      expect(await languageOf('en', '?lang=fr&lang=es')).to.equal('en');
      expect(await read(`/pay/${code}?lang=es`)).to.contain(`/pay/${code}?method=SPEI&amp;lang=es`);
    });

    it('to polling is empty until something changes, and ends the polling once the link is final', async () => {
      const { code } = await newLink();
      const news = /hx-get="([^"]+)"/
        .exec(await read(`/pay/${code}?method=SPEI`))?.[1]
        ?.replaceAll('&amp;', '&');
      expect((await fetchPage(news ?? '')).status).to.equal(204);
      await pay(account.api, code, { method: 'SPEI' });
      const changed = await fetchPage(news ?? '');
      expect(changed.status).to.equal(200);
      expect(await changed.text())
        .to.match(/^<title>Paid<\/title><main id="checkout">/)
        .and.not.to.contain('hx-get');
    });

    it('is rate limited by address, with a page that says when to come back', async () => {
      const visit = () =>
        send(service.baseUrl, {
          method: 'GET',
          path: '/pay/nonsense',
          headers: { 'x-forwarded-for': '203.0.113.9' },
          agent: keepAlive,
        });
      let left = 1_201;
      const visitor = async () => {
        const answers = [];
        while (left-- > 0) answers.push(await visit());
        return answers;
      };
      const answers = (await Promise.all(Array.from({ length: 20 }, visitor))).flat();
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).to.have.length(1);
      expect(Number(refused[0]?.headers.get('retry-after'))).to.be.within(1, 60);
      expect(refused[0]?.text).to.contain('Too many visits');
      expect((await fetchPage('/pay/nonsense')).status, 'others').to.equal(404);
    });
  });

  describe('forms', () => {
    it('replace a quote that has expired, and keep one that is valid', async () => {
      const { code } = await newLink();
      const path = `/pay/${code}/methods/USDC/quote`;
      const before = await readMethod(account.api, code, 'USDC');
      expect((await post(path)).headers.get('location')).to.equal(`/pay/${code}?method=USDC`);
      expect(await readMethod(account.api, code, 'USDC'), 'a valid one').to.deep.equal(before);
      await advance(service, 16 * 60);
      const answer = await post(`${path}?lang=es`);
      expect(answer.status).to.equal(303);
      expect(answer.headers.get('location')).to.equal(`/pay/${code}?method=USDC&lang=es`);
      const after = await readMethod(account.api, code, 'USDC');
      expect(after.quote_status).to.equal('locked');
      expect(after.instructions.address).to.equal(before.instructions.address);
      expect(after.instructions.payment_uri).not.to.equal(before.instructions.payment_uri);
    });

    it('redirect to a page that says so when the link can no longer be paid', async () => {
      const { code } = await newLink();
      await account.api.post(`/v1/payment_links/${code}/cancel`);
      expect((await post(`/pay/${code}/methods/USDC/quote`)).status).to.equal(303);
      expect(await read(`/pay/${code}?method=USDC`)).to.contain('This payment was cancelled');
    });

    it("are not accepted from other sites' pages", async () => {
      const { code } = await newLink();
      const path = `/pay/${code}/simulate`;
      const own = new URL(service.baseUrl).origin;
      const cases: [Record<string, string>, number][] = [
        [{ 'sec-fetch-site': 'cross-site' }, 403],
        [{ 'sec-fetch-site': 'same-site', origin: own }, 403],
        [{ origin: 'https://evil.example.com' }, 403],
        [{ origin: own }, 303],
        [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 303],
      ];
      for (const [headers, status] of cases) {
        expect((await post(path, 'method=SPEI', headers)).status, JSON.stringify(headers)).to.equal(status);
      }
    });

    it('refuse input that is too long, and treat an unknown scenario as the default', async () => {
      const { code } = await newLink();
      expect((await post(`/pay/${code}/simulate`, `method=${'x'.repeat(2_000)}`)).status).to.equal(413);
      expect((await post(`/pay/${code}/simulate`, 'method=SPEI&scenario=__proto__')).status).to.equal(303);
      expect(await read(`/pay/${code}`)).to.contain('<h2>Paid</h2>');
    });

    it('neither simulate nor offer to in a live environment', async () => {
      const live = await startLiveService();
      try {
        const { api } = await live.createAccount();
        const { code } = await createLink(api);
        const html = await (await fetch(`${live.baseUrl}/pay/${code}?method=SPEI`)).text();
        expect(html)
          .to.contain('Send exactly')
          .and.not.to.match(/\/simulate|Simulate|Test mode/);
        const answer = await fetch(`${live.baseUrl}/pay/${code}/simulate`, {
          method: 'POST',
          body: new URLSearchParams({ method: 'SPEI' }),
          headers: OWN_FORM,
        });
        expect(answer.status).to.equal(404);
      } finally {
        await live.close();
      }
    });
  });

  describe('what they show about money', () => {
    it('is exact to the last digit, both displayed and copied', async () => {
      const link = await newLink({ amount: '999999.12345678' });
      const html = await read(`/pay/${link.code}?method=MXNB`);
      expect(html).to.contain('999,999.12345678');
      // Rounded up to the chain's precision.
      expect(html).to.contain('999,999.123457 <span').and.contain('data-copy="999999.123457"');
    });

    it('is the same above and below, and for banks and wallets, displayed and copied', async () => {
      const link = await newLink({ amount: '150.5' });
      expect(await read(`/pay/${link.code}?method=MXNB`))
        .to.contain('>150.50 <span class="asset">MXNB')
        .and.contain('data-copy="150.50"')
        .and.contain('uint256=150500000');
      expect(await read(`/pay/${link.code}`)).to.contain('<span class="due">150.50 MXNB</span>');
      expect(await read(`/pay/${link.code}?method=SPEI`), 'a bank').to.contain('data-copy="150.50"');
      const whole = await newLink({ amount: '200', currency: 'USDC' });
      expect(await read(`/pay/${whole.code}?method=USDT`))
        .to.contain('>200.00 <span')
        .and.contain('data-copy="200.00"');
    });

    it('names the beneficiary that bank apps ask for, to be copied', async () => {
      const { code } = await newLink();
      for (const method of ['SPEI', 'WIRE', 'BREB']) {
        const html = await read(`/pay/${code}?method=${method}`);
        expect(html, method).to.match(/<dt>Beneficiary<\/dt>.*?aria-label="Copy: Beneficiary"/s);
        expect(html, method).to.contain('Receives this payment for ');
      }
    });

    it('writes days as Colombians do for a browser from there, and amounts as their currency’s country does', async () => {
      const colombian = { 'accept-language': 'es-CO,es;q=0.9,en;q=0.8' };
      const readThere = async (path: string): Promise<string> => plain(await read(path, colombian));
      const link = await newLink({ amount: '20000.5' });
      const page = await readThere(`/pay/${link.code}`);
      expect(page).to.contain('<html lang="es">').and.contain('data-locale="es-CO"');
      expect(page).to.contain('$20,000.50 <span class="asset">MXN<').and.contain('$20,000.50 MXN</span>');
      expect(page).to.match(
        /1 USDC = \$1[78]\.\d{1,4} MXN, <span>hasta <time[^>]*>\d?\d\/\d\d\/\d{4}, \d?\d:\d\d [ap]\. m\. UTC<\/time>/,
      );
      expect(page).to.contain('og:locale" content="es_CO"');
      await pay(account.api, link.code, { method: 'SPEI' });
      expect(await readThere(`/pay/${link.code}`))
        .to.contain('<dd>$20,000.50 MXN</dd>')
        .and.match(/<dd><time[^>]*>\d?\d\/\d\d\/\d{4}, \d?\d:\d\d [ap]\. m\. UTC<\/time>/);
    });

    it('has pesos of Colombia without centavos, in every language', async () => {
      const { code } = await newLink({ amount: '185000', currency: 'COP' });
      for (const lang of ['en', 'es']) {
        const page = plain(await read(`/pay/${code}?method=BREB&lang=${lang}`));
        expect(page).to.contain('$ 185.000 <span class="asset">COP').and.contain('data-copy="185000"');
      }

      const { url } = await createCode(account.api, { currency: 'COP', fixed_amount: null });
      const counter = plain(await read(new URL(url).pathname));
      expect(counter).to.contain('placeholder="0"').and.contain('From $ 1.000 COP to $ 200.000.000 COP.');
      const refused = await post(new URL(url).pathname, 'amount=185.5', OWN_FORM);
      expect(await refused.text()).to.contain(
        'Enter whole pesos, without decimals. A dot separates thousands, like 185.000.',
      );
      const opened = await post(new URL(url).pathname, 'amount=185.000', OWN_FORM);
      expect(await read(new URL(opened.headers.get('location') ?? '', url).pathname)).to.contain('185.000');
    });

    it('says for how long a rate is held, by the life of its quotes', async () => {
      await injectFault(service, 'quote', { failure: 'unavailable' });
      const { code } = await newLink();
      await injectFault(service, 'quote', {});
      const list = await read(`/pay/${code}`);
      expect(list).to.contain('when you choose, and held for up to 15 minutes<').and.contain('up to 3 days<');
      expect(await read(`/pay/${code}?lang=es`)).to.contain('y se respeta hasta por 15 minutos<');
      await service.database.query(`update payment_methods set quote_life_ms = 90000 where method = 'USDC'`);
      const expiring = await newLink();
      await advance(service, 91);
      expect(await read(`/pay/${expiring.code}?method=USDC`)).to.contain('is held for up to 90 seconds. Get');
      await service.database.query(`update payment_methods set quote_life_ms = 900000 where method = 'USDC'`);
    });

    it('includes the fee when the payer bears it', async () => {
      await service.database.query(`update payment_methods set fee_fixed = 5 where method = 'SPEI'`);
      const bearer = await newLink({ amount: '100', fee_bearer: 'payer' });
      expect(await read(`/pay/${bearer.code}?method=SPEI`))
        .to.contain('$105.00 <span')
        .and.contain('Includes a fee of $5.00 MXN.');
      await service.database.query(`update payment_methods set fee_fixed = 0 where method = 'SPEI'`);
    });

    it('includes a wrong amount that arrived, and what became of it', async () => {
      const { code } = await newLink({ amount: '100' });
      await pay(account.api, code, { method: 'SPEI', amount: '90' });
      const page = (): Promise<string> => read(`/pay/${code}?lang=es`);
      expect(await page())
        .to.contain('Recibimos $90.00 MXN de $100.00 MXN.</strong> Faltan $10.00 MXN.')
        .and.contain('El comercio decide si lo acepta o lo devuelve, y aquí verás qué decidió.');
      const [deposit] = await service.foundation.inbox.list(service.foundation.db.read, {
        accountId: account.id,
      });
      await refundDeposit(service, deposit!.id);
      expect(await page()).to.contain('Se te va a devolver; aquí verás cuándo se envía.');
    });
  });

  it('weigh less than 35 KB with everything they load, which browsers cache forever', async () => {
    const { code } = await newLink();
    const path = `/pay/${code}?method=USDC`;
    const page = await exchange(service, path, { 'accept-encoding': 'gzip' });
    expect(page.headers).to.include({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    const html = gunzipSync(page.bytes).toString();
    expect((await exchange(service, path)).text, 'without gzip').to.match(/^<!doctype html>/);
    let total = page.bytes.length;
    const assets = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(assets).to.have.length(5);
    for (const path of assets) {
      const { status, headers, bytes } = await exchange(service, path, { 'accept-encoding': 'gzip' });
      expect(status).to.equal(200);
      expect(headers).to.include({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
      expect(headers['cache-control']).to.equal('public, max-age=31536000, immutable');
      expect(gunzipSync(bytes).length).to.be.greaterThan(100);
      total += bytes.length;
    }
    expect(total).to.be.lessThan(35_000);
    expect((await fetchPage('/assets/checkout-0000000000000000.css')).status).to.equal(404);
    expect((await fetchPage(assets[0] ?? '', { method: 'POST' })).status).to.equal(405);
  });
});

interface Exchange {
  status: number | undefined;
  headers: Record<string, unknown>;
  bytes: Buffer;
  text: string;
}

/** The response as it came over the wire, without what differs between any two. */
function exchange(
  { baseUrl }: TestService,
  path: string,
  headers: Record<string, string> = {},
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(baseUrl + path, { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const bytes = Buffer.concat(parts);
        const rest = { ...response.headers };
        for (const name of ['date', 'x-request-id', 'ratelimit-remaining', 'ratelimit-reset'])
          delete rest[name];
        resolve({ status: response.statusCode, headers: rest, bytes, text: bytes.toString() });
      });
    });
    request.on('error', reject).end();
  });
}
