import { expect } from 'chai';
import { verifyLedger } from '../../../src/audit/verify.ts';
import type { Client } from '../../support/client.ts';
import { invalid, refusal } from '../../support/refusal.ts';
import { startService, type TestService } from '../../support/service.ts';

interface Example {
  amount: string;
  method: 'SPEI' | 'MXNB';
  rate: string;
  fixed: string;
  bearer: 'merchant' | 'payer';
  fee: string;
  due: string;
  /** The account's balance afterwards. */
  balance: string;
  /** The fee book afterwards: the fee, plus what was rounded up for the rail. */
  kept: string;
}

const EXAMPLES: Example[] = [
  // Without a fee, the service keeps only what was rounded up.
  {
    amount: '100.00000001',
    method: 'SPEI',
    rate: '0',
    fixed: '0',
    bearer: 'merchant',
    fee: '0',
    due: '100.01',
    balance: '100.00000001',
    kept: '0.00999999',
  },
  // 1.2 % of 1500.50 is 18.006; with the fixed part 21.506.
  {
    amount: '1500.5',
    method: 'SPEI',
    rate: '0.012',
    fixed: '3.5',
    bearer: 'merchant',
    fee: '21.506',
    due: '1500.50',
    balance: '1478.994',
    kept: '21.506',
  },
  {
    amount: '1500.5',
    method: 'SPEI',
    rate: '0.012',
    fixed: '3.5',
    bearer: 'payer',
    fee: '21.506',
    due: '1522.01',
    balance: '1500.5',
    kept: '21.51',
  },
  // A fee is rounded half up to 8 decimals, and the amount due is rounded up from there.
  {
    amount: '10.00000001',
    method: 'MXNB',
    rate: '0.5',
    fixed: '0',
    bearer: 'merchant',
    fee: '5.00000001',
    due: '10.000001',
    balance: '5',
    kept: '5.000001',
  },
  {
    amount: '10.00000001',
    method: 'MXNB',
    rate: '0.5',
    fixed: '0',
    bearer: 'payer',
    fee: '5.00000001',
    due: '15.000001',
    balance: '10.00000001',
    kept: '5.00000099',
  },
  {
    amount: '10.00000003',
    method: 'MXNB',
    rate: '0.25',
    fixed: '0',
    bearer: 'payer',
    fee: '2.50000001',
    due: '12.500001',
    balance: '10.00000003',
    kept: '2.50000097',
  },
  // The smallest rate on the largest amount.
  {
    amount: '999999.99999999',
    method: 'MXNB',
    rate: '0.00000001',
    fixed: '0',
    bearer: 'merchant',
    fee: '0.01',
    due: '1000000.000000',
    balance: '999999.98999999',
    kept: '0.01000001',
  },
  // A fee as large as the amount.
  {
    amount: '100',
    method: 'SPEI',
    rate: '0',
    fixed: '100',
    bearer: 'merchant',
    fee: '100',
    due: '100.00',
    balance: '0',
    kept: '100',
  },
  {
    amount: '200',
    method: 'SPEI',
    rate: '0.5',
    fixed: '100',
    bearer: 'merchant',
    fee: '200',
    due: '200.00',
    balance: '0',
    kept: '200',
  },
  {
    amount: '200',
    method: 'SPEI',
    rate: '0.5',
    fixed: '100',
    bearer: 'payer',
    fee: '200',
    due: '400.00',
    balance: '200',
    kept: '200',
  },
];

