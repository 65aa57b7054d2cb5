import { expect } from 'chai';
import { pay, readLink } from '../payment-links/links.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { BEHIND_PROXY, collect, cookiesOf, createCode, linkOf, phoneAt, scan, typeAmount } from './codes.ts';

let lastNetwork = 0;

describe('scanning a counter code', () => {
  let service: TestService;
  let account: TestAccount;
  /** An address that no other test scanned from. */
  let address: string;

  before(async () => {
    service = await startService(BEHIND_PROXY);
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
    lastNetwork += 1;
    address = `203.0.113.${lastNetwork}`;
  });

  const linksOf = async (): Promise<any[]> => (await account.api.get('/v1/payment_links')).body.data;

  it("leads to a short-lived link for the code's amount", async () => {
    const { url } = await createCode(account.api, { name: 'Ticket', store_label: 'Reforma' });
    const link = await readLink(account.api, linkOf(await scan(url, { address })));
    expect(link).to.include({
      status: 'active',
      amount: '150.00000000',
      currency: 'MXNB',
      description: 'Ticket, Reforma',
      fee_bearer: 'merchant',
      return_url: null,
    });
    expect(link.accepted_methods).to.deep.equal(['SPEI', 'MXNB']);
    expect(Date.parse(link.expires_at) - Date.parse(link.created_at)).to.be.closeTo(20 * 60_000, 5_000);
    expect((await fetch(`${service.baseUrl}/pay/${link.code}`)).status).to.equal(200);
  });

  it('keeps the chosen language', async () => {
    const { url } = await createCode(account.api);
    const answer = await scan(`${url}?lang=es`, { address });
    expect(answer.headers.get('location')).to.match(/^\/pay\/PL-.*\?lang=es$/);
  });

  describe('from one network', () => {
    it('leaves at most ten unpaid links of a code in ten minutes, even with simultaneous scans', async () => {
      const { url } = await createCode(account.api);
      const phones = Array.from({ length: 16 }, () => phoneAt(address));
      const answers = await Promise.all(phones.map((phone) => phone.scan(url)));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).to.deep.equal([...Array(10).fill(303), ...Array(6).fill(429)]);
      expect(await linksOf()).to.have.length(10);
      const refused = answers.find(({ status }) => status === 429)!;
      expect(Number(refused.headers.get('retry-after'))).to.equal(600);
      expect(await refused.text()).to.include('Too many were started from this network.');
      // An open link is still found again, and other networks are not blocked.
      const index = answers.findIndex(({ status }) => status === 303);
      expect(linkOf(await phones[index]!.scan(url))).to.equal(linkOf(answers[index]!));
      expect((await scan(url, { address: '192.0.2.201' })).status).to.equal(303);
    });

    it('leaves no more when no cookie is kept', async () => {
      const { url } = await createCode(account.api);
      const answers = await Promise.all(Array.from({ length: 16 }, () => scan(url, { address })));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).to.deep.equal([...Array(10).fill(303), ...Array(6).fill(429)]);
    });

    it('does not limit payers who pay', async () => {
      const { id, url } = await createCode(account.api);
      for (let payer = 0; payer < 12; payer += 1) await collect(account.api, url, scan(url, { address }));
      const { data } = (await account.api.get(`/v1/qr_codes/${id}/collections`)).body;
      expect(data).to.have.length(12);
    });

    it("leaves at most thirty unpaid links across an account's codes", async () => {
      for (let index = 0; index < 4; index += 1) {
        const { url } = await createCode(account.api);
        const answers = await Promise.all(Array.from({ length: 10 }, () => scan(url, { address })));
        const opened = answers.filter(({ status }) => status === 303).length;
        expect(opened, `code ${index}`).to.equal(index < 3 ? 10 : 0);
      }
    });

    it("does not count toward another account's limit", async () => {
      for (let index = 0; index < 3; index += 1) {
        const { url } = await createCode(account.api);
        const answers = await Promise.all(Array.from({ length: 10 }, () => scan(url, { address })));
        expect(answers.map(({ status }) => status)).to.deep.equal(Array(10).fill(303));
      }
      const { url } = await createCode((await service.createAccount()).api);
      expect((await scan(url, { address })).status).to.equal(303);
    });

    it('counts all addresses of an IPv6 subscriber as one', async () => {
      const { url } = await createCode(account.api);
      const scanFrom = (host: number) => scan(url, { address: `2001:db8:1:${lastNetwork}::${host}` });
      for (let host = 1; host <= 10; host += 1) expect((await scanFrom(host)).status).to.equal(303);
      expect((await scanFrom(11)).status).to.equal(429);
    });
  });

  describe('without a fixed amount', () => {
    it('asks for an amount, and shows the limits', async () => {
      const { url } = await createCode(account.api, { fixed_amount: null, store_label: 'Reforma' });
      const answer = await scan(url, { address, headers: { 'accept-language': 'en' } });
      expect(answer.status).to.equal(200);
      const html = await answer.text();
      expect(html)
        .to.match(/<input[^>]*inputmode="decimal"/)
        .and.include('Test mode: no real money moves.');
      expect(html).to.include('$10.00 MXN').and.include('$1,000,000.00 MXN').and.include('Reforma');
      expect(await linksOf()).to.have.length(0);
    });

    it('leads to a link for the entered amount', async () => {
      const { url } = await createCode(account.api, { fixed_amount: null });
      const phone = phoneAt(address);
      const code = linkOf(await phone.typeAmount(url, ' 123.45 '));
      expect((await readLink(account.api, code)).amount).to.equal('123.45000000');
      expect(linkOf(await phone.typeAmount(url, '$ 123,45'))).to.equal(code);
      expect(linkOf(await phone.typeAmount(url, '123.46'))).not.to.equal(code);
    });

    it('asks again after an invalid amount, which it shows as plain text', async () => {
      const { url } = await createCode(account.api, { fixed_amount: null });
      const refused = [
        '',
        '0',
        '9.99',
        '1000000.01',
        '-5',
        '1e3',
        '1,0',
        '123.450',
        '٥٠',
        'NaN',
        '1'.repeat(500),
      ];
      for (const amount of [...refused, '"><script>alert(1)</script>', '50\0']) {
        const answer = await typeAmount(url, amount, { address });
        expect(answer.status, amount).to.equal(400);
        const html = await answer.text();
        expect(html).to.include('aria-invalid="true"').and.not.include('<script>alert');
      }
      expect(await linksOf()).to.have.length(0);
    });

    it('refuses a form from another site, one that is too long, or one without an amount', async () => {
      const { url } = await createCode(account.api, { fixed_amount: null });
      const headers = { 'sec-fetch-site': 'cross-site' };
      expect((await typeAmount(url, '100', { address, headers })).status).to.equal(403);
      expect((await typeAmount(url, '1'.repeat(5_000), { address })).status).to.equal(413);
      for (const body of ['', 'amount=1&amount=2', 'amount[a]=100', 'other=100']) {
        const answer = await fetch(url, {
          method: 'POST',
          redirect: 'manual',
          headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
          body,
        });
        expect(answer.status, body).to.equal(400);
      }
      expect(await linksOf()).to.have.length(0);
    });

    it('collects like any other', async () => {
      const { id, url } = await createCode(account.api, { fixed_amount: null });
      const code = linkOf(await typeAmount(url, '250', { address }));
      await pay(account.api, code, { method: 'SPEI' });
      const { data } = (await account.api.get(`/v1/qr_codes/${id}/collections`)).body;
      expect(data[0]).to.include({ payment_link_code: code, amount: '250.00000000' });
    });
  });

  describe('that cannot be scanned', () => {
    it('looks the same whether it is disabled, deleted or never existed', async () => {
      const off = await createCode(account.api);
      await account.api.patch(`/v1/qr_codes/${off.id}`, { status: 'disabled' });
      const gone = await createCode(account.api);
      await account.api.delete(`/v1/qr_codes/${gone.id}`);
      const never = `${service.baseUrl}/q/0192f3a4-b7c8-7d29-8e3f-1a2b3c4d5e6f`;
      for (const below of ['', '/print']) {
        const seen = await Promise.all(
          [off.url, gone.url, never, `${service.baseUrl}/q/nope`].map(async (url) => {
            const answer = await scan(url + below, { address });
            return { status: answer.status, html: await answer.text() };
          }),
        );
        expect(seen[0]?.status).to.equal(404);
        seen.forEach((page) => expect(page).to.deep.equal(seen[0]));
      }
      expect((await typeAmount(off.url, '100', { address })).status).to.equal(404);
      await account.api.patch(`/v1/qr_codes/${off.id}`, { status: 'active' });
      expect((await scan(off.url, { address })).status).to.equal(303);
    });

    it('says that the shop takes no payments, but not why, while its account may open no links', async () => {
      const fixed = await createCode(account.api);
      const open = await createCode(account.api, { fixed_amount: null });
      await service.changeAccount(account.id, { status: 'suspended' });
      const headers = { 'accept-language': 'en' };
      for (const answer of [
        await scan(fixed.url, { address, headers }),
        await typeAmount(open.url, '100', { address, headers }),
      ]) {
        expect(answer.status).to.equal(403);
        const html = await answer.text();
        expect(html)
          .to.include('You cannot pay here right now')
          .and.not.match(/suspend/i);
      }
      expect(await linksOf()).to.have.length(0);
    });

    it('says the same when no method of the account is available', async () => {
      const { url } = await createCode(account.api);
      await service.changeAccount(account.id, { disableMethods: ['SPEI', 'MXNB'] });
      const answer = await scan(url, { address, headers: { 'accept-language': 'es' } });
      expect(answer.status).to.equal(403);
      expect(await answer.text()).to.include('Aquí no se puede pagar por ahora');
    });
  });

  it('opens no link on HEAD', async () => {
    const { url } = await createCode(account.api);
    const answer = await fetch(url, { method: 'HEAD', redirect: 'manual' });
    expect(answer.status).to.equal(200);
    const refused = await fetch(url, { method: 'DELETE' });
    expect([refused.status, refused.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD, POST']);
    expect(await linksOf()).to.have.length(0);
  });

  it('opens no link for a browser that prefetches or embeds it', async () => {
    const { url } = await createCode(account.api);
    for (const headers of [
      { 'sec-purpose': 'prefetch', 'sec-fetch-dest': 'document' },
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'sec-fetch-dest': 'image' },
      { 'sec-fetch-dest': 'iframe' },
    ] as Record<string, string>[]) {
      // Not a success, which the browser could show later without a new request.
      expect((await scan(url, { address, headers })).status, JSON.stringify(headers)).to.equal(503);
    }
    expect(await linksOf()).to.have.length(0);
    expect((await scan(url, { address, headers: { 'sec-fetch-dest': 'document' } })).status).to.equal(303);
  });

  it('is kept out of caches and search engines, and loads nothing from other sites', async () => {
    const { url } = await createCode(account.api, { fixed_amount: null });
    for (const path of [url, `${url}/print`, `${url}/nothing`]) {
      const { headers } = await scan(path, { address });
      expect(headers.get('cache-control')).to.equal('no-store');
      expect(headers.get('x-robots-tag')).to.equal('noindex');
      expect(headers.get('referrer-policy')).to.equal('no-referrer');
      expect(headers.get('content-security-policy')).to.include("default-src 'none'");
    }
  });

  it('can be done from a printed sheet with the code and the names, shown as plain text', async () => {
    const name = '<img src=x onerror=alert(1)>';
    const { url, svg } = await createCode(account.api, { name, store_label: '"&<b>' });
    const answer = await scan(`${url}/print`, { address });
    const html = await answer.text();
    expect(answer.status).to.equal(200);
    expect(html).to.include(svg).and.include('&lt;img src=x').and.not.include('<img').and.not.include('<b>');
    expect(html).to.include('$150.00 MXN');
  });

  it('stores neither address nor token, and is forgotten after a day', async () => {
    const { url } = await createCode(account.api);
    const answer = await scan(url, { address });
    linkOf(answer);
    const [[, token]] = cookiesOf(answer) as [[string, string]];
    const rows = JSON.stringify(await service.database.query('select * from qr_scans'));
    expect(rows).not.to.include(address);
    const stored = [
      token,
      Buffer.from(token).toString('hex'),
      Buffer.from(token, 'base64url').toString('hex'),
    ];
    for (const form of stored) expect(rows).not.to.include(form);
    await service.database.query("update qr_scans set scanned_at = scanned_at - interval '25 hours'");
    const kept = linkOf(await scan(url, { address }));
    await service.workers.housekeeper.runOnce();
    const left = await service.database.query('select link_code from qr_scans');
    expect(left).to.deep.equal([{ link_code: kept }]);
  });
});
