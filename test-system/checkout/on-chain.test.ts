import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { getAddress } from 'viem';
import { createLink, readLink } from '../../test/payment-links/links.ts';
import { NODE_PROGRAM } from '../../test/support/chain/node.ts';
import { startChainService, type ChainService } from '../../test/support/chain/service.ts';
import { walletAt } from '../../test/support/chain/tokens.ts';
import type { TestAccount } from '../../test/support/service.ts';
import { browserOfSuite, NEWS_MS, photograph, readQr, requireAccessible, visit } from './browser.ts';

const PAYER = walletAt(2);
const UNITS = 1_500_500_000n;

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };
const EN = {
  locale: 'en-US',
  only: 'Only on Arbitrum. On another network it will not arrive automatically.',
  addressOnly: 'Address only',
  withAmount: 'With the amount',
  open: 'Open in wallet',
  copyAmount: 'Copy: Send exactly',
  seen: 'Seen on Arbitrum, not final yet.',
  confirmed: (have: number) => `Seen on Arbitrum: ${have} of 3 confirmations.`,
  view: 'View on explorer.example.com',
  received: 'We received your payment',
  update: 'Refresh the status',
  paid: 'Paid',
};
const ES: typeof EN = {
  locale: 'es-MX',
  only: 'Solo por la red Arbitrum. Por otra red no llegará automáticamente.',
  addressOnly: 'Solo la dirección',
  withAmount: 'Con el monto',
  open: 'Abrir en la billetera',
  copyAmount: 'Copiar: Envía exactamente',
  seen: 'Visto en Arbitrum; todavía no es definitivo.',
  confirmed: (have) => `Visto en Arbitrum: ${have} de 3 confirmaciones.`,
  view: 'Ver en explorer.example.com',
  received: 'Recibimos tu pago',
  update: 'Actualizar',
  paid: 'Pagado',
};