describe('fees', () => {
  let service: TestService;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());

  const setFee = (method: string, rate: string, fixed: string) =>
    service.database.query('update payment_methods set fee_rate = $2, fee_fixed = $3 where method = $1', [
      method,
      rate,
      fixed,
    ]);
  const create = (api: Client, fields: object) =>
    api.post('/v1/payment_links', { currency: 'MXNB', description: 'Order', ...fields });

  for (const { amount, method, rate, fixed, bearer, fee, due, balance, kept } of EXAMPLES) {
    it(`of ${rate} × ${amount} + ${fixed} over ${method}, borne by the ${bearer}: ${fee}`, async () => {
      await setFee(method, rate, fixed);
      const { api, id } = await service.createAccount();
      const { body: link } = await create(api, { amount, fee_bearer: bearer, accepted_methods: [method] });
      expect(link.amount).to.equal(eight(amount));
      expect(link.methods[0]).to.include({ fee: eight(fee), amount_due: due });

      const { body: deposit } = await api.post(`/v1/test_helpers/payment_links/${link.code}/deposit`, {
        method,
      });
      expect(deposit).to.include({ status: 'credited', amount: eight(due) });

      const movements = (await api.get('/v1/transactions')).body.data.reverse();
      const credit = { type: 'payment', amount: eight(amount), balance_after: eight(amount) };
      const debit = { type: 'fee', amount: `-${eight(fee)}`, balance_after: eight(balance) };
      expect(
        movements.map(({ type, amount, balance_after }: any) => ({ type, amount, balance_after })),
      ).to.deep.equal(bearer === 'merchant' && fee !== '0' ? [credit, debit] : [credit]);
      const balances = (await api.get('/v1/balances')).body.data;
      expect(balances.map(({ available }: any) => available)).to.deep.equal(
        balance === '0' ? [] : [eight(balance)],
      );

      const [book] = await service.database.query(
        `select balance from ledger_balances where account_id = $1 and asset = 'MXNB' and book = 'fee'`,
        [id],
      );
      expect(book).to.deep.equal({ balance: eight(kept) });
      expect((await verifyLedger(service.foundation.db.read)).discrepancies).to.deep.equal([]);
    });
  }

  describe('larger than the amount', () => {
    it('make a requested method unavailable, whoever bears them', async () => {
      await setFee('SPEI', '0', '150');
      const { api } = await service.createAccount();
      for (const fee_bearer of ['merchant', 'payer']) {
        const refused = await create(api, {
          amount: '149.99999999',
          fee_bearer,
          accepted_methods: ['MXNB', 'SPEI'],
        });
        expect(refusal(refused)).to.deep.equal(invalid('accepted_methods[1]'));
        expect(
          (await create(api, { amount: '150', fee_bearer, accepted_methods: ['SPEI'] })).status,
        ).to.equal(201);
      }
    });

    it('remove the method from the default', async () => {
      await setFee('SPEI', '0', '150');
      const { api } = await service.createAccount();
      const accepted = async (amount: string) => (await create(api, { amount })).body.accepted_methods;
      expect(await accepted('149.99999999')).to.deep.equal(['MXNB']);
      expect(await accepted('150')).to.deep.equal(['SPEI', 'MXNB']);
    });

    it('are reported in advance, with the amount that would cover them', async () => {
      await setFee('SPEI', '0.25', '150');
      const { api } = await service.createAccount();
      const spei = async (amount: string) =>
        (await api.get(`/v1/payment_links/payment_methods?currency=MXNB&amount=${amount}`)).body.methods[0];
      expect(await spei('199.99999999')).to.deep.equal({
        method: 'SPEI',
        available: false,
        requires_conversion: false,
        unavailable_reason: 'BELOW_FIAT_MINIMUM',
        minimum_required: '200.00000000',
      });
      expect(await spei('200')).to.include({ method: 'SPEI', available: true });
    });

    it('lead to refusal of the amount when no method is left', async () => {
      await setFee('SPEI', '0', '150');
      await setFee('MXNB', '0', '120');
      const { api } = await service.createAccount();
      expect(refusal(await create(api, { amount: '119.99999999' }))).to.deep.equal(invalid('amount'));
      expect((await create(api, { amount: '120' })).body.accepted_methods).to.deep.equal(['MXNB']);
    });
  });

  it('stay as they were when the link was created', async () => {
    await setFee('MXNB', '0.01', '0');
    const { api } = await service.createAccount();
    const { body: link } = await create(api, { amount: '100', accepted_methods: ['MXNB'] });
    await setFee('MXNB', '0.5', '7');
    expect((await api.get(`/v1/payment_links/${link.code}`)).body.methods[0].fee).to.equal('1.00000000');
    await api.post(`/v1/test_helpers/payment_links/${link.code}/deposit`, { method: 'MXNB' });
    expect((await api.get('/v1/balances')).body.data[0].available).to.equal('99.00000000');
  });
});

function eight(amount: string): string {
  const [units, decimals = ''] = amount.split('.');
  return `${units}.${decimals.padEnd(8, '0')}`;
}
