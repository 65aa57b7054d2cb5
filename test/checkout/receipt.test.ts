import { expect } from 'chai';
import { writeMail } from '../../src/checkout/receipt/mail.ts';
import { createView } from '../../src/checkout/pages/view.ts';
import { readCheckout } from '../../src/checkout/pages/checkout.ts';
import { createLink, pay, readLink, runOut, runToRest } from '../payment-links/links.ts';
import { startMailServer, type MailServer } from '../outbox/mail-server.ts';
import { readPdf, readRoles } from '../support/pdf-text.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { refundLink } from '../transfers/rig.ts';

const OWN_FORM = { 'sec-fetch-site': 'same-origin' };
const FROM = 'notices@payments.example';
/** CLDR writes times with spaces that do not break. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('receipts', () => {
  let mailServer: MailServer;
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    mailServer = await startMailServer();
    service = await startService({
      SMTP_URL: mailServer.url,
      MAIL_FROM: FROM,
      TRUSTED_PROXIES: '127.0.0.1/32',
      CHECKOUT_BASE_URL: 'https://pay.example.com',
    });
    account = await service.createAccount();
    await service.database.query(`update accounts set name = 'Café Ñandú' where id = $1`, [account.id]);
  });
  beforeEach(() => mailServer.mails.splice(0));
  after(async () => {
    await service?.close();
    await mailServer?.close();
  });

  const paidLink = async (fields: object = {}, owner = account): Promise<string> => {
    const link = await createLink(owner.api, { amount: '640', description: 'Pedido 1042', ...fields });
    await pay(owner.api, link.code, { method: 'SPEI' });
    return link.code as string;
  };
  const fetchPage = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(service.baseUrl + path, { redirect: 'manual', ...init });
  let asked = 0;
  /** From another network each time, unless the headers say otherwise. */
  const ask = (
    code: string,
    email: string,
    headers: Record<string, string> = OWN_FORM,
    lang = '',
  ): Promise<Response> =>
    fetchPage(`/pay/${code}/receipt${lang}`, {
      method: 'POST',
      body: new URLSearchParams({ email }),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': `10.0.${asked >> 8}.${asked++ & 255}`,
        ...headers,
      },
    });
  const outcomeOf = (answer: Response): string | null =>
    new URL(answer.headers.get('location') ?? '', 'http://x').searchParams.get('receipt');
  const delivered = async () => {
    await runOut(service.workers.outbox);
    return mailServer.mails;
  };
  const readBody = (raw: string): string => {
    const [, ...parts] = raw.split('\r\n\r\n');
    const encoded = parts.join('\r\n\r\n');
    if (!/^content-transfer-encoding: quoted-printable/im.test(raw)) return encoded;
    const bytes = encoded
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString();
  };
  const readSubject = (raw: string): string => {
    const [, subject = ''] = /^Subject: ((?:.*\r\n[ \t])*.*)\r$/m.exec(raw) ?? [];
    return subject
      .replaceAll(/\?=\r\n =\?UTF-8\?Q\?/g, '')
      .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/g, '$1')
      .replaceAll('_', ' ')
      .replaceAll(/((?:=[0-9A-F]{2})+)/g, (hex) => Buffer.from(hex.replaceAll('=', ''), 'hex').toString());
  };

  describe('by e-mail', () => {
    it('say what was paid, to whom, when and how', async () => {
      const code = await paidLink();
      const page = await (await fetchPage(`/pay/${code}`)).text();
      expect(page).to.contain('Get the receipt by e-mail');
      const answer = await ask(code, ' juana@example.com ');
      expect(answer.status).to.equal(303);
      expect(answer.headers.get('location')).to.equal(`/pay/${code}?receipt=sent#mail-receipt`);
      expect(await (await fetchPage(`/pay/${code}?receipt=sent`)).text())
        .to.contain('Your receipt is on its way')
        .and.not.to.contain('juana');
      const [mail, ...others] = await delivered();
      expect(others).to.deep.equal([]);
      expect(mail).to.deep.include({ from: FROM, to: ['juana@example.com'] });
      expect(readSubject(mail!.raw)).to.equal('Receipt: $640.00 MXN paid to Café Ñandú');
      const body = readBody(mail!.raw);
      for (const line of [
        'Test mode: no real money moves.',
        'Paid to: Café Ñandú',
        'For: Pedido 1042',
        'Amount: $640.00 MXN',
        'Paid with: SPEI transfer',
        'You sent: $640.00 MXN',
        `Payment code: ${code}`,
        `https://pay.example.com/pay/${code}`,
      ])
        expect(body).to.contain(line);
      expect(body)
        .to.match(/^Date: \w{3} \d+, \d{4}, .* [AP]M\r$/m)
        .and.match(/^Times are in UTC\.\r$/m)
        .and.match(/^Reference: \d{7}\r$/m);
    });

    it('are in the language of the page', async () => {
      const code = await paidLink();
      const answer = await ask(code, 'juana@example.com', OWN_FORM, '?lang=es');
      expect(answer.headers.get('location')).to.equal(`/pay/${code}?receipt=sent&lang=es#mail-receipt`);
      const [mail] = await delivered();
      expect(readSubject(mail!.raw)).to.equal('Comprobante: $640.00 MXN pagados a Café Ñandú');
      expect(readBody(mail!.raw))
        .to.contain('Forma de pago: Transferencia SPEI')
        .and.contain(`/pay/${code}?lang=es`);
    });

    it('go to three addresses of a link at most, once to each, however many ask at once', async () => {
      const code = await paidLink();
      const addresses = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@example.com`);
      const asked = [...addresses, ...addresses].map(async (email) => outcomeOf(await ask(code, email)));
      const outcomes = await Promise.all(asked);
      expect(outcomes.filter((outcome) => outcome === 'sent').length).to.be.greaterThanOrEqual(3);
      const mails = await delivered();
      expect(mails).to.have.length(3);
      expect(new Set(mails.map(({ to }) => to[0])).size).to.equal(3);
      const [known = ''] = mails[0]!.to;
      expect(outcomeOf(await ask(code, known.toUpperCase())), 'to somebody who has it').to.equal('sent');
      expect(outcomeOf(await ask(code, 'g@example.com'))).to.equal('spent');
      expect(await delivered()).to.have.length(3);
      const page = await (await fetchPage(`/pay/${code}?receipt=spent`)).text();
      expect(page).to.contain('cannot be e-mailed again');
    });

    it('are limited for an account within a day', async () => {
      const busy = await service.createAccount();
      const links = await Promise.all(Array.from({ length: 18 }, () => paidLink({}, busy)));
      const outcomes: (string | null)[] = [];
      for (const code of links)
        for (const name of ['a', 'b', 'c']) outcomes.push(outcomeOf(await ask(code, `${name}@example.com`)));
      expect(outcomes.filter((outcome) => outcome === 'sent')).to.have.length(50);
      expect(outcomes.slice(50)).to.deep.equal(['spent', 'spent', 'spent', 'spent']);
      expect(outcomeOf(await ask(await paidLink(), 'a@example.com')), 'of another account').to.equal('sent');
      await delivered();
    });

    it('are limited by address', async () => {
      const code = await paidLink();
      const headers = { ...OWN_FORM, 'x-forwarded-for': '198.51.100.7' };
      const statuses = [];
      for (let at = 0; at < 21; at++) statuses.push((await ask(code, 'nobody', headers)).status);
      expect(statuses.slice(0, 20)).to.deep.equal(Array(20).fill(400));
      expect(statuses[20]).to.equal(429);
    });

    it('go to one plain address, whatever is entered', async () => {
      const code = await paidLink();
      const hostile = [
        '',
        'nobody',
        'a@example.com, b@example.com',
        'a@example.com;b@example.com',
        'a@example.com\r\nBcc: b@example.com',
        'a@example.com\nSubject: hello',
        'a@example.com\u0000',
        'a@example.com\u0001',
        'a\u2028@example.com',
        'Juana <a@example.com>',
        '"a b"@example.com',
        'a@example.com (b)',
        `${'a'.repeat(65)}@example.com`,
        `a@${'b'.repeat(260)}.com`,
      ];
      for (const email of hostile) {
        const answer = await ask(code, email);
        expect(answer.status, JSON.stringify(email)).to.equal(400);
        const html = await answer.text();
        expect(html).to.contain('Enter an e-mail address like').and.contain('aria-invalid="true"');
      }
      expect(await delivered()).to.deep.equal([]);
      const twice = await fetchPage(`/pay/${code}/receipt`, {
        method: 'POST',
        body: 'email=a%40example.com&email=b%40example.com',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...OWN_FORM },
      });
      expect(twice.status).to.equal(400);
    });

    it('are of paid links only, and asked for on the page itself', async () => {
      const open = await createLink(account.api, {});
      const answer = await ask(open.code, 'a@example.com');
      expect([answer.status, answer.headers.get('location')]).to.deep.equal([303, `/pay/${open.code}`]);
      expect((await ask('PL-AAAA-BBBB-CCCC', 'a@example.com')).status).to.equal(404);
      const code = await paidLink();
      expect((await ask(code, 'a@example.com', { 'sec-fetch-site': 'cross-site' })).status).to.equal(403);
      expect((await ask(code, 'x'.repeat(2_000))).status).to.equal(413);
      expect(await delivered()).to.deep.equal([]);
    });

    it('keep no address once they are sent, and log none', async () => {
      const code = await paidLink();
      await ask(code, 'secreta@example.com');
      await delivered();
      const rows = await service.database.query(
        `select (select json_agg(m)::text from receipt_mails m) as mails, (select json_agg(o)::text from outbox_messages o) as waiting`,
      );
      expect(JSON.stringify(rows)).not.to.contain('secreta');
      expect(rows[0]!['waiting']).to.equal(null);
    });

    it('are recorded and sent together or not at all', async () => {
      const code = await paidLink();
      await service.database.query(
        `alter table outbox_messages add constraint refuses check (recipient <> 'x@example.com')`,
      );
      try {
        expect((await ask(code, 'x@example.com')).status).to.equal(500);
      } finally {
        await service.database.query('alter table outbox_messages drop constraint refuses');
      }
      expect(
        await service.database.query('select link_code from receipt_mails where link_code = $1', [code]),
      ).to.deep.equal([]);
      expect(outcomeOf(await ask(code, 'x@example.com'))).to.equal('sent');
      expect(await delivered()).to.have.length(1);
    });

    it('carry no text of the merchant that a mail program would make a link of', async () => {
      const bait = await service.createAccount();
      await service.database.query('update accounts set name = $1 where id = $2', [
        'Your bank: https://evil.example/login\nSubject: x',
        bait.id,
      ]);
      const code = await paidLink(
        {
          description: `Call +525512345678, write to help@evil.example or see www.evil。example ${'x'.repeat(200)}`,
        },
        bait,
      );
      const checkout = await readCheckout(service.foundation.db.read, code);
      const view = createView(checkout, {
        language: 'en',
        locale: 'en',
        baseUrl: 'https://pay.example.com',
        chosenLanguage: undefined,
        simulator: undefined,
        progress: undefined,
        missing: new Map(),
        offered: checkout.methods,
        methodName: undefined,
        receiptMail: undefined,
      });
      const { subject, body } = writeMail(view);
      expect(subject).not.to.match(/\n|https?:\/\//);
      expect(subject.length).to.be.at.most(200);
      const links = body.match(/\S+\.\S+|\S+@\S+|\+\d+/g)!.filter((text) => !/^\$?[\d.,]+$/.test(text));
      expect(links).to.deep.equal([`https://pay.example.com/pay/${code}`]);
      expect(body.length).to.be.at.most(5_000);
      expect(Math.max(...body.split('\n').map((line) => line.length))).to.be.at.most(320);
    });

    it('are not offered by a deployment that sends no mail', async () => {
      const silent = await startService();
      try {
        const { api } = await silent.createAccount();
        const link = await createLink(api, {});
        await pay(api, link.code, { method: 'SPEI' });
        const page = await (await fetch(`${silent.baseUrl}/pay/${link.code}`)).text();
        expect(page).to.contain('Save as PDF').and.not.to.contain('by e-mail');
      } finally {
        await silent.close();
      }
    });
  });

  describe('as PDF', () => {
    it('are one page with what the page says', async () => {
      const code = await paidLink({ description: 'Piñata é ñ ü\nsegunda línea 漢字 🎉' });
      const answer = await fetchPage(`/pay/${code}/receipt.pdf?lang=es`);
      expect(answer.status).to.equal(200);
      expect(answer.headers.get('content-type')).to.equal('application/pdf');
      expect(answer.headers.get('content-disposition')).to.equal(`inline; filename="${code}.pdf"`);
      expect(answer.headers.get('cache-control')).to.equal('no-store');
      const bytes = Buffer.from(await answer.arrayBuffer());
      const pages = readPdf(bytes);
      expect(pages).to.have.length(1);
      expect(readRoles(bytes)).to.match(/^Document\(P H1 P P Table\(TR\(TH TD\)( TR\(TH TD\))+\)\)$/);
      for (const text of [
        'Comprobante',
        'Café Ñandú',
        '$640.00 MXN',
        'Piñata é ñ ü segunda línea',
        'Transferencia SPEI',
        'Modo de prueba',
        code,
      ])
        expect(pages[0]).to.contain(text);
      const head = await fetchPage(`/pay/${code}/receipt.pdf`, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-type')]).to.deep.equal([200, 'application/pdf']);
    });

    it('hold a description of any length and any characters', async () => {
      const everything = Array.from({ length: 400 }, (_, at) => String.fromCodePoint(0x80 + at * 173)).join(
        '',
      );
      const description = everything.replaceAll(/[\ud800-\udfff\p{Cn}\p{Co}]/gu, '').slice(0, 450);
      const code = await paidLink({ description: `<b>&amp; ${description}` });
      const answer = await fetchPage(`/pay/${code}/receipt.pdf`);
      const pages = readPdf(Buffer.from(await answer.arrayBuffer()));
      expect(pages).to.have.length(1);
      expect(pages[0]).to.contain('<b>&amp;').and.contain(code);
    });

    it('are of paid links only', async () => {
      const open = await createLink(account.api, {});
      const answer = await fetchPage(`/pay/${open.code}/receipt.pdf`);
      expect([answer.status, answer.headers.get('location')]).to.deep.equal([303, `/pay/${open.code}`]);
      expect((await fetchPage('/pay/PL-AAAA-BBBB-CCCC/receipt.pdf')).status).to.equal(404);
    });
  });

  it("are in the account's time zone, which is named once", async () => {
    const owner = await service.createAccount();
    const timeZone = 'America/Bogota';
    await service.database.query('update accounts set time_zone = $2 where id = $1', [owner.id, timeZone]);
    const code = await paidLink({}, owner);
    const { paid_at: paidAt, amount } = await readLink(owner.api, code);
    await refundLink(service, owner.id, code, amount);
    await runToRest(service);
    const style = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const;
    for (const [lang, locale, named] of [
      ['en', 'en-US', `Times are in ${timeZone}.`],
      ['es', 'es-MX', `Las horas están en ${timeZone}.`],
    ] as const) {
      const paid = plain(new Intl.DateTimeFormat(locale, style).format(new Date(paidAt as string)));
      const pdf = await fetchPage(`/pay/${code}/receipt.pdf?lang=${lang}`);
      const [page = ''] = readPdf(Buffer.from(await pdf.arrayBuffer()));
      expect(plain(page), 'the whole foot').to.match(/(AM|PM|m\.) · .* · [^·]*(moves|real)\.\s*$/);
      await ask(code, `${lang}@example.com`, OWN_FORM, `?lang=${lang}`);
      const [mail] = await delivered();
      mailServer.mails.splice(0);
      for (const text of [page, readBody(mail!.raw)].map(plain)) {
        expect(text).to.contain(paid).and.contain(named).and.not.contain('UTC');
        expect(text.split(timeZone)).to.have.length(2);
      }
    }
  });

  it('say that the payment was refunded', async () => {
    const code = await paidLink();
    await refundLink(service, account.id, code, '140');
    await runToRest(service);
    const page = await (await fetchPage(`/pay/${code}`)).text();
    expect(page).to.contain('<dt>Refunded</dt><dd>$140.00 MXN, <time');
    const pdf = await fetchPage(`/pay/${code}/receipt.pdf`);
    expect(readPdf(Buffer.from(await pdf.arrayBuffer()))[0]).to.match(/Refunded \$140\.00 MXN/);
    await ask(code, 'a@example.com');
    const [mail] = await delivered();
    expect(readSubject(mail!.raw)).to.contain(', refunded');
    expect(readBody(mail!.raw)).to.contain('Refunded: $140.00 MXN');
  });
});
