import { expect } from 'chai';
import { money } from '../../src/lib/money.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import type { Queryable } from '../../src/db/connect.ts';
import { watchFx } from '../../src/fx/metrics.ts';
import { reportLiquidity } from '../../src/liquidity/report.ts';
import { changeMethod } from '../../src/methods/catalogue.ts';
import type { LockedQuote } from '../../src/methods/providers/provider.ts';
import { createPaymentLinkService, type LinkRequest } from '../../src/payment-links/service.ts';
import { notificationFor, receive } from '../deposits/notifications.ts';
import {
  advance,
  createLink,
  MINUTE_S,
  readLink,
  readMethod,
  refreshQuote,
  runOut,
  runToRest,
  serviceTimeIn,
} from '../payment-links/links.ts';
import { addTwoOperators } from '../operators/two-operators.ts';
import { startRail, type TestRail } from '../support/outside/rail.ts';
import { runPayments } from '../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const LINK = { amount: '20000', accepted_methods: ['USDC'] };

describe('limits of FX risk (D28, D38)', () => {
  let service: TestService;
  let account: TestAccount;
  let other: TestAccount;
  let rail: TestRail;
  /** How the rail lies about a quote. */
  let lie: (quote: LockedQuote) => Partial<LockedQuote>;

  beforeEach(async () => {
    rail = await startRail('rail');
    lie = () => ({});
    service = await startService({}, [
      {
        ...rail.provider,
        async lockQuote(request, signal) {
          const quote = await rail.provider.lockQuote(request, signal);
          // Shorter than payers need, so that the service locks the price itself.
          const expiresAt = new Date(await serviceTimeIn(service, 9));
          return { ...quote, expiresAt, ...lie(quote) };
        },
      },
    ]);
    await service.foundation.db.transaction((trx) => changeMethod(trx, 'USDC', { provider: 'rail' }));
    [account, other] = [await service.createAccount(), await service.createAccount()];
  });
  afterEach(async () => {
    await service?.close();
    await rail?.close();
  });

  const cli = async (...args: string[]): Promise<any> => {
    const { code, stdout, stderr } = await runPayments(service, ...args, '--json');
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  };
  const limit = (...args: string[]) => cli('fx', 'limit', '--from', 'USDC', '--to', 'MXNB', ...args);
  const create = (fields: object = {}) => createLink(account.api, { ...LINK, ...fields });
  const pay = async ({ code }: { code: string }): Promise<void> =>
    void (await receive(service, await notificationFor(service, code, 'USDC', { provider: 'rail' })));
  const usdc = async (amount = '20000'): Promise<any> => {
    const path = `/v1/payment_links/payment_methods?amount=${amount}&currency=MXNB`;
    const { body } = await account.api.get(path);
    return body.methods.find(({ method }: any) => method === 'USDC');
  };
  const convertOne = async (): Promise<void> => {
    await pay(await create());
    await runToRest(service);
  };
  /** As many as say what the price is. */
  const convertSeveral = async (): Promise<void> => {
    for (const by of [account, account, other]) await pay(await createLink(by.api, LINK));
    await runToRest(service);
  };
  /** Less by that factor is asked for what is bought. */
  const raise = (factor: string): void => {
    lie = (quote) => {
      const rate = quote.rate.times(factor).decimalPlaces(8);
      const fromAmount = quote.toAmount.div(rate).decimalPlaces(6, 0);
      return { rate, fromAmount, toAmount: fromAmount.times(rate).decimalPlaces(8, 1) };
    };
  };
  const isQuoted = async (): Promise<boolean> => (await create()).methods[0].amount_due !== null;

  describe('of exposure', () => {
    it('stop quotes, and show payers other methods, until what was paid is converted', async () => {
      // About 1,090 dollars each.
      await limit('--max-exposure', '2000');
      const [one, other] = [await create(), await create()];
      await pay(one);
      expect(await usdc()).to.include({ available: false, unavailable_reason: 'EXCHANGE_UNAVAILABLE' });
      const { exposure } = await cli('fx', 'report');
      expect(exposure).to.have.length(1);
      expect(exposure[0]).to.include({ method: 'USDC', payments: 1, max_usd: '2000.00' });
      expect(Number(exposure[0].used_percent)).to.be.within(50, 60);
      const { body, status } = await account.api.post('/v1/payment_links', {
        ...{ amount: '20000', currency: 'MXNB', description: 'Order' },
      });
      expect(status).to.equal(201);
      expect(body.accepted_methods).to.include('SPEI').and.not.include('USDC');
      // Nothing that a payer was promised is withdrawn.
      await pay(other);
      await runToRest(service);
      expect((await readLink(account.api, other.code)).status).to.equal('paid');
      expect(await usdc()).to.include({ available: true });
    });

    it('count a payment once that waits for its price', async () => {
      raise('1.04');
      const link = await create();
      const due = (await readMethod(account.api, link.code, 'USDC')).amount_due;
      await service.database.query('update payment_methods set max_slippage = 0.01');
      await pay(link);
      await service.workers.transfers.runOnce();
      const [transfer] = await service.database.query(
        `select waits_for, due_at is not null as due, stuck_at is not null as stuck, amount::text from transfers`,
      );
      expect(transfer).to.deep.include({ waits_for: 'PRICE_MOVED', due: true, stuck: true });
      const { exposure } = await cli('fx', 'report');
      expect(exposure).to.have.length(1);
      expect(exposure[0]).to.include({ payments: 1 });
      expect(money(exposure[0].from_amount).toFixed()).to.equal(money(due).toFixed());
      const { places } = await service.foundation.db.snapshot(reportLiquidity);
      const place = places.find(({ provider, asset }) => provider === 'rail' && asset === 'USDC')!;
      expect(money(place.leaving).toFixed()).to.equal(money(due).toFixed());
      // A second payment still fits in what three take.
      await limit('--max-exposure', '3300');
      expect(await usdc()).to.include({ available: true });
    });

    it('leave an ended quote as it is', async () => {
      const link = await create();
      await pay(await create());
      await advance(service, 16 * MINUTE_S);
      await limit('--max-exposure', '1500');
      const before = (await readMethod(account.api, link.code, 'USDC')).quote_status;
      await refreshQuote(account.api, link.code, 'USDC').catch(() => undefined);
      expect((await readMethod(account.api, link.code, 'USDC')).quote_status).to.equal(before);
      await limit('--unlimited');
      expect(await usdc()).to.include({ available: true });
    });

    it('are watched, as a share of the limit, with how long the oldest has waited', async () => {
      await limit('--max-exposure', '2000');
      await pay(await create());
      await advance(service, 7 * MINUTE_S);
      const metrics = createMetrics();
      watchFx(metrics, service.foundation.db.read);
      const text = await metrics.expose();
      expect(Number(/payments_fx_exposure_ratio{from="USDC",to="MXNB"} (\S+)/.exec(text)?.[1])).to.be.within(
        0.5,
        0.6,
      );
      expect(Number(/^payments_conversions_oldest_seconds (\S+)$/m.exec(text)?.[1])).to.be.within(420, 480);
    });
  });

  describe('of prices', () => {
    const LIES: Record<string, (quote: LockedQuote) => Partial<LockedQuote>> = {
      'ten times too good': ({ rate, toAmount }) => ({ rate: rate.times(10), toAmount: toAmount.times(10) }),
      'ten times too bad': ({ rate, toAmount }) => ({ rate: rate.div(10), toAmount: toAmount.div(10) }),
      'the other way round': ({ rate, fromAmount }) => ({
        rate: money('1').div(rate).decimalPlaces(8),
        toAmount: fromAmount.div(rate).decimalPlaces(8),
      }),
      'that is not what its amounts say': ({ rate }) => ({ rate: rate.times('1.02') }),
      'for ten times what was asked': ({ fromAmount, toAmount }) => ({
        fromAmount: fromAmount.times(10),
        toAmount: toAmount.times(10),
      }),
      'for less than was asked': ({ fromAmount, toAmount }) => ({
        fromAmount: fromAmount.div(2).decimalPlaces(6),
        toAmount: toAmount.div(2).decimalPlaces(6),
      }),
      'of nothing': () => ({ rate: money('0'), toAmount: money('0') }),
    };

    for (const [what, told] of Object.entries(LIES)) {
      it(`show no payer a price ${what}, also before there was a conversion`, async () => {
        lie = told;
        expect(await isQuoted()).to.equal(false);
        lie = () => ({});
        expect(await isQuoted()).to.equal(true);
        await convertOne();
        lie = told;
        expect(await isQuoted()).to.equal(false);
        const convert = ['conversions', 'quote', '--account', account.id, '--from', 'MXNB', '--to', 'USDC'];
        const { code, stderr } = await runPayments(service, ...convert, '--amount', '1000', '--json');
        expect(code).to.equal(1);
        expect(stderr).to.include('is refused');
      });
    }

    it('compare with the last conversions, by the percentage that the operator sets', async () => {
      await convertSeveral();
      raise('1.03');
      expect(await isQuoted()).to.equal(true);
      await limit('--max-deviation-percent', '2');
      expect(await isQuoted()).to.equal(false);
      expect(await limit('--max-exposure', '9000')).to.deep.equal({
        data: [
          { from_asset: 'USDC', to_asset: 'MXNB', max_exposure_usd: '9000.00', max_deviation_percent: '2' },
        ],
      });
    });

    it('are not moved further from the operator’s rates in small steps', async () => {
      const operators = await addTwoOperators(service);
      const accepting = (id: string) => [
        ...['transfers', 'resolve', id, '--retry', '--max-slippage-percent', '90'],
        ...['--reason', 'A test', '--evidence', 'None'],
      ];
      for (let step = 0; step < 6; step++) {
        const factor = money('1.045').pow(step).toFixed(8);
        raise(factor);
        const isNear = step < 5;
        expect(await isQuoted(), `step ${step}`).to.equal(isNear);
        if (!isNear) return;
        for (const by of [account, account, other]) await pay(await createLink(by.api, LINK));
        await runOut(service.workers.transfers);
        for (const { id } of (await cli('transfers', 'stuck')).data) await operators.agree(...accepting(id));
        await runToRest(service);
        await service.database.query(
          `update transfers set to_amount = amount * 18.35 * $1::numeric where status = 'settled'`,
          [factor],
        );
      }
    });

    it('are those of the operator again once the last conversions are a day old, or were far off', async () => {
      await convertSeveral();
      raise('1.1');
      expect(await isQuoted()).to.equal(false);
      await service.database.query('update transfers set to_amount = to_amount * 3');
      expect(await isQuoted()).to.equal(true);
      await service.database.query('update transfers set to_amount = to_amount / 3');
      await advance(service, 25 * 60 * MINUTE_S);
      expect(await isQuoted()).to.equal(true);
    });

    describe('compared with those of before', () => {
      const convertBy = async (by: TestAccount, count: number): Promise<void> => {
        for (let one = 0; one < count; one += 1) await pay(await createLink(by.api, LINK));
        await runToRest(service);
      };
      const misprice = (by: TestAccount, factor: string, amount = 'amount') =>
        service.database.query(
          `update transfers set amount = ${amount}, to_amount = ${amount} * (to_amount / amount) * ${factor}
            where account_id = $1 and status = 'settled'`,
          [by.id],
        );

      it('are not bent by dust', async () => {
        await convertSeveral();
        await convertBy(other, 1);
        await misprice(other, '1.1', '0.00000271');
        expect(await isQuoted()).to.equal(true);
        // Below ten dollars, whoever made them.
        await misprice(account, '1.1', '9');
        expect(await isQuoted()).to.equal(true);
      });

      it('are not bent by one account, however often it converts', async () => {
        const third = await service.createAccount();
        await convertSeveral();
        await convertBy(third, 1);
        await convertBy(account, 4);
        await misprice(account, '1.12');
        expect(await isQuoted()).to.equal(true);
        raise('1.12');
        expect(await isQuoted()).to.equal(false);
      });

      it('are those of the operator where only one account, or too few, have converted', async () => {
        await convertBy(account, 3);
        await misprice(account, '1.1');
        expect(await isQuoted()).to.equal(true);
      });
    });
  });

  it('cost a link one statement, and another for a float, if it can be paid with a conversion', async () => {
    const { db, providers, credentials, logger } = service.foundation;
    let statements = 0;
    const read: Queryable = {
      query(command) {
        statements += 1;
        return db.read.query(command);
      },
    };
    const links = createPaymentLinkService({
      read,
      providers,
      logger,
      checkoutBaseUrl: () => service.baseUrl,
    });
    const caller = (await credentials.authenticate(account.key.secret, '127.0.0.1'))!;
    const countFor = async (fields: Partial<LinkRequest>): Promise<number> => {
      statements = 0;
      await links.draft(caller, {
        ...{ amount: '20000', currency: 'MXNB', description: 'x', reference: null, metadata: {} },
        ...{
          feeBearer: 'merchant',
          returnUrl: null,
          payerName: null,
          customerId: null,
          expiresAt: undefined,
        },
        ...{ acceptedMethods: ['SPEI'], ...fields },
      });
      return statements;
    };
    const without = await countFor({});
    expect(await countFor({ amount: '100', acceptedMethods: undefined })).to.equal(without);
    expect(await countFor({ acceptedMethods: ['USDC'] })).to.equal(without + 1);
    expect(await countFor({ acceptedMethods: undefined })).to.equal(without + 1);
    await service.foundation.db.transaction((trx) =>
      changeMethod(trx, 'USDC', { exchangeProvider: 'simulator' }),
    );
    expect(await countFor({ acceptedMethods: undefined })).to.equal(without + 2);
  });
});
