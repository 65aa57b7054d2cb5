import { expect } from 'chai';
import { contrast, LEAST_CONTRAST, legibleShade, textOn } from '../../src/accounts/brand-color.ts';
import { readImage } from '../../src/accounts/brand-image.ts';
import { changeBrand, MAX_LOGO_BYTES, readBrand, type BrandChange } from '../../src/accounts/brand.ts';
import { listEntriesOn } from '../../src/audit-log/repository.ts';
import { OPERATOR } from '../../src/audit-log/record.ts';
import { drawPng } from '../support/images.ts';
import { runPayments } from '../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { createLink } from '../payment-links/links.ts';

const COLORS = ['#000000', '#ffffff', '#ffd600', '#0a7cff', '#767676', '#777777', '#ff00ff', '#00ff00'];

describe('the colour of a brand', () => {
  it('has text on it that can be read, black or white', () => {
    for (const color of COLORS) expect(contrast(textOn(color), color), color).to.be.at.least(LEAST_CONTRAST);
    expect(textOn('#ffd600')).to.equal('#000000');
    expect(contrast('#000000', '#ffffff')).to.equal(21);
  });

  it('is a darker or lighter shade in links where it would be too faint, and itself where not', () => {
    for (const color of COLORS) {
      const [onLight, onDark] = [legibleShade(color, 'light'), legibleShade(color, 'dark')];
      expect(contrast(onLight, '#ffffff'), color).to.be.at.least(LEAST_CONTRAST);
      expect(contrast(onDark, '#0f141b'), color).to.be.at.least(LEAST_CONTRAST);
    }
    expect(legibleShade('#0f5132', 'light')).to.equal('#0f5132');
    expect(legibleShade('#ffd600', 'dark')).to.equal('#ffd600');
    expect(legibleShade('#ffd600', 'light')).not.to.equal('#ffd600');
  });
});

