import { expect } from 'chai';
import { newNonce, openFake, type Answer, type Twist } from './caller.ts';

type Fake = Awaited<ReturnType<typeof openFake>>;
const PAYMENT = { payment_id: 'link-1', amount: '150.75', payer_name: 'María Pérez' };
const WITHDRAWAL = {
  currency: 'mxn',
  protocol: 'clabe',
  amount: '200.50',
  clabe: '012180015123456780',
  beneficiary: 'María Pérez',
  origin_id: 'payout_1',
};

describe('the stand-in for Bitso is strict', () => {
  let fake: Fake;
  beforeEach(async () => void (fake = await openFake({ juno: { key: 'juno', secret: 'of Juno' } })));
  afterEach(() => fake.fake.close());

  const refused = ({ status, code }: Answer) => ({ status, code });

  describe('about who calls', () => {
    const forgeries: [string, Twist, string][] = [
      ['without a signature', { unsigned: true }, '0201'],
      ['with an unknown key', { credentials: { key: 'nobody', secret: 'x' } }, '0201'],
      ['with the key of another product', { as: 'juno' }, '0202'],
      ['with a nonce of the first kind', { nonce: String(Date.now()) }, '0206'],
      ['with a signature of another query', { signedPath: '/v3/balance' }, '0215'],
      ['with a signature of another body', { signedBody: '{}' }, '0215'],
    ];
    for (const [title, twist, code] of forgeries) {
      it(`refuses a call ${title}`, async () => {
        const answer = await fake.call('GET', '/v3/balance?currency=mxn', undefined, twist);
        expect(refused(answer)).to.deep.equal({ status: 401, code });
      });
    }

    it('takes a nonce once, in any order', async () => {
      const [early, late] = [newNonce(), `${Date.now() + 60_000}123456`];
      expect((await fake.call('GET', '/v3/balance', undefined, { nonce: late })).status).to.equal(200);
      expect((await fake.call('GET', '/v3/balance', undefined, { nonce: early })).status).to.equal(200);
      const repeated = await fake.call('GET', '/v3/balance', undefined, { nonce: early });
      expect(refused(repeated)).to.deep.equal({ status: 401, code: '0207' });
    });

    it('locks out who calls too often, for a minute at first and then for a day', async () => {
      fake.control.set({ requestsPerMinute: 2 });
      const isOpen = async () => (await fake.call('GET', '/v3/balance')).status === 200;
      const limited = { status: 420, code: '0801' };
      expect([await isOpen(), await isOpen()]).to.deep.equal([true, true]);
      expect(refused(await fake.call('GET', '/v3/balance'))).to.deep.equal(limited);
      fake.control.advance({ ms: 61_000 });
      expect([await isOpen(), await isOpen(), await isOpen()]).to.deep.equal([true, true, false]);
      fake.control.advance({ ms: 61_000 });
      expect(refused(await fake.call('GET', '/v3/balance'))).to.deep.equal(limited);
      fake.control.advance({ ms: 24 * 3_600_000 });
      expect(await isOpen()).to.equal(true);
    });
  });

  describe('about fields', () => {
    const payments: [string, object, string][] = [
      ['without a payer', { payer_name: undefined }, '0303'],
      ['with a number as its amount', { amount: 150.75 }, '0372'],
      ['of nothing', { amount: '0.00' }, '0343'],
      ['of a tenth of a centavo', { amount: '1.001' }, '0343'],
      ['with a field that is unknown', { currency: 'mxn' }, '0304'],
    ];
    for (const [title, change, code] of payments) {
      it(`refuses a payment ${title}`, async () => {
        const answer = await fake.call('POST', '/spei/v1/payments', { ...PAYMENT, ...change });
        expect(refused(answer)).to.deep.equal({ status: 400, code });
      });
    }

    const withdrawals: [string, object, string][] = [
      ['to a CLABE with a wrong check digit', { clabe: '012180015123456781' }, '0317'],
      ['to a CLABE of Nvio by SPEI', { clabe: '710969000000401739' }, '0714'],
      ['of more than there is', { amount: '10000.01' }, '0379'],
      ['with an origin_id that has a hyphen', { origin_id: 'payout-1' }, '0304'],
      ['with a reference of eight digits', { numeric_ref: '12345678' }, '0318'],
      ['with notes of 41 characters', { notes_ref: 'x'.repeat(41) }, '0319'],
      ['without a beneficiary', { beneficiary: ' ' }, '0335'],
    ];
    for (const [title, change, code] of withdrawals) {
      it(`refuses a withdrawal ${title}`, async () => {
        const answer = await fake.call('POST', '/v3/withdrawals', { ...WITHDRAWAL, ...change });
        expect(refused(answer)).to.deep.equal({ status: 400, code });
      });
    }

    it('refuses a parameter that it does not know, and a page of more than 100', async () => {
      expect(refused(await fake.call('GET', '/v3/fundings?size=5'))).to.deep.equal({
        status: 400,
        code: '0304',
      });
      expect(refused(await fake.call('GET', '/v3/ledger?limit=101'))).to.deep.equal({
        status: 400,
        code: '0304',
      });
    });
  });

  it('misbehaves as told, and only then', async () => {
    const { control, call } = fake;
    control.fault({ on: 'POST /v3/withdrawals', kind: 'lost', acts: true });
    control.fault({ on: 'GET /v3/balance', kind: 'refused', code: '0501', status: 200, numeric: true });
    control.fault({ on: 'GET /v3/balance', kind: 'limited' });
    const lost = await call('POST', '/v3/withdrawals', WITHDRAWAL).catch((error: Error) => error.name);
    expect(lost).to.equal('TypeError');
    const found = await call('GET', '/v3/withdrawals?origin_ids=payout_1');
    expect(found.payload).to.have.length(1);
    expect(refused(await call('GET', '/v3/balance'))).to.deep.equal({ status: 200, code: 501 });
    expect(refused(await call('GET', '/v3/balance'))).to.deep.equal({ status: 420, code: '0801' });
    expect((await call('GET', '/v3/balance')).status).to.equal(200);
  });
});
