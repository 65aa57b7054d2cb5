import { expect } from 'chai';
import decodeQr from 'qr/decode.js';
import { drawQr } from '../../src/payment-links/qr-image.ts';
import { paintSvg } from '../support/paint-svg.ts';
import { refusal } from '../support/refusal.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

describe('the QR image of a payment link', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService({ CHECKOUT_BASE_URL: 'https://pay.example.com/shop/' });
    account = await service.createAccount();
  });
  after(() => service?.close());

  const createLink = async () =>
    (await account.api.post('/v1/payment_links', { amount: '150', currency: 'MXNB', description: 'x' })).body;

  it('is read by a camera as the checkout URL, which is under CHECKOUT_BASE_URL', async () => {
    const link = await createLink();
    const { status, headers, text } = await account.api.get(`/v1/payment_links/${link.code}/qr`);
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.equal('image/svg+xml');
    const address = `https://pay.example.com/shop/pay/${link.code}`;
    expect(link).to.include({ url: address, checkout_url: address });
    expect(decodeQr(paintSvg(text))).to.equal(address);
  });

  it('is the one in the link', async () => {
    const link = await createLink();
    const { text } = await account.api.get(`/v1/payment_links/${link.code}/qr`);
    expect(text).to.equal(link.qr.svg);
    expect(link.qr.encodes).to.equal(link.checkout_url);
  });

  it('has no fixed size, and a margin of four modules', () => {
    const svg = drawQr('https://pay.example.com/pay/PL-7K2M-9QX4-B1TZ');
    const [root = ''] = /<svg[^>]*>/.exec(svg) ?? [];
    expect(root)
      .to.include('viewBox="0 0 ')
      .and.not.match(/\b(width|height)=/);
    const { data, width } = paintSvg(svg, 1);
    for (let y = 0; y < width; y++) {
      for (let x = 0; x < width; x++) {
        const inside = [x, y].every((place) => place >= 4 && place < width - 4);
        if (!inside) expect(data[(y * width + x) * 4], `${x},${y}`).to.equal(255);
      }
    }
  });

  it('is readable for texts of any length and kind', () => {
    for (const text of [
      'x',
      'https://a.example/?q=1&b=<>"',
      'ñandú 🌵',
      'A'.repeat(200),
      'https://a.example/' + '/x'.repeat(400),
    ]) {
      expect(decodeQr(paintSvg(drawQr(text)))).to.equal(text);
    }
  });

  it('is an error envelope when there is no such link', async () => {
    const answer = await account.api.get('/v1/payment_links/PL-AAAA-AAAA-AAAA/qr');
    expect(refusal(answer)).to.deep.equal({ status: 404, code: 'payment_link_not_found' });
    expect(answer.headers.get('content-type')).to.match(/^application\/json/);
  });
});
