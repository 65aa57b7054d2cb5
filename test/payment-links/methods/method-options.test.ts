import { expect } from 'chai';
import type { Client } from '../../support/client.ts';
import { invalid, refusal } from '../../support/refusal.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';

describe('the method options for an amount', () => {
  let service: TestService;
  let account: TestAccount;
  let api: Client;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    api = account.api;
  });
  after(() => service?.close());

  const ask = (currency: string, amount: string, as: Client = api) =>
    as.get(
      `/v1/payment_links/payment_methods?currency=${encodeURIComponent(currency)}&amount=${encodeURIComponent(amount)}`,
    );

  const reasonOf = ({ method, available, unavailable_reason: reason, minimum_required: minimum }: any) => {
    expect(available).to.equal(false);
    return [method, reason, minimum];
  };

  it('list all methods, with the limits of the currency', async () => {
    const { status, body } = await ask('MXNB', '1500');
    const belowConversion = {
      available: false,
      requires_conversion: true,
      unavailable_reason: 'BELOW_CONVERSION_THRESHOLD',
      minimum_required: '20000.00000000',
    };
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      object: 'payment_method_options',
      currency: 'MXNB',
      amount: '1500.00000000',
      available_methods: ['SPEI', 'MXNB'],
      conversion_enabled: true,
      methods: [
        { method: 'SPEI', available: true, requires_conversion: false },
        { method: 'WIRE', ...belowConversion },
        { method: 'MXNB', available: true, requires_conversion: false },
        { method: 'USDC', ...belowConversion },
        { method: 'USDT', ...belowConversion },
        { method: 'BREB', ...belowConversion },
      ],
      amount_limits: { min_amount: '10.00000000', max_amount: '1000000.00000000' },
    });
  });

  it('include the minimum of an unavailable method', async () => {
    const { body } = await ask('MXNB', '99.99999999');
    expect(body.available_methods).to.deep.equal(['MXNB']);
    expect(body.methods[0]).to.deep.equal({
      method: 'SPEI',
      available: false,
      requires_conversion: false,
      unavailable_reason: 'BELOW_FIAT_MINIMUM',
      minimum_required: '100.00000000',
    });
    expect((await ask('MXNB', '100')).body.available_methods).to.deep.equal(['SPEI', 'MXNB']);
  });

  it('include methods in other currencies once the amount is worth converting', async () => {
    for (const [currency, amount] of [
      ['MXNB', '20000'],
      ['USDC', '100'],
      ['COP', '500000'],
    ] as const) {
      const { body } = await ask(currency, amount);
      expect(body.available_methods).to.deep.equal(['SPEI', 'WIRE', 'MXNB', 'USDC', 'USDT', 'BREB']);
    }
  });

  it('have conversion disabled for an account whose methods in other currencies are all disabled', async () => {
    const limited = await service.createAccount();
    await service.changeAccount(limited.id, { disableMethods: ['WIRE', 'USDC', 'USDT', 'BREB'] });
    const { body } = await ask('MXNB', '50000', limited.api);
    expect(body).to.deep.include({ conversion_enabled: false, available_methods: ['SPEI', 'MXNB'] });
  });

  it('are all unavailable below the minimum of the currency', async () => {
    const { status, body } = await ask('USDC', '0.00000001');
    expect(status).to.equal(200);
    expect(body.available_methods).to.deep.equal([]);
    expect(body.methods.map((option: any) => [option.method, option.minimum_required])).to.deep.equal([
      ['SPEI', '100.00000000'],
      ['WIRE', '100.00000000'],
      ['MXNB', '100.00000000'],
      ['USDC', '1.00000000'],
      ['USDT', '1.00000000'],
      ['BREB', '100.00000000'],
    ]);
  });

  it('match the methods of a link for this amount', async () => {
    for (const [currency, amount] of [
      ['MXNB', '10'],
      ['MXNB', '1000000'],
      ['USDC', '1'],
      ['USDC', '100'],
      ['COP', '1600'],
    ] as const) {
      const { body: options } = await ask(currency, amount);
      const { body: link } = await api.post('/v1/payment_links', { currency, amount, description: 'x' });
      expect(link.accepted_methods).to.deep.equal(options.available_methods);
    }
  });

  it('leave out what the account may not use', async () => {
    const limited = await service.createAccount();
    await service.changeAccount(limited.id, { disableMethods: ['SPEI'] });
    const { body } = await ask('MXNB', '1500', limited.api);
    expect(body.available_methods).to.deep.equal(['MXNB']);
    expect((await ask('MXNB', '1500')).body.available_methods).to.deep.equal(['SPEI', 'MXNB']);
  });

  it('follow changes of limits from one call to the next', async () => {
    await service.database.query(`update payment_methods set min_amount = 250 where method = 'SPEI'`);
    await service.database.query(`update link_currencies set max_amount = 2000 where currency = 'MXNB'`);
    const { body } = await ask('MXNB', '200');
    expect(body.methods[0].minimum_required).to.equal('250.00000000');
    expect(body.amount_limits.max_amount).to.equal('2000.00000000');
    await service.database.query(`update payment_methods set min_amount = 100 where method = 'SPEI'`);
    await service.database.query(`update link_currencies set max_amount = 1000000 where currency = 'MXNB'`);
  });

  it('are all unavailable for a zero amount', async () => {
    for (const amount of ['0', '0.00000000', '000000000000']) {
      const { status, body } = await ask('MXNB', amount);
      expect(status, amount).to.equal(200);
      expect(body).to.deep.include({
        amount: '0.00000000',
        available_methods: [],
        amount_limits: { min_amount: '10.00000000', max_amount: '1000000.00000000' },
      });
      expect(body.methods.map(reasonOf)).to.deep.equal([
        ['SPEI', 'BELOW_FIAT_MINIMUM', '100.00000000'],
        ['WIRE', 'BELOW_CONVERSION_THRESHOLD', '20000.00000000'],
        ['MXNB', 'BELOW_FIAT_MINIMUM', '10.00000000'],
        ['USDC', 'BELOW_CONVERSION_THRESHOLD', '20000.00000000'],
        ['USDT', 'BELOW_CONVERSION_THRESHOLD', '20000.00000000'],
        ['BREB', 'BELOW_CONVERSION_THRESHOLD', '20000.00000000'],
      ]);
    }
  });

  it('are all unavailable above the maximum of the currency, and still include their minimums', async () => {
    for (const amount of ['1000000.00000001', '999999999999.99999999']) {
      const { status, body } = await ask('MXNB', amount);
      expect(status, amount).to.equal(200);
      expect(body.available_methods).to.deep.equal([]);
      expect(body.amount_limits.max_amount).to.equal('1000000.00000000');
      expect(body.methods.map(reasonOf)).to.deep.equal([
        ['SPEI', 'ABOVE_MAXIMUM', '100.00000000'],
        ['WIRE', 'ABOVE_MAXIMUM', '20000.00000000'],
        ['MXNB', 'ABOVE_MAXIMUM', '10.00000000'],
        ['USDC', 'ABOVE_MAXIMUM', '20000.00000000'],
        ['USDT', 'ABOVE_MAXIMUM', '20000.00000000'],
        ['BREB', 'ABOVE_MAXIMUM', '20000.00000000'],
      ]);
    }
    expect((await ask('MXNB', '1000000')).body.available_methods).to.deep.equal([
      ...['SPEI', 'WIRE', 'MXNB', 'USDC', 'USDT'],
    ]);
  });

  it('have a method unavailable above its own maximum, also when it is converted', async () => {
    const breb = async (currency: string, amount: string) =>
      (await ask(currency, amount)).body.methods.find(({ method }: any) => method === 'BREB');
    expect(await breb('COP', '11552000')).to.include({ available: true });
    expect(await breb('COP', '11552000.01')).to.include({
      available: false,
      unavailable_reason: 'ABOVE_MAXIMUM',
      minimum_required: '1600.00000000',
    });
    // About 0.000244 USD for a peso, so 11,552,000 of them are about 2,818 USD.
    expect(await breb('USDC', '2700')).to.include({ available: true });
    expect(await breb('USDC', '2900')).to.include({ available: false, unavailable_reason: 'ABOVE_MAXIMUM' });
  });

  it('are refused for an invalid amount', async () => {
    for (const amount of [
      '1000000000000',
      '1.123456789',
      '',
      '-5',
      '-1',
      '1e3',
      'x',
      ' 5',
      '5,0',
      '+1',
      '.5',
    ]) {
      expect(refusal(await ask('MXNB', amount)), amount).to.deep.equal(invalid('amount'));
    }
  });

  it('need exactly one currency and one amount', async () => {
    expect(refusal(await ask('MXN', '100'))).to.deep.equal(invalid('currency'));
    const refused = async (query: string) =>
      refusal(await api.get(`/v1/payment_links/payment_methods${query}`));
    expect(await refused('')).to.have.property('code', 'invalid_request');
    expect(await refused('?currency=MXNB')).to.deep.equal(invalid('amount'));
    expect(await refused('?amount=100')).to.deep.equal(invalid('currency'));
    expect(await refused('?currency=MXNB&amount=100&amount=200')).to.deep.equal(invalid('amount'));
    expect(await refused('?currency=MXNB&amount=100&method=SPEI')).to.deep.equal(invalid('method'));
  });

  it('create nothing', async () => {
    const { body: before } = await api.get('/v1/payment_links/stats');
    await ask('MXNB', '1500');
    expect((await api.get('/v1/payment_links/stats')).body).to.deep.equal(before);
  });
});
