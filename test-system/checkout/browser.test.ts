import { OPERATOR } from '../../src/audit-log/index.ts';
import { expect } from 'chai';
import {
  DAY_S,
  advance,
  createLink,
  methodOf,
  injectFault,
  pay,
  readLink,
} from '../../test/payment-links/links.ts';
import type { Answer } from '../../test/support/client.ts';
import { until } from '../../test/support/poll.ts';
import { startService, type TestAccount, type TestService } from '../../test/support/service.ts';
import { refundLink } from '../../test/transfers/rig.ts';
import {
  browserOfSuite,
  layoutShift,
  NEWS_MS,
  openPage,
  photograph,
  readQr,
  requireAccessible,
  visit,
  type Visit,
} from './browser.ts';

const DESKTOP = { width: 1280, height: 800 };
const RETURN_URL = 'https://shop.example.com/orders/1042';

const JOURNEYS = [
  {
    language: 'en',
    locale: 'en-US',
    texts: { spei: 'SPEI transfer', copyClabe: 'Copy: CLABE', paid: 'Paid', back: /^Return to/ },
  },
  {
    language: 'es',
    locale: 'es-MX',
    texts: { spei: 'Transferencia SPEI', copyClabe: 'Copiar: CLABE', paid: 'Pagado', back: /^Volver a/ },
  },
];