describe('paying on chain, in a browser', function () {
  this.timeout(90_000);
  const browser = browserOfSuite();
  let counting: ChainService;
  let tagged: ChainService;
  let account: TestAccount;
  let taggedAccount: TestAccount;

  before(async function () {
    if (NODE_PROGRAM === undefined) {
      process.stderr.write('    There is no EVM node for this platform: payments on chain are not tested.\n');
      this.skip();
    }
    [counting, tagged] = await Promise.all([
      startChainService({ confirmations: 3 }),
      startChainService('finalized'),
    ]);
    account = await newAccount(counting);
    taggedAccount = await newAccount(tagged);
  });
  after(async () => {
    await Promise.all([counting?.close(), tagged?.close()]);
  });

  const newAccount = async ({ mxnb, service }: ChainService): Promise<TestAccount> => {
    await mxnb.mint(PAYER.address, 10n ** 15n);
    const made = await service.createAccount();
    await service.database.query(`update accounts set name = 'Café Azul' where id = $1`, [made.id]);
    return made;
  };
  const newLink = async (owner: TestAccount): Promise<{ code: string; url: string; address: string }> => {
    const link = await createLink(owner.api, { accepted_methods: ['MXNB'], amount: '1500.50' });
    return { code: link.code, url: link.url, address: link.methods[0].instructions.address };
  };
  const progressOf = (page: Page): Promise<(string | null)[]> => {
    const bar = page.getByRole('progressbar');
    return Promise.all([bar.getAttribute('value'), bar.getAttribute('max')]);
  };

  for (const [texts, viewport, name] of [
    [EN, PHONE, 'en-phone'],
    [ES, DESKTOP, 'es-desktop'],
  ] as const) {
    it(`goes from the address to paid, confirmation by confirmation: ${name}`, async () => {
      const { node, mxnb, follow } = counting;
      const { url, address } = await newLink(account);
      const { page, complaints } = await visit(browser(), url, { locale: texts.locale, viewport });
      await page.getByText(texts.only).waitFor();
      const code = page.locator('.qr:visible');
      expect(await readQr(browser(), code), 'the address comes first').to.equal(address);
      await photograph(page, `chain-active-${name}`);
      await page.getByText(texts.withAmount).click();
      const request = `ethereum:${getAddress(mxnb.address)}@31337/transfer?address=${getAddress(address)}&uint256=${UNITS}`;
      expect(await readQr(browser(), code)).to.equal(request);
      expect(await page.getByRole('link', { name: texts.open }).getAttribute('href')).to.equal(request);
      await requireAccessible(page, `request, ${name}`);
      expect(await page.locator('form').count(), 'nothing is simulated on a real chain').to.equal(0);
      await photograph(page, `chain-request-${name}`);
      await page.keyboard.press('ArrowLeft');
      expect(await page.getByRole('radio', { name: texts.addressOnly }).isChecked(), 'by keyboard').to.equal(
        true,
      );
      expect(await readQr(browser(), code)).to.equal(address);

      await page.getByRole('button', { name: texts.copyAmount }).click();
      expect(await page.evaluate('navigator.clipboard.readText()')).to.equal('1500.50');

      const hash = await mxnb.transfer(PAYER, address, UNITS);
      await follow();
      await page.getByText(texts.confirmed(0)).waitFor({ timeout: NEWS_MS });
      expect(await page.getByRole('status').textContent()).to.equal(texts.received);
      const explorer = page.getByRole('link', { name: texts.view });
      expect(await explorer.getAttribute('href')).to.equal(`https://explorer.example.com/tx/${hash}`);
      expect(await explorer.getAttribute('rel')).to.equal('noopener noreferrer');
      await requireAccessible(page, `seen, ${name}`);
      await photograph(page, `chain-seen-${name}`);

      await explorer.focus();
      await page.evaluate('document.getElementById("announcement").textContent = "as before"');
      await node.mine();
      await follow();
      await page.getByText(texts.confirmed(1)).waitFor({ timeout: NEWS_MS });
      expect(await progressOf(page)).to.deep.equal(['1', '3']);
      expect(await page.evaluate('document.activeElement.id'), 'the focus stays').to.equal('explorer');
      expect(await page.getByRole('status').textContent(), 'none is read aloud').to.equal('as before');
      await photograph(page, `chain-confirming-${name}`);

      await node.mine(2);
      await follow();
      await page.getByRole('heading', { name: texts.paid, exact: true }).waitFor({ timeout: NEWS_MS });
      expect(await explorer.getAttribute('href')).to.equal(`https://explorer.example.com/tx/${hash}`);
      expect(
        await page.locator('.receipt').getByText(hash, { exact: true }).count(),
        'also on paper',
      ).to.equal(1);
      expect(await page.getByRole('status').textContent()).to.equal(texts.paid);
      await requireAccessible(page, `paid, ${name}`);
      await photograph(page, `chain-paid-${name}`);
      expect(complaints).to.deep.equal([]);
    });
  }

  for (const texts of [EN, ES]) {
    it(`says seen and final where the chain has a word for it, without JavaScript too: ${texts.locale}`, async () => {
      const { node, mxnb, follow } = tagged;
      const { code: linkCode, url, address } = await newLink(taggedAccount);
      const { page, complaints } = await visit(browser(), url, {
        locale: texts.locale,
        javaScriptEnabled: false,
      });
      const code = page.locator('.qr:visible');
      expect(await readQr(browser(), code)).to.equal(address);
      await page.getByText(texts.withAmount).click();
      expect(await readQr(browser(), code)).to.match(/^ethereum:0x/);
      await photograph(page, `chain-no-script-${texts.locale}`);

      await mxnb.transfer(PAYER, address, UNITS);
      await follow();
      await page.getByRole('link', { name: texts.update }).click();
      await page.getByText(texts.seen).waitFor();
      expect(await page.getByRole('link', { name: texts.view }).isVisible()).to.equal(true);
      await photograph(page, `chain-seen-no-script-${texts.locale}`);
      await node.mine(3);
      await follow();
      expect((await readLink(taggedAccount.api, linkCode)).status).to.equal('paid');
      await page.getByRole('link', { name: texts.update }).click();
      await page.getByRole('heading', { name: texts.paid, exact: true }).waitFor();
      expect(complaints).to.deep.equal([]);
    });
  }
});
