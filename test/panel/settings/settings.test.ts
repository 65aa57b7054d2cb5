import { expect } from 'chai';
import { readBrand } from '../../../src/accounts/brand.ts';
import { drawPng } from '../../support/images.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { join, type Person } from '../people.ts';

describe('the payment page in the panel', () => {
  let service: TestService;
  let account: TestAccount;
  let owner: Person;
  let page: string;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    owner = await join(service, account.id, 'owner');
    page = `/panel/accounts/${account.id}/settings`;
  });
  after(() => service?.close());

  /** As a browser sends a form with a file. */
  const save = async (color: string, logo: Buffer): Promise<string> => {
    const form = new FormData();
    form.set('color', color);
    form.set('logo', new Blob([new Uint8Array(logo)]), 'logo.png');
    const encoded = new Response(form);
    const headers = {
      ...owner.visitor.fromOwnPage,
      'content-type': encoded.headers.get('content-type') ?? '',
    };
    const body = Buffer.from(await encoded.arrayBuffer());
    const answer = await owner.visitor.send('POST', `${page}/brand`, body, headers);
    const [, error] = /class="field-error" role="alert">([^<]+)</.exec(answer.text) ?? [];
    return `${answer.status} ${error ?? answer.headers.get('location')?.replace(page, '') ?? ''}`;
  };

  it('takes a colour and a logo, shows them, and leaves the logo when none is chosen', async () => {
    const bytes = drawPng(120, 40);
    expect(await save('#ffd600', bytes)).to.equal('303 ?flash=saved');
    const shown = await owner.visitor.get(`${page}?flash=saved`);
    expect(shown.text)
      .to.contain('Payers see it from now on.')
      .and.contain('black, contrast')
      .and.match(/#[0-9a-f]{6} on light pages and #ffd600 on dark ones/);
    const [, logo = ''] = /<img class="logo" src="([^"]+)"/.exec(shown.text) ?? [];
    const image = await owner.visitor.get(logo);
    expect(image.headers.get('content-type')).to.equal('image/png');
    expect(image.text).to.contain('PNG');

    expect(await save('#0a7cff', Buffer.alloc(0))).to.equal('303 ?flash=saved');
    const brand = await readBrand(service.foundation.db.read, account.id);
    expect(brand).to.deep.include({ color: '#0a7cff' });
    expect(logo).to.contain(brand.logo?.file);

    const audit = await owner.visitor.get(`/panel/accounts/${account.id}/audit`);
    expect(audit.text).to.contain('Logo of the payment page set').and.contain(owner.email);
    await owner.visitor.post(`${page}/remove`, { what: 'logo' });
    await owner.visitor.post(`${page}/remove`, { what: 'color' });
    expect(await readBrand(service.foundation.db.read, account.id)).to.deep.equal({
      color: undefined,
      logo: undefined,
    });
  });

  it('says what a logo must be, and changes nothing, when it is something else', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    for (const refused of [svg, drawPng(3_000, 20), Buffer.concat([drawPng(64, 64), Buffer.alloc(30_000)])])
      expect(await save('#123456', refused)).to.match(
        /^422 The logo was not saved. It must be a PNG, JPEG or WebP image of up to 24 KB/,
      );
    expect((await readBrand(service.foundation.db.read, account.id)).color).to.equal(undefined);
    expect(await save('#123456', Buffer.alloc(300_000))).to.match(/^413/);
  });
});
