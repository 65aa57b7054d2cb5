import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { allowLargeMoves } from '../fx/moves.ts';
import { BigNumber } from 'bignumber.js';
import { money } from '../../src/lib/money.ts';
import type { Conversion } from '../../src/transfers/transfer.ts';
import { eventsOf } from '../events/events.ts';
import { advance, MINUTE_S, injectFault, moveMarket, runOut } from '../payment-links/links.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import {
  balancesOf,
  eventsSince,
  executionsOf,
  fund,
  movementsOf,
  postingsOf,
  refusalOf,
  requireSoundBooks,
  restore,
  traceOf,
} from './rig.ts';
import { confirmConversion, startWithdrawal } from './started.ts';

describe('a conversion', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
    await allowLargeMoves(service);
  });
  after(() => service?.close());
  beforeEach(async () => {
    await restore(service);
    account = await service.createAccount();
    await fund(account, 'MXNB', '1000');
  });

  const quote = async (fields: object = {}, key: string = randomUUID()): Promise<Conversion> => {
    const { db, conversions } = service.foundation;
    const request = {
      accountId: account.id,
      fromAsset: 'MXNB',
      toAsset: 'USDC',
      amount: money('333.33333333'),
      requestId: null,
      ...fields,
    };
    await conversions.check(request);
    const locked = await conversions.requestQuote(request, key);
    return db.transaction((trx) => conversions.create(trx, request, locked));
  };
  const confirm = (id: string) =>
    service.foundation.db.transaction((trx) => confirmConversion(service.foundation, trx, account.id, id));
  const read = async (id: string) => (await account.api.get(`/v1/conversions/${id}`)).body;

  it('is of no amount that rounding would give its price, and says the least', async () => {
    const tooLittle = [
      ['0.00000271', 'MXNB', 'USDC'],
      // Brings less than 0.01 USDC.
      ['0.15', 'MXNB', 'USDC'],
      ['0.00999999', 'USDC', 'MXNB'],
      ['0.00999999', 'MXNB', 'MXN'],
    ] as const;
    for (const [amount, fromAsset, toAsset] of tooLittle) {
      const least =
        fromAsset === 'MXNB' && toAsset === 'USDC' ? /At least 0\.(18|19|2\d*) MXNB/ : /At least 0\.01 /;
      const message = await quote({ amount: money(amount), fromAsset, toAsset }).then(
        () => 'quoted',
        (error: Error) => error.message,
      );
      expect(message, amount).to.match(least);
    }
    await quote({ amount: money('0.25') });
  });

  it('is quoted, confirmed and settled to the last unit', async () => {
    const earlier = await eventsOf(service, account.id);
    const { id } = await quote();
    const quoted = await read(id);
    expect(quoted).to.include({
      object: 'conversion',
      status: 'requested',
      from_asset: 'MXNB',
      from_amount: '333.33333333',
      to_asset: 'USDC',
      fee: '0.00000000',
      provider_reference: null,
    });
    // The proceeds are the amount at the rate, truncated to 8 decimals.
    const brought = new BigNumber('333.33333333')
      .times(quoted.exchange_rate)
      .toFixed(8, BigNumber.ROUND_DOWN);
    expect(quoted.to_amount).to.equal(brought);
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '1000.00000000 + 0.00000000' });
    expect(await service.workers.transfers.runOnce(), 'nothing before it is confirmed').to.equal(0);

    await confirm(id);
    expect(await read(id)).to.include({ status: 'processing' });
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '666.66666667 + 333.33333333' });
    expect(await service.workers.transfers.runOnce()).to.equal(1);
    expect(await service.workers.transfers.runOnce()).to.equal(0);

    const [execution, ...others] = await executionsOf(service, id);
    expect(others).to.deep.equal([]);
    expect(execution).to.include({ operation: 'convert', asset: 'MXNB', amount: '-333.33333333' });
    expect(await read(id)).to.deep.include({
      status: 'completed',
      to_amount: brought,
      exchange_rate: quoted.exchange_rate,
      provider_reference: execution.reference,
    });
    expect(await balancesOf(account)).to.deep.equal({
      MXNB: '666.66666667 + 0.00000000',
      USDC: `${brought} + 0.00000000`,
    });
    expect(await movementsOf(account, id)).to.deep.equal([
      'conversion of conversion: -333.33333333 MXNB',
      `conversion of conversion: ${brought} USDC`,
    ]);
    expect(await postingsOf(service, id, 'conversion_settled')).to.deep.equal([
      'conversion:simulator 333.33333333 MXNB',
      'pending -333.33333333 MXNB',
      `available ${brought} USDC`,
      `conversion:simulator -${brought} USDC`,
    ]);
    expect(await eventsSince(service, account.id, earlier)).to.have.deep.members([
      {
        type: 'balance.updated',
        data: {
          asset: 'MXNB',
          new_balance: '666.66666667',
          change: '-333.33333333',
          reason: 'conversion',
        },
      },
      {
        type: 'balance.updated',
        data: { asset: 'USDC', new_balance: brought, change: brought, reason: 'conversion' },
      },
      {
        type: 'conversion.completed',
        data: {
          conversion_id: id,
          from_asset: 'MXNB',
          to_asset: 'USDC',
          from_amount: '333.33333333',
          to_amount: brought,
          exchange_rate: quoted.exchange_rate,
          price: 'locked',
          fee: '0.00000000',
        },
      },
    ]);
    await requireSoundBooks(service);
  });

  it('can be confirmed until its quote expires, and not after', async () => {
    const [inTime, late] = [await quote({ amount: money('100') }), await quote({ amount: money('100') })];
    await advance(service, 14 * MINUTE_S);
    await confirm(inTime.id);
    await advance(service, MINUTE_S);
    const before = await traceOf(service, account.id);
    expect(await refusalOf(confirm(late.id))).to.equal(
      `The quote of conversion ${late.id} has expired. Request a new one.`,
    );
    expect(await traceOf(service, account.id)).to.deep.equal(before);
    // If confirmed in time it is exchanged at its quote, however late.
    await runOut(service.workers.transfers);
    expect(await read(inTime.id)).to.include({ status: 'completed' });
    expect(await read(late.id)).to.include({ status: 'requested' });
    await requireSoundBooks(service);
  });

  it('is exchanged at its quote, however the market has moved since', async () => {
    const { id } = await quote();
    const { to_amount, exchange_rate } = await read(id);
    await moveMarket(service, 'MXNB', '-0.2');
    await confirm(id);
    await moveMarket(service, 'MXNB', '0.5');
    await runOut(service.workers.transfers);
    expect(await read(id)).to.include({ status: 'completed', to_amount, exchange_rate });
    expect(await balancesOf(account)).to.include({ USDC: `${to_amount} + 0.00000000` });
    expect(await read((await quote()).id)).not.to.include({ exchange_rate });
  });

  it('is confirmed once, even when five do so at the same time', async () => {
    const { id } = await quote();
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => confirm(id)));
    const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused.map(({ reason }) => (reason as Error).message)).to.deep.equal(
      Array(4).fill(`Conversion ${id} is held and was already confirmed.`),
    );
    await runOut(service.workers.transfers);
    expect(await refusalOf(confirm(id))).to.equal(`Conversion ${id} is settled and was already confirmed.`);
    expect(await executionsOf(service, id)).to.have.length(1);
    expect((await balancesOf(account))['MXNB']).to.equal('666.66666667 + 0.00000000');
    await requireSoundBooks(service);
  });

  it('is refused without sufficient funds, and can be confirmed once they are there', async () => {
    const { id } = await quote({ amount: money('1000.00000001') });
    const before = await traceOf(service, account.id);
    expect(await refusalOf(confirm(id))).to.equal('The account has 1000 MXNB, and 1000.00000001 are needed.');
    expect(await traceOf(service, account.id)).to.deep.equal(before);
    await fund(account, 'MXNB', '10');
    await confirm(id);
    expect((await balancesOf(account))['MXNB']).to.equal('9.99999999 + 1000.00000001');
  });

  it('spends no money twice when two are confirmed at the same time', async () => {
    const quotes = [await quote({ amount: money('600') }), await quote({ amount: money('600') })];
    const outcomes = await Promise.allSettled(quotes.map(({ id }) => confirm(id)));
    expect(outcomes.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
    await runOut(service.workers.transfers);
    expect((await balancesOf(account))['MXNB']).to.equal('400.00000000 + 0.00000000');
    await requireSoundBooks(service);
  });

  it('that the provider refuses is reversed', async () => {
    const earlier = await eventsOf(service, account.id);
    const { id } = await quote();
    await confirm(id);
    await injectFault(service, 'convert', { failure: 'refused' });
    await service.workers.transfers.runOnce();
    await injectFault(service, 'convert', {});
    expect(await service.workers.transfers.runOnce(), 'a refusal is final').to.equal(0);
    expect(await read(id)).to.include({
      status: 'failed',
      failure_reason: 'PROVIDER_REFUSED',
      failure_message: 'The simulator is set to refuse.',
      provider_reference: null,
    });
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '1000.00000000 + 0.00000000' });
    expect(await movementsOf(account, id)).to.deep.equal([
      'conversion of conversion: -333.33333333 MXNB',
      'reversal of conversion: 333.33333333 MXNB',
    ]);
    // There is no event type for a failed conversion, only for the balance.
    expect((await eventsSince(service, account.id, earlier)).map(({ type }) => type)).to.deep.equal([
      'balance.updated',
      'balance.updated',
    ]);
    expect(await refusalOf(confirm(id))).to.match(/is failed/);
    await requireSoundBooks(service);
  });

  it('requested twice with one key has one quote', async () => {
    const key = randomUUID();
    const first = await quote({}, key);
    await moveMarket(service, 'MXNB', '0.5');
    const second = await quote({}, key);
    expect(second).to.include({
      quoteReference: first.quoteReference,
      toAmount: first.toAmount,
      exchangeRate: first.exchangeRate,
    });
  });

  it('is offered for the pairs that some provider exchanges', async () => {
    const pairs = await service.foundation.conversions.listPairs();
    expect(pairs).to.deep.include({ fromAsset: 'MXNB', toAsset: 'USDC' });
    expect(pairs.filter(({ fromAsset, toAsset }) => fromAsset === toAsset)).to.deep.equal([]);
  });

  describe('is refused, and leaves nothing behind,', () => {
    for (const { what, fields, says } of [
      {
        what: 'for an unknown account',
        fields: { accountId: '11111111-1111-4111-8111-111111111111' },
        says: /^There is no account 1+-.*\.$/,
      },
      { what: 'from an unknown asset', fields: { fromAsset: 'XYZ' }, says: /^There is no asset XYZ\.$/ },
      {
        what: 'into an unknown asset',
        fields: { toAsset: 'XYZ' },
        says: /^MXNB cannot be converted to XYZ\.$/,
      },
      {
        what: 'into itself',
        fields: { toAsset: 'MXNB' },
        says: /^MXNB cannot be converted to MXNB\.$/,
      },
      {
        what: 'of so little that it yields nothing',
        fields: { fromAsset: 'COP', amount: money('0.00000001') },
        says: /^At least \d+(\.\d+)? COP can be converted to USDC\.$/,
      },
      {
        what: 'of so much that no balance can hold the proceeds',
        fields: { fromAsset: 'USDC', toAsset: 'COP', amount: money('999999999999') },
        says: /^999999999999 USDC for \d+(\.\d+)? COP is more than an account can hold\.$/,
      },
    ]) {
      it(what, async () => {
        const before = await traceOf(service, account.id);
        expect(await refusalOf(quote(fields))).to.match(says);
        expect(await traceOf(service, account.id)).to.deep.equal(before);
      });
    }

    it('while the provider has no quote', async () => {
      await injectFault(service, 'quote', { failure: 'unavailable' });
      expect(await refusalOf(quote())).to.equal(
        'The provider has no quote at the moment: The simulator is set to be unavailable.',
      );
    });

    it('when what is confirmed is not a conversion', async () => {
      const unknown = randomUUID();
      expect(await refusalOf(confirm(unknown))).to.equal(`There is no conversion ${unknown}.`);
      const { id } = await service.foundation.db.transaction((trx) =>
        startWithdrawal(service.foundation, trx, {
          accountId: account.id,
          asset: 'MXNB',
          amount: money('150'),
          method: 'SPEI',
          destination: { clabe: '032180000118359719' },
          requestId: null,
        }),
      );
      expect(await refusalOf(confirm(id))).to.equal(`There is no conversion ${id}.`);
      const { id: own } = await quote();
      const { db, conversions } = service.foundation;
      const other = await service.createAccount();
      const strange = db.transaction((trx) => confirmConversion({ conversions }, trx, other.id, own));
      expect(await refusalOf(strange), "another account's").to.equal(`There is no conversion ${own}.`);
      await runOut(service.workers.transfers);
    });
  });
});
