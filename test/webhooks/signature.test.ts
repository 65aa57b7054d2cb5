import { expect } from 'chai';
import Stripe from 'stripe';
import { signPayload } from '../../src/lib/outgoing/signature.ts';
import { verifySignature } from './verify-signature.ts';

const secret = 'whsec_5WbX5kEWLlfzsGNjH64I8lOOqUB6e8FH';
const body = JSON.stringify({
  id: 'evt_1',
  type: 'payment_link.paid',
  data: { amount: '10.00000000', name: 'Ñandú €' },
});
const nowS = 1_790_000_000;
const header = signPayload({ body, secrets: [secret], timestampS: nowS });

describe('webhook signature', () => {
  it('is the time and 64 lowercase hex digits', () => {
    expect(header).to.match(/^t=1790000000,v1=[0-9a-f]{64}$/);
  });

  it('matches the value computed with openssl', () => {
    // printf '1790000000.{}' | openssl dgst -sha256 -hmac whsec_test
    expect(signPayload({ body: '{}', secrets: ['whsec_test'], timestampS: nowS })).to.equal(
      't=1790000000,v1=1c2847ad1f8158a1da978f36627ac1f07f7fd027321ac9ad40bccc06743f8396',
    );
  });

  it('is the same for a string and its bytes', () => {
    expect(signPayload({ body: Buffer.from(body), secrets: [secret], timestampS: nowS })).to.equal(header);
  });

  it('signs bytes that are not text as they are', () => {
    const bytes = Buffer.from([0x7b, 0xff, 0x00, 0xfe, 0x7d]);
    const signed = signPayload({ body: bytes, secrets: [secret], timestampS: nowS });
    expect(verifySignature({ header: signed, body: bytes, secret, nowS })).to.be.true;
    expect(verifySignature({ header: signed, body: bytes.toString(), secret, nowS })).to.be.false;
  });

  it("is accepted by Stripe's verifier, which refuses a changed body", () => {
    const { webhooks } = new Stripe('sk_test_x');
    const fresh = signPayload({ body, secrets: [secret], timestampS: Math.floor(Date.now() / 1000) });
    expect(webhooks.constructEvent(body, fresh, secret).id).to.equal('evt_1');
    expect(webhooks.constructEvent(Buffer.from(body), fresh, secret, 300).type).to.equal('payment_link.paid');
    expect(() => webhooks.constructEvent(`${body} `, fresh, secret)).to.throw(/signature/i);
  });

  it('is accepted up to 300 seconds in the past or future, and not beyond', () => {
    for (const [differenceS, accepted] of [
      [0, true],
      [300, true],
      [-300, true],
      [301, false],
      [-301, false],
    ] as const) {
      const verified = verifySignature({ header, body, secret, nowS: nowS + differenceS });
      expect(verified, `${differenceS} s`).to.equal(accepted);
    }
  });

  it('is one for each of two secrets, the newest first, and accepted by a receiver with either', () => {
    const both = signPayload({ body, secrets: ['whsec_new', secret], timestampS: nowS });
    const [time, ...signatures] = both.split(',');
    expect([time, ...signatures]).to.deep.equal([
      't=1790000000',
      signPayload({ body, secrets: ['whsec_new'], timestampS: nowS }).split(',')[1],
      header.split(',')[1],
    ]);
    for (const [known, accepted] of [
      ['whsec_new', true],
      [secret, true],
      ['whsec_other', false],
    ] as const)
      expect(verifySignature({ header: both, body, secret: known, nowS }), known).to.equal(accepted);
    const { webhooks } = new Stripe('sk_test_x');
    const timestampS = Math.floor(Date.now() / 1000);
    const fresh = signPayload({ body, secrets: ['whsec_new', secret], timestampS });
    for (const known of ['whsec_new', secret])
      expect(webhooks.constructEvent(body, fresh, known).id).to.equal('evt_1');
  });

  it('is refused for another body, secret or time', () => {
    const good = { header, body, secret, nowS };
    expect(verifySignature(good)).to.be.true;
    expect(verifySignature({ ...good, body: body.replace('10.0', '99.0') })).to.be.false;
    expect(verifySignature({ ...good, body: `${body}\n` })).to.be.false;
    expect(verifySignature({ ...good, secret: `${secret}x` })).to.be.false;
    expect(verifySignature({ ...good, header: header.replace('t=1790000000', 't=1790000001') })).to.be.false;
  });

  it('is refused in any other format', () => {
    const hex = header.slice(-64);
    for (const bad of [
      '',
      hex,
      't=1790000000',
      `v1=${hex}`,
      `t=1790000000,v1=${hex.toUpperCase()}`,
      `t=1790000000,v1=${hex.slice(1)}`,
      `t=1790000000,v1=${hex}0`,
      `t=1790000000,v1=${hex.slice(1)}g`,
      `t=1790000000,v0=${hex}`,
      `t=,v1=${hex}`,
      `t=1.79e9,v1=${hex}`,
      `t=-1790000000,v1=${hex}`,
      `t=NaN,v1=${hex}`,
      `t=01790000000,v1=${hex}`,
      ` t=1790000000,v1=${hex}`,
      `t=1790000000,v1=${hex}\n`,
      `t=${'1'.repeat(400)},v1=${hex}`,
    ]) {
      expect(verifySignature({ header: bad, body, secret, nowS }), bad).to.be.false;
    }
  });
});
