import { expect } from 'chai';
import { verifyLedger } from '../../src/audit/verify.ts';
import { invalid, refusal, type Refusal } from '../support/refusal.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { booksOf, createLink, methodOf, pay, readLink, runToRest } from './links.ts';

describe('the amounts of a link', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
  });
  afterEach(async () => {
    const { discrepancies } = await service.foundation.db.snapshot(verifyLedger);
    expect(discrepancies).to.deep.equal([]);
  });

  const setFees = (rate: string, fixed: string) =>
    service.database.query('update payment_methods set fee_rate = $1, fee_fixed = $2', [rate, fixed]);

  const edges: { currency: string; amount: string; method: string; due: string | Refusal }[] = [
    // The currency's limits, and one unit beyond.
    { currency: 'MXNB', amount: '10', method: 'MXNB', due: '10.000000' },
    { currency: 'MXNB', amount: '9.99999999', method: 'MXNB', due: invalid('amount') },
    { currency: 'MXNB', amount: '1000000', method: 'SPEI', due: '1000000.00' },
    { currency: 'MXNB', amount: '1000000.00000001', method: 'SPEI', due: invalid('amount') },
    { currency: 'USDC', amount: '1', method: 'USDC', due: '1.000000' },
    { currency: 'USDC', amount: '0.99999999', method: 'USDC', due: invalid('amount') },
    { currency: 'USDC', amount: '50000', method: 'WIRE', due: '50000.00' },
    { currency: 'USDC', amount: '50000.00000001', method: 'WIRE', due: invalid('amount') },
    { currency: 'COP', amount: '200000000.00000001', method: 'BREB', due: invalid('amount') },
    // The maximum of Bre-B.
    { currency: 'COP', amount: '11552000', method: 'BREB', due: '11552000' },
    { currency: 'COP', amount: '11552000.00000001', method: 'BREB', due: invalid('accepted_methods[0]') },
    // The method's minimum.
    { currency: 'MXNB', amount: '100', method: 'SPEI', due: '100.00' },
    { currency: 'MXNB', amount: '99.99999999', method: 'SPEI', due: invalid('accepted_methods[0]') },
    { currency: 'USDC', amount: '100', method: 'WIRE', due: '100.00' },
    { currency: 'USDC', amount: '99.99999999', method: 'WIRE', due: invalid('accepted_methods[0]') },
    { currency: 'COP', amount: '1600', method: 'BREB', due: '1600' },
    { currency: 'COP', amount: '1599.99999999', method: 'BREB', due: invalid('accepted_methods[0]') },
    // The conversion minimum.
    { currency: 'MXNB', amount: '19999.99999999', method: 'USDC', due: invalid('accepted_methods[0]') },
    { currency: 'USDC', amount: '99.99999999', method: 'SPEI', due: invalid('accepted_methods[0]') },
    // Rounded up to the rail's precision, and not a unit further.
    { currency: 'MXNB', amount: '100.01', method: 'SPEI', due: '100.01' },
    { currency: 'MXNB', amount: '100.01000001', method: 'SPEI', due: '100.02' },
    { currency: 'MXNB', amount: '100.99000001', method: 'SPEI', due: '101.00' },
    { currency: 'MXNB', amount: '10.000001', method: 'MXNB', due: '10.000001' },
    { currency: 'MXNB', amount: '10.00000101', method: 'MXNB', due: '10.000002' },
    { currency: 'USDC', amount: '49999.99999901', method: 'USDT', due: '50000.000000' },
    { currency: 'COP', amount: '1999.99999999', method: 'BREB', due: '2000' },
    // Invalid amounts for a link.
    { currency: 'MXNB', amount: '0.00000001', method: 'MXNB', due: invalid('amount') },
    { currency: 'MXNB', amount: '0', method: 'MXNB', due: invalid('amount') },
    { currency: 'MXNB', amount: '100.000000001', method: 'MXNB', due: invalid('amount') },
    { currency: 'MXNB', amount: '999999999999', method: 'MXNB', due: invalid('amount') },
    { currency: 'MXNB', amount: '9999999999999', method: 'MXNB', due: invalid('amount') },
  ];
  for (const { currency, amount, method, due } of edges) {
    const outcome = typeof due === 'string' ? `result in ${due} due` : `are refused for ${due.param}`;
    it(`${amount} ${currency} by ${method} ${outcome}`, async () => {
      await setFees('0', '0');
      const request = { amount, currency, description: 'x', accepted_methods: [method] };
      const answer = await account.api.post('/v1/payment_links', request);
      if (typeof due !== 'string') return expect(refusal(answer)).to.deep.equal(due);
      expect(answer.body.methods[0]).to.include({ amount_due: due, exchange_rate: '1.00000000' });
      const { body } = await pay(account.api, answer.body.code, { method });
      expect(body.status).to.equal('credited');
      expect(await booksOf(service, account.id, 'available')).to.deep.equal({
        [currency]: answer.body.amount,
      });
    });
  }

  it('may be as small as one unit, when the configured limits allow it', async () => {
    await setFees('0', '0');
    await service.database.query(
      `update link_currencies set min_amount = 0.00000001 where currency = 'MXNB'`,
    );
    try {
      const { code, methods } = await createLink(account.api, { amount: '0.00000001' });
      expect(methods.map(({ method, amount_due }: any) => [method, amount_due])).to.deep.equal([
        ['MXNB', '0.000001'],
      ]);
      await pay(account.api, code, { method: 'MXNB' });
      expect((await readLink(account.api, code)).status).to.equal('paid');
      expect(await booksOf(service, account.id, 'available')).to.deep.equal({ MXNB: '0.00000001' });
      expect(await booksOf(service, account.id, 'fee')).to.deep.equal({ MXNB: '0.00000099' });
    } finally {
      await service.database.query(`update link_currencies set min_amount = 10 where currency = 'MXNB'`);
    }
  });

  it('must also cover the fee of a method that converts', async () => {
    await setFees('0', '20000.00000001');
    const request = { currency: 'MXNB', description: 'x', accepted_methods: ['USDC'] };
    const create = (amount: string) => account.api.post('/v1/payment_links', { ...request, amount });
    expect(refusal(await create('20000'))).to.deep.equal(invalid('accepted_methods[0]'));
    expect((await create('20000.00000001')).status).to.equal(201);
  });

  /** With a fee of 1.5 % + 3.00, without conversion. */
  const NATIVE = [
    // 15 + 3
    {
      amount: '1000',
      method: 'SPEI',
      bearer: 'merchant',
      fee: '18',
      due: '1000.00',
      balance: '982',
      kept: '18',
    },
    {
      amount: '1000',
      method: 'SPEI',
      bearer: 'payer',
      fee: '18',
      due: '1018.00',
      balance: '1000',
      kept: '18',
    },
    // 1.85185183515 + 3, half up; the amount up to 123.456790, which is 0.00000099 more
    {
      amount: '123.45678901',
      method: 'MXNB',
      bearer: 'merchant',
      fee: '4.85185184',
      due: '123.456790',
      balance: '118.60493717',
      kept: '4.85185283',
    },
    // 128.30864085 together, up to 128.308641
    {
      amount: '123.45678901',
      method: 'MXNB',
      bearer: 'payer',
      fee: '4.85185184',
      due: '128.308641',
      balance: '123.45678901',
      kept: '4.85185199',
    },
  ];
  for (const { amount, method, bearer, fee, due, balance, kept } of NATIVE) {
    it(`${amount} by ${method} with 1.5 % + 3.00 borne by the ${bearer}: ${due} due, balance ${balance}`, async () => {
      await setFees('0.015', '3');
      const { code, methods } = await createLink(account.api, {
        amount,
        fee_bearer: bearer,
        accepted_methods: [method],
      });
      expect(methods[0]).to.include({ amount_due: due, fee: eight(fee) });
      await pay(account.api, code, { method });
      await requireBooked({ amount, fee, bearer, balance, kept: units(kept) });
    });
  }

  /** The same with a conversion, at any locked rate. */
  const CONVERTED = [
    // 300 + 3
    { amount: '20000', bearer: 'merchant', fee: '303', owed: '20000', balance: '19697' },
    { amount: '20000', bearer: 'payer', fee: '303', owed: '20303', balance: '20000' },
    // 499.99999999995 + 3, half up
    {
      amount: '33333.33333333',
      bearer: 'merchant',
      fee: '503',
      owed: '33333.33333333',
      balance: '32830.33333333',
    },
    {
      amount: '33333.33333333',
      bearer: 'payer',
      fee: '503',
      owed: '33836.33333333',
      balance: '33333.33333333',
    },
    // 300.0000000051 + 3, half up
    {
      amount: '20000.00000034',
      bearer: 'payer',
      fee: '303.00000001',
      owed: '20303.00000035',
      balance: '20000.00000034',
    },
  ];
  for (const { amount, bearer, fee, owed, balance } of CONVERTED) {
    for (const { method, decimals } of [
      { method: 'WIRE', decimals: 2 },
      { method: 'USDC', decimals: 6 },
    ]) {
      it(`${amount} converted by ${method} with 1.5 % + 3.00 borne by the ${bearer}: covers ${owed}, balance ${balance}`, async () => {
        await setFees('0.015', '3');
        const link = await createLink(account.api, { amount, fee_bearer: bearer });
        const { amount_due, exchange_rate, fee: shownFee } = methodOf(link, method);
        expect(shownFee).to.equal(eight(fee));
        expect(amount_due.split('.')[1]).to.have.length(decimals);
        // In units of 10^-16, so that nothing is rounded.
        const brings = (due: bigint) => due * units(exchange_rate);
        const due = units(amount_due);
        const step = 10n ** BigInt(8 - decimals);
        expect(brings(due) >= units(owed) * UNIT, 'enough').to.be.true;
        expect(brings(due - step) < units(owed) * UNIT, 'and no more than needed').to.be.true;

        await pay(account.api, link.code, { method });
        await runToRest(service);
        const converted = brings(due) / UNIT;
        const kept = converted - units(amount) + (bearer === 'merchant' ? units(fee) : 0n);
        await requireBooked({ amount, fee, bearer, balance, kept });
      });
    }
  }

  async function requireBooked(expected: {
    amount: string;
    fee: string;
    bearer: string;
    balance: string;
    kept: bigint;
  }): Promise<void> {
    const { amount, fee, bearer, balance, kept } = expected;
    const movements = (await account.api.get('/v1/transactions')).body.data.reverse();
    const credit = { type: 'payment', amount: eight(amount), balance_after: eight(amount) };
    const debit = { type: 'fee', amount: `-${eight(fee)}`, balance_after: eight(balance) };
    expect(
      movements.map(({ type, amount, balance_after }: any) => ({ type, amount, balance_after })),
    ).to.deep.equal(bearer === 'merchant' ? [credit, debit] : [credit]);
    expect(await booksOf(service, account.id, 'available')).to.deep.equal({ MXNB: eight(balance) });
    expect(units(String((await booksOf(service, account.id, 'fee'))['MXNB']))).to.equal(kept);
  }
});

const UNIT = 10n ** 8n;

function eight(amount: string): string {
  const [whole, decimals = ''] = amount.split('.');
  return `${whole}.${decimals.padEnd(8, '0')}`;
}

/** In units of 10^-8. */
function units(amount: string): bigint {
  return BigInt(eight(amount).replace('.', ''));
}
