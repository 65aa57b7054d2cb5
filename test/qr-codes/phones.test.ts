import { expect } from 'chai';
import { advance, createLink, MINUTE_S, readLink } from '../payment-links/links.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { BEHIND_PROXY, collect, cookiesOf, createCode, linkOf, phoneAt, scan, typeAmount } from './codes.ts';

let lastNetwork = 0;

describe('a phone at a counter', () => {
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

  it('gets its own link, even beside another of the same model at the same address', async () => {
    const { url } = await createCode(account.api);
    const [one, other] = [phoneAt(address), phoneAt(address)];
    const first = linkOf(await one.scan(url));
    const second = linkOf(await other.scan(url));
    expect(second).not.to.equal(first);
    expect(linkOf(await one.scan(url))).to.equal(first);
    expect(linkOf(await other.scan(url))).to.equal(second);
    expect(await linksOf()).to.have.length(2);
  });

  it('gets the same link again from any network', async () => {
    const { url } = await createCode(account.api);
    const phone = phoneAt(address);
    const code = linkOf(await phone.scan(url));
    expect(linkOf(await phone.scan(url, { address: '192.0.2.200' }))).to.equal(code);
    expect(await linksOf()).to.have.length(1);
  });

  it('gets one link for any number of simultaneous scans over any networks', async () => {
    const { url } = await createCode(account.api);
    const phone = phoneAt(address);
    // Gives the phone its cookie without opening a link.
    await phone.scan((await createCode(account.api, { fixed_amount: null })).url);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, network) =>
        phone.scan(url, { address: `2001:db8:7:${network % 10}::1` }),
      ),
    );
    expect(new Set(answers.map(linkOf)).size).to.equal(1);
    expect(await linksOf()).to.have.length(1);
  });

  it('gets one link for a form submitted twice', async () => {
    const { url } = await createCode(account.api, { fixed_amount: null });
    const phone = phoneAt(address);
    await phone.scan(url);
    const answers = await Promise.all([phone.typeAmount(url, '100'), phone.typeAmount(url, '100')]);
    expect(new Set(answers.map(linkOf)).size).to.equal(1);
  });

  it('gets another link once the first is paid, cancelled or about to expire', async () => {
    const { url } = await createCode(account.api);
    const phone = phoneAt(address);
    const { code: paid } = await collect(account.api, url, phone.scan(url));
    const second = linkOf(await phone.scan(url));
    expect(second).not.to.equal(paid);
    await account.api.post(`/v1/payment_links/${second}/cancel`);
    const third = linkOf(await phone.scan(url));
    expect(third).not.to.equal(second);
    await advance(service, 14 * MINUTE_S);
    expect(linkOf(await phone.scan(url))).to.equal(third);
    await advance(service, MINUTE_S + 1);
    expect(linkOf(await phone.scan(url))).not.to.equal(third);
  });

  it('gets another link after the amount has changed', async () => {
    const { id, url } = await createCode(account.api);
    const phone = phoneAt(address);
    const first = linkOf(await phone.scan(url));
    await account.api.patch(`/v1/qr_codes/${id}`, { fixed_amount: '200' });
    const second = linkOf(await phone.scan(url));
    expect((await readLink(account.api, second)).amount).to.equal('200.00000000');
    expect((await readLink(account.api, first)).status).to.equal('active');
  });

  it('gets another link with another code', async () => {
    const phone = phoneAt(address);
    const codes = [
      linkOf(await phone.scan((await createCode(account.api)).url)),
      linkOf(await phone.scan((await createCode(account.api)).url)),
    ];
    expect(new Set(codes).size).to.equal(2);
  });

  it('never gets a link created through the API', async () => {
    const { url } = await createCode(account.api);
    const { code } = await createLink(account.api, { amount: '150' });
    expect(linkOf(await phoneAt(address).scan(url))).not.to.equal(code);
  });

  it('gets a new link with each scan when it keeps no cookie', async () => {
    const { url } = await createCode(account.api);
    const codes = [linkOf(await scan(url, { address })), linkOf(await scan(url, { address }))];
    expect(new Set(codes).size).to.equal(2);
  });

  describe('is recognized by a cookie', () => {
    const attributes = (answer: Response): string[] => {
      const lines = answer.headers.getSetCookie();
      expect(lines).to.have.length(1);
      return lines[0]!.split('; ').filter((part) => !part.startsWith('Expires='));
    };

    it('that lasts 15 minutes from the last scan and is not readable by scripts', async () => {
      const { url } = await createCode(account.api);
      const phone = phoneAt(address);
      const [cookie, ...rest] = attributes(await phone.scan(url));
      expect(cookie).to.match(/^payer=[A-Za-z0-9_-]{43}$/);
      // Without Secure, which browsers may reject over plain http.
      expect(rest).to.have.members(['Max-Age=900', 'Path=/', 'HttpOnly', 'SameSite=Lax']);
      expect(attributes(await phone.scan(url))).to.deep.equal([cookie, ...rest]);
    });

    it('that only this host can set, over https', async () => {
      const https = await startService({ ...BEHIND_PROXY, CHECKOUT_BASE_URL: 'https://pay.example.com' });
      try {
        const { api } = await https.createAccount();
        const { id, url } = await createCode(api);
        expect(url).to.equal(`https://pay.example.com/q/${id}`);
        const phone = phoneAt(address);
        const first = await phone.scan(`${https.baseUrl}/q/${id}`);
        const [cookie, ...rest] = attributes(first);
        expect(cookie).to.match(/^__Host-payer=[A-Za-z0-9_-]{43}$/);
        expect(rest).to.have.members(['Max-Age=900', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']);
        expect(linkOf(await phone.scan(`${https.baseUrl}/q/${id}`))).to.equal(linkOf(first));
        // One without the prefix could have been set by another host of the domain.
        const headers = { cookie: cookie!.replace('__Host-', '') };
        expect(linkOf(await scan(`${https.baseUrl}/q/${id}`, { address, headers }))).not.to.equal(
          linkOf(first),
        );
      } finally {
        await https.close();
      }
    });

    it('among others, and not by a value that the service never issued', async () => {
      const { url } = await createCode(account.api);
      const first = await scan(url, { address });
      const [[name, token]] = cookiesOf(first) as [[string, string]];
      const codeBy = async (cookie: string) => linkOf(await scan(url, { address, headers: { cookie } }));
      expect(await codeBy(`a=1; ${name}=${token}; b="2"`)).to.equal(linkOf(first));
      const strange = ['', 'x', token.slice(1), `${token}A`, '%00'.repeat(14), 'é'.repeat(43)];
      for (const value of strange) {
        const cookie = Buffer.from(`${name}=${value}`).toString('latin1');
        const refused = await scan((await createCode((await service.createAccount()).api)).url, {
          address,
          headers: { cookie },
        });
        expect(refused.status, value).to.equal(303);
        expect(cookiesOf(refused)[0]![1], value).to.match(/^[A-Za-z0-9_-]{43}$/);
        expect(cookiesOf(refused)[0]![1], value).not.to.equal(value);
      }
      expect(await codeBy(`x${name}=${token}`)).not.to.equal(linkOf(first));
    });

    it('that is already set with the form, but not by pages that open no link', async () => {
      const { id, url } = await createCode(account.api, { fixed_amount: null });
      const [cookie] = attributes(await scan(url, { address }));
      const headers = { cookie: cookie! };
      const first = linkOf(await typeAmount(url, '100', { address, headers }));
      expect(linkOf(await typeAmount(url, '100', { address, headers }))).to.equal(first);
      const sheet = await scan(`${url}/print`, { address });
      const page = await scan(`${service.baseUrl}/pay/${first}`, { address });
      const nothing = await scan(`${service.baseUrl}/q/${id.replaceAll(/[0-9]/g, '0')}`, { address });
      for (const answer of [sheet, page, nothing]) expect(cookiesOf(answer)).to.deep.equal([]);
    });
  });
});