describe('the checkout in a browser', function () {
  this.timeout(90_000);
  const browser = browserOfSuite();
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    // No mail leaves: the worker that would send it does not run.
    service = await startService({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'notices@payments.example' });
    account = await service.createAccount();
    await service.database.query(`update accounts set name = 'Café Azul' where id = $1`, [account.id]);
  });
  after(() => service?.close());

  const newLink = (fields: object = {}): Promise<any> =>
    createLink(account.api, { description: 'Order 1042', return_url: RETURN_URL, ...fields });

  for (const { language, locale, texts } of JOURNEYS) {
    it(`takes a payer from the link back to the shop, in ${language}`, async () => {
      const link = await newLink();
      const { page, complaints } = await visit(browser(), link.url, { locale });
      expect(await page.getAttribute('html', 'lang')).to.equal(language);
      await page.getByRole('link', { name: texts.spei }).click();
      await page.getByRole('button', { name: texts.copyClabe }).click();
      const { clabe } = methodOf(link, 'SPEI').instructions as { clabe: string };
      await until(async () => (await page.evaluate('navigator.clipboard.readText()')) === clabe, {
        what: 'the CLABE is in the clipboard',
      });
      await page.evaluate('document.body.dataset.loaded = "once"');

      await pay(account.api, link.code, { method: 'SPEI' });
      await page.getByRole('heading', { name: texts.paid }).waitFor({ timeout: NEWS_MS });
      expect(await page.title()).to.equal(texts.paid);
      expect(await page.getByRole('status').textContent()).to.equal(texts.paid);
      expect(await page.getAttribute('body', 'data-loaded'), 'without a reload').to.equal('once');
      expect(await page.getAttribute('main', 'hx-get'), 'stops polling').to.equal(null);

      await page.route(RETURN_URL, (route) => route.fulfill({ body: 'the shop' }));
      await page.getByRole('link', { name: texts.back }).click();
      await page.waitForURL(RETURN_URL);
      expect(complaints).to.deep.equal([`asked for ${RETURN_URL}`]);
    });

    it(`does the same without JavaScript, in ${language}`, async () => {
      const link = await newLink();
      const { page, complaints } = await visit(browser(), link.url, { locale, javaScriptEnabled: false });
      await page.getByRole('link', { name: texts.spei }).click();
      const { clabe } = methodOf(link, 'SPEI').instructions as { clabe: string };
      expect(await page.locator('.detail', { hasText: 'CLABE' }).locator('.value').textContent()).to.equal(
        clabe,
      );
      expect(await page.locator('button.copy:visible').count(), 'buttons that would do nothing').to.equal(0);
      await photograph(page, `${language}-no-script`);

      await pay(account.api, link.code, { method: 'SPEI' });
      await page.locator('noscript a').click();
      await page.getByRole('heading', { name: texts.paid }).waitFor();
      expect(await page.getByRole('link', { name: texts.back }).getAttribute('href')).to.equal(RETURN_URL);
      expect(complaints).to.deep.equal([]);
    });
  }

  it('lets a tester pay from the page itself, step by step to paid', async () => {
    const link = await newLink();
    const { page, complaints } = await visit(browser(), `${link.url}?method=USDC`);
    await page.getByRole('button', { name: 'Pay the exact amount' }).click();
    await page.getByRole('heading', { name: 'We received your payment' }).waitFor();
    await until(
      async () => {
        await service.workers.transfers.runOnce();
        return (await readLink(account.api, link.code)).status === 'paid';
      },
      { what: 'the payment is converted' },
    );
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor({ timeout: NEWS_MS });
    expect(complaints).to.deep.equal([]);
  });

  it('says that a wrong amount arrived, without a reload', async () => {
    const link = await newLink({ amount: '100' });
    const { page } = await visit(browser(), `${link.url}?method=SPEI`);
    await pay(account.api, link.code, { method: 'SPEI', amount: '90' });
    await page.getByText('We received $90.00 MXN of $100.00 MXN.').waitFor({ timeout: NEWS_MS });
    await page
      .getByText(
        'The merchant decides whether to accept it or return it, and this page will show the decision.',
      )
      .waitFor();
  });

  for (const [language, locale, title, hint] of [
    ['en', 'en-US', 'Not available right now', /do not send a payment this way/],
    ['es', 'es-MX', 'No disponible por el momento', /no envíes tu pago por este medio/],
  ] as const) {
    it(`tells payers not to send by a method that is paused, without a reload, in ${language}`, async () => {
      const link = await newLink();
      const { page, complaints } = await visit(browser(), `${link.url}?method=SPEI`, { locale });
      await page.getByText('CLABE', { exact: true }).waitFor();
      await service.database.query(
        `insert into rail_pauses (direction, method, paused_at) values ('in', 'SPEI', now())`,
      );
      try {
        await page.getByRole('heading', { name: title }).waitFor({ timeout: NEWS_MS });
        await page.getByText(hint).waitFor();
        expect(await page.getByText('CLABE', { exact: true }).count()).to.equal(0);
        expect(await page.locator('.simulation').count()).to.equal(0);
        await requireAccessible(page, 'paused');
        await photograph(page, `${language}-paused`);
        await page.locator('.back a').click();
        await page.locator('.methods .paused').getByText(title).waitFor();
        expect(await page.locator('.methods a', { hasText: 'SPEI' }).count()).to.equal(0);
        await requireAccessible(page, 'paused, in the list');
        await photograph(page, `${language}-paused-list`);
        const dark = await visit(browser(), link.url, { locale, colorScheme: 'dark' });
        await requireAccessible(dark.page, 'paused, in the dark');
        await photograph(dark.page, `${language}-paused-list-dark`);
        expect(complaints).to.deep.equal([]);
      } finally {
        await service.database.query('delete from rail_pauses');
      }
    });
  }

  it('keeps what it shows while polling fails, and goes on once it works again', async () => {
    const link = await newLink();
    const { page } = await visit(browser(), `${link.url}?method=SPEI`);
    let failed = 0;
    const status = /\/status\?/;
    await page.route(status, (route) => {
      failed += 1;
      return route.fulfill({
        status: failed === 1 ? 503 : 429,
        contentType: 'text/html',
        body: '<h1>Broken</h1>',
      });
    });
    await pay(account.api, link.code, { method: 'SPEI' });
    await until(() => failed === 2, { what: 'two polls have failed' });
    expect(await page.getByText('CLABE', { exact: true }).isVisible()).to.equal(true);
    expect(await page.getByText('Broken').count()).to.equal(0);
    await page.unroute(status);
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor({ timeout: NEWS_MS });
  });

  it('counts down to the end of a quote, then offers a new one', async () => {
    const link = await newLink();
    const { page } = await visit(browser(), `${link.url}?method=USDC`);
    const countdown = page.getByRole('timer');
    const shown = await countdown.textContent();
    expect(shown).to.match(/^1[34]:\d\d$/);
    await until(async () => (await countdown.textContent()) !== shown, { what: 'the countdown continues' });

    await advance(service, 16 * 60);
    const renew = page.getByRole('button', { name: 'Get a new amount' });
    await renew.waitFor({ timeout: NEWS_MS });
    expect(await page.getByText('Send exactly').count(), 'no expired amount').to.equal(0);
    await renew.click();
    await page.getByText('Send exactly', { exact: true }).waitFor();
    expect(await page.getByRole('timer').textContent()).to.match(/^1[45]:\d\d$/);
  });

  it('shows QR codes that a camera reads as the address, in light and dark mode', async () => {
    const link = await newLink();
    for (const name of ['MXNB', 'USDC', 'USDT']) {
      const { page } = await visit(browser(), `${link.url}?method=${name}`);
      const { address } = methodOf(link, name).instructions as { address: string };
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await readQr(browser(), page.locator('.plain .qr')), `${name}, ${colorScheme}`).to.equal(
          address,
        );
      }
    }
  });

  for (const locale of ['es-MX', 'es-CO']) {
    it(`writes times as people do, in the time of the phone: ${locale}`, async () => {
      const link = await newLink();
      await pay(account.api, link.code, { method: 'SPEI' });
      const paid = await readLink(account.api, link.code);
      const timezoneId = 'America/Bogota';
      const { page } = await visit(browser(), link.url, { locale, timezoneId });
      const style = { dateStyle: 'medium', timeStyle: 'short', timeZone: timezoneId } as const;
      const written = new Intl.DateTimeFormat(locale, style).format(new Date(paid.paid_at as string));
      expect(written).to.match(
        locale === 'es-CO' ? /^\d+\/\d+\/\d{4}, .*[ap]\. m\.$/ : / \w{3} \d{4}, .*[ap]\.m\.$/,
      );
      expect(await page.locator('.receipt time').innerText()).to.equal(written);
    });
  }

  it('tells the rate of each method, and until when it holds, in the time of the phone', async () => {
    const link = await newLink();
    // A zone in which the quote ends today.
    const timeZone = new Date().getUTCHours() < 12 ? 'Asia/Tokyo' : 'America/Mexico_City';
    const { page } = await visit(browser(), link.url, { timezoneId: timeZone });
    const endOf = (method: string, style: Intl.DateTimeFormatOptions): string =>
      new Intl.DateTimeFormat('en', { ...style, timeStyle: 'short', timeZone }).format(
        new Date(methodOf(link, method).amount_due_expires_at as string),
      );
    const choice = page.locator('.methods a', { hasText: 'USDC on' });
    expect(await choice.locator('.rate').innerText()).to.match(/^1 USDC = \$[\d.]+ MXN, until /);
    expect(await choice.locator('time').innerText()).to.equal(endOf('USDC', {}));
    expect(await page.locator('.methods a', { hasText: 'SPEI' }).locator('.rate').count()).to.equal(0);
    // A wire takes days, and so does its rate.
    const wire = page.locator('.methods a', { hasText: 'Wire' }).locator('time');
    expect(await wire.innerText()).to.equal(endOf('WIRE', { dateStyle: 'medium' }));
    await advance(service, 16 * 60);
    await page.reload();
    expect(await choice.locator('.rate').innerText()).to.equal(
      'Exchange rate set when you choose, and held for up to 15 minutes',
    );
  });

  it('shows the QR code of a Bre-B key, which a camera reads', async () => {
    const emvco =
      '00020101021226490014CO.COM.RBM.LLA0127@pay0012345678901234567890151950014CO.COM.RBM.CU01730123456789520400005303170540825000.005802CO5909CAFE AZUL6006BOGOTA62210117PL-ABCD-EFGH-IJKL6304A13A';
    const link = await newLink();
    await service.database.query(
      `update payment_link_methods set instructions = instructions::jsonb || jsonb_build_object('qr', $2::text)
        where link_code = $1 and method = 'BREB'`,
      [link.code, emvco],
    );
    for (const { locale } of JOURNEYS) {
      const { page } = await visit(browser(), `${link.url}?method=BREB`, { locale });
      expect(await readQr(browser(), page.locator('.scan .qr'))).to.equal(emvco);
      await requireAccessible(page, 'with the code of a key');
      await photograph(page, `breb-qr-${locale}`);
    }
  });

  it('sends the receipt to an address, and says so, with and without JavaScript', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const link = await newLink();
      await pay(account.api, link.code, { method: 'SPEI' });
      const { page, complaints } = await visit(browser(), link.url, { javaScriptEnabled });
      await page.getByLabel('Get the receipt by e-mail').fill('nobody');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByRole('alert').getByText('Enter an e-mail address like you@example.com.').waitFor();
      expect(await page.getByLabel('Get the receipt by e-mail').inputValue()).to.equal('nobody');
      await photograph(page, `receipt-invalid-${javaScriptEnabled}`);
      await page.getByLabel('Get the receipt by e-mail').fill('juana@example.com');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('Your receipt is on its way.').waitFor();
      await photograph(page, `receipt-sent-${javaScriptEnabled}`);
      if (javaScriptEnabled) await requireAccessible(page, 'the receipt is sent');
      expect(complaints.filter((complaint) => !complaint.includes('400'))).to.deep.equal([]);
    }
  });

  it('prints the receipt with its references, without buttons and forms', async () => {
    const link = await newLink();
    await pay(account.api, link.code, { method: 'SPEI' });
    const { page } = await visit(browser(), link.url);
    await page.emulateMedia({ media: 'print' });
    await photograph(page, 'receipt-printed');
    const { reference } = methodOf(link, 'SPEI').instructions as { reference: string };
    const lines = await page.locator('.receipt dd').allInnerTexts();
    expect(lines).to.include(reference).and.include(link.code);
    expect(await page.locator('button:visible, input:visible, .button:visible').count()).to.equal(0);
  });

  it('prints what is needed to pay, without buttons', async () => {
    const link = await newLink();
    const { page } = await visit(browser(), `${link.url}?method=USDC`);
    await page.emulateMedia({ media: 'print' });
    await photograph(page, 'print');
    expect(await page.locator('.detail .value').allInnerTexts()).to.include(
      methodOf(link, 'USDC').instructions.address,
    );
    expect(await page.locator('.qr:visible').count(), 'the code of the address').to.equal(1);
    expect(await page.getByText('Open in wallet').isVisible()).to.equal(false);
    expect(await page.getByText('Pay before').isVisible(), 'no countdown on paper').to.equal(true);
    expect(await page.getByRole('timer').isVisible()).to.equal(false);
    expect(await page.locator('button:visible').count()).to.equal(0);
  });

  it('shows hostile text as plain text', async () => {
    const hostile = `<img src=x onerror=alert(1)></title><script>alert(2)</script>"'&amp;{{7*7}} ‮evil`;
    const stranger = await service.createAccount();
    await service.database.query('update accounts set name = $1 where id = $2', [hostile, stranger.id]);
    const link = await createLink(stranger.api, { description: hostile, metadata: { note: hostile } });
    const { page, complaints } = await visit(browser(), link.url);
    page.on('dialog', (dialog) => complaints.push(dialog.message()));
    expect(await page.title()).to.equal(`Payment to ${hostile}`);
    expect(await page.locator('.merchant').textContent()).to.equal(`Payment to ${hostile}`);
    expect(await page.locator('.description').textContent()).to.equal(hostile);
    expect(await page.locator('img').count()).to.equal(0);
    await page.goto(`${link.url}?method=%22%3E%3Cscript%3Ealert(3)%3C/script%3E&lang=%22%3E%3Cb%3E`);
    expect(await page.locator('main script, main b').count()).to.equal(0);
    expect(complaints).to.deep.equal([]);
  });

  describe('in each state', () => {
    let looks: (Visit & { name: Look })[];
    before(async () => {
      looks = await Promise.all(
        NAMES.map(async (name) => ({
          name,
          ...(await openPage(browser(), service.baseUrl + '/docs/none', LOOKS[name])),
        })),
      );
    });

    const accept = async ({ body }: Answer): Promise<void> => {
      const { db, inbox } = service.foundation;
      await db.transaction((trx) => inbox.acceptAsPayment(trx, OPERATOR, account.id, body.id));
    };

    const states: Record<string, () => Promise<string>> = {
      choose: async () => (await newLink()).url,
      spei: async () => `${(await newLink()).url}?method=SPEI`,
      wire: async () => `${(await newLink({ fee_bearer: 'payer' })).url}?method=WIRE`,
      breb: async () => `${(await newLink()).url}?method=BREB`,
      usdc: async () => `${(await newLink()).url}?method=USDC`,
      calculating: async () => {
        await injectFault(service, 'quote', { failure: 'unavailable' });
        const link = await newLink();
        await injectFault(service, 'quote', {});
        return `${link.url}?method=USDC`;
      },
      'quote-expired': async () => {
        const link = await newLink();
        await advance(service, 16 * 60);
        return `${link.url}?method=USDC`;
      },
      underpaid: async () => {
        const link = await newLink();
        await pay(account.api, link.code, { method: 'SPEI', scenario: 'under' });
        return `${link.url}?method=SPEI`;
      },
      overpaid: async () => {
        const link = await newLink();
        await pay(account.api, link.code, { method: 'SPEI', scenario: 'over' });
        return `${link.url}?method=SPEI`;
      },
      'paid-short': async () => {
        const link = await newLink();
        await accept(await pay(account.api, link.code, { method: 'SPEI', scenario: 'under' }));
        return link.url;
      },
      'paid-over': async () => {
        const link = await newLink();
        await accept(await pay(account.api, link.code, { method: 'SPEI', scenario: 'over' }));
        return link.url;
      },
      refunded: async () => {
        const link = await newLink();
        await pay(account.api, link.code, { method: 'SPEI' });
        await refundLink(service, account.id, link.code);
        await service.workers.transfers.runOnce();
        return link.url;
      },
      processing: async () => {
        const link = await newLink();
        await pay(account.api, link.code, { method: 'MXNB', scenario: 'seen_then_confirmed' });
        return link.url;
      },
      paid: async () => {
        const link = await newLink();
        await pay(account.api, link.code, { method: 'SPEI' });
        return link.url;
      },
      'paid-twice': async () => {
        const link = await newLink();
        await pay(account.api, link.code, { method: 'SPEI' });
        await pay(account.api, link.code, { method: 'SPEI' });
        return link.url;
      },
      cancelled: async () => {
        const link = await newLink();
        await account.api.post(`/v1/payment_links/${link.code}/cancel`);
        return link.url;
      },
      expired: async () => {
        const link = await newLink();
        await advance(service, 8 * DAY_S);
        return link.url;
      },
      unknown: () => Promise.resolve(`${service.baseUrl}/pay/PL-AAAA-BBBB-CCCC`),
    };

    for (const [name, arrive] of Object.entries(states)) {
      it(`is accessible, fits the smallest phone, and moves on no screen: ${name}`, async () => {
        const url = await arrive();
        await Promise.all(
          looks.map(async ({ name: look, page, complaints }) => {
            complaints.length = 0;
            await page.goto(url);
            expect(await layoutShift(page), `${name} moves, ${look}`).to.equal(0);
            await photograph(page, `${name}-${look}`);
            await requireAccessible(page, `${name}, ${look}`);
            // For a missing page the browser itself logs an error.
            if (name !== 'unknown') expect(complaints).to.deep.equal([]);
            await page.setViewportSize(DESKTOP);
            await page.goto(url);
            expect(await layoutShift(page), `${name} moves on a desktop, ${look}`).to.equal(0);
            await page.setViewportSize(LOOKS[look].viewport);
          }),
        );
      });
    }
  });
});

const LOOKS = {
  es: { locale: 'es-MX', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  'en-dark-small': { locale: 'en-US', colorScheme: 'dark', viewport: { width: 320, height: 568 } },
} as const;
type Look = keyof typeof LOOKS;
const NAMES = Object.keys(LOOKS) as Look[];