describe('an image', () => {
  it('is recognised by its bytes, with its size', () => {
    const webp = (kind: string, rest: number[]) =>
      Buffer.concat([Buffer.from(`RIFF\0\0\0\0WEBP${kind}\0\0\0\0`, 'latin1'), Buffer.from(rest)]);
    const lossy = [0, 0, 0, 0x9d, 0x01, 0x2a, 0x2c, 0x01, 0x60, 0x00];
    const extended = [0, 0, 0, 0, 0x2b, 0x01, 0, 0x5f, 0, 0];
    const jpeg = Buffer.from('ffd8ffe000040000ffc0000b080060012c0101110000', 'hex');
    const expected = { width: 300, height: 96 };
    expect(readImage(drawPng(300, 96))).to.deep.equal({ type: 'image/png', ...expected });
    expect(readImage(jpeg)).to.deep.equal({ type: 'image/jpeg', ...expected });
    expect(readImage(webp('VP8 ', lossy))).to.deep.equal({ type: 'image/webp', ...expected });
    expect(readImage(webp('VP8X', extended))).to.deep.equal({ type: 'image/webp', ...expected });
  });

  it('is nothing else, however it begins', () => {
    const others = ['', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a', 'RIFF', '\x89PNG\r\n\x1a\n'];
    for (const text of others) expect(readImage(Buffer.from(text, 'latin1')), text).to.equal(undefined);
    expect(readImage(Buffer.from('ffd8ffc0', 'hex'))).to.equal(undefined);
  });
});

describe('the brand of an account', () => {
  let service: TestService;
  let account: TestAccount;
  before(async () => {
    service = await startService();
    account = await service.createAccount();
  });
  after(() => service?.close());

  const change = (what: BrandChange, { id }: TestAccount = account) =>
    service.foundation.db.transaction((trx) => changeBrand(trx, id, OPERATOR, what));
  const refusal = (what: BrandChange): Promise<string> =>
    change(what).then(
      () => 'accepted',
      (error: Error) => error.message,
    );
  const pageOf = async (owner: TestAccount): Promise<{ root: string; html: string }> => {
    const { code } = await createLink(owner.api);
    const root = `${service.baseUrl}/pay/${code}`;
    return { root, html: await (await fetch(root)).text() };
  };

  it('takes a colour of six digits, and an image of bounded size and sides', async () => {
    expect(await refusal({ color: 'red' })).to.match(/six hexadecimal digits after a #, like #0a7cff/);
    expect(await refusal({ logo: Buffer.from('<svg/>') })).to.match(/PNG, JPEG or WebP.*SVG.*scripts/);
    expect(await refusal({ logo: drawPng(15, 100) })).to.match(/15 × 100 pixels; each side.*16 to 2048/);
    expect(await refusal({ logo: drawPng(2_049, 16) })).to.match(/2049 × 16 pixels/);
    const padded = (size: number) => Buffer.concat([drawPng(64, 64), Buffer.alloc(size)]).subarray(0, size);
    expect(await refusal({ logo: padded(MAX_LOGO_BYTES + 1) })).to.match(/has 25 KB, and may have 24/);
    expect(await refusal({ logo: padded(MAX_LOGO_BYTES) })).to.equal('accepted');
    expect(await refusal({ color: ' #0A7CFF ' })).to.equal('accepted');
    const { color, logo } = await readBrand(service.foundation.db.read, account.id);
    expect(color).to.equal('#0a7cff');
    expect(logo).to.include({ type: 'image/png', width: 64, height: 64 });
    const deeds = await listEntriesOn(service.foundation.db.read, {
      accountId: account.id,
      subject: '#0a7cff',
    });
    expect(deeds.map(({ action }) => action)).to.deep.equal(['brand.color_set']);
  });

  it('is set by the operator, who is told when a shade of the colour had to be taken', async () => {
    const { id } = await service.createAccount();
    const set = await runPayments(service, 'accounts', 'brand', id, '--name', 'Verdor', '--color', '#ffd600');
    expect(set.stdout)
      .to.match(/^name +Verdor\ncolor +#ffd600\ntext_on_color +#000000, contrast 14\.9\n/)
      .and.match(/links_on_light_pages +#806b00, darker than #ffd600, which is too faint there\n/)
      .and.match(/links_on_dark_pages +#ffd600\nlogo +-\n$/);
    const missing = await runPayments(service, 'accounts', 'brand', id, '--logo', 'no-such-file');
    expect(missing).to.include({ code: 1, stderr: 'Cannot read the file no-such-file.\n' });
    expect((await runPayments(service, 'accounts', 'brand', id)).stderr).to.match(/at least one option/);
  });

  it("is on the account's own pages, from addresses that name its content", async () => {
    const bytes = drawPng(120, 40);
    await change({ color: '#ffd600', logo: bytes });
    const { root, html } = await pageOf(account);
    const [, style = ''] =
      /<link rel="stylesheet" href="(\/brand\/ffd600-[0-9a-f]{8}\.css)"/.exec(html) ?? [];
    const css = await fetch(service.baseUrl + style);
    expect(css.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
    expect(await css.text()).to.contain('--pico-primary-inverse:#000000');
    expect((await fetch(service.baseUrl + style.replace(/-.{8}/, '-00000000'))).status).to.equal(404);

    const [, logo = ''] = /<img class="logo" src="([^"]+)"/.exec(html) ?? [];
    const image = await fetch(service.baseUrl + logo);
    expect(Buffer.from(await image.arrayBuffer())).to.deep.equal(bytes);
    expect(Object.fromEntries(image.headers)).to.include({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect(html).to.contain(`<meta property="og:image" content="${service.baseUrl}${logo}"`);

    const stranger = await service.createAccount();
    const foreign = await pageOf(stranger);
    expect(foreign.html).not.to.match(/class="logo"|\/brand\//);
    expect((await fetch(logo.replace(/^.*\/logo/, `${foreign.root}/logo`))).status).to.equal(404);

    await change({ color: null, logo: null });
    expect((await fetch(service.baseUrl + logo)).status).to.equal(404);
    expect(await (await fetch(root)).text()).not.to.match(/class="logo"|\/brand\//);
  });
});
