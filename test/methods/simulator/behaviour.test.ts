import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { money } from '../../../src/lib/money.ts';
import { lockLiveQuote } from '../../../src/methods/providers/live-quote.ts';
import type {
  InstructionsRequest,
  LockedQuote,
  QuoteRequest,
  ReportedDeposit,
} from '../../../src/methods/providers/provider.ts';
import { createFaultInjection } from '../../../src/methods/providers/simulator/fault-injection.ts';
import type { SimulatedOperation } from '../../../src/methods/providers/simulator/operations.ts';
import { moveRate } from '../../../src/methods/providers/simulator/repository.ts';
import { createSimulator } from '../../../src/methods/providers/simulator/simulator.ts';
import { until } from '../../support/poll.ts';
import { failureOf, openRig, patience, type Rig } from './rig.ts';

const MINUTE_MS = 60 * 1000;
/** A deposit as it is announced: seen, but not final. */
const ARRIVED = {
  method: 'MXNB',
  asset: 'MXNB',
  network: 'Arbitrum',
  amount: money('100'),
  destination: '0x52908400098527886E0F7030069857D2E4169EE7',
  reference: null,
  final: false,
  payer: {},
};

describe('the simulated provider', () => {
  let rig: Rig;

  before(async () => {
    rig = await openRig();
  });
  after(() => rig?.close());

  const quoteRequest = (assets: { fromAsset?: string; toAsset?: string } = {}): QuoteRequest => ({
    idempotencyKey: randomUUID(),
    fromAsset: 'MXN',
    fromDecimals: 2,
    toAsset: 'USDC',
    lifeMs: 15 * MINUTE_MS,
    toAmount: money('250.5'),
    ...assets,
  });
  const transferRequest = (idempotencyKey: string = randomUUID()) => ({
    idempotencyKey,
    method: 'SPEI',
    asset: 'MXN',
    amount: money('1500.25'),
    destination: { clabe: '032180000118359719' },
  });
  const refundRequest = (idempotencyKey: string = randomUUID()) => ({
    idempotencyKey,
    depositReference: randomUUID(),
    asset: 'USDC',
    amount: money('7.000001'),
    to: 'sender' as const,
  });
  const conversionRequest = async (idempotencyKey: string = randomUUID()) => {
    const request = quoteRequest();
    const quote = await rig.simulator.lockQuote(request, patience());
    const { fromAsset, toAsset } = request;
    return {
      idempotencyKey,
      quoteReference: quote.reference,
      fromAsset,
      toAsset,
      fromAmount: quote.fromAmount,
      leastToAmount: null,
    };
  };
  const announce = async (deposit: Partial<ReportedDeposit> = {}) => {
    const providerReference = randomUUID();
    await rig.db.transaction((trx) =>
      rig.simulator.announceDeposit(trx, { providerReference, ...ARRIVED, ...deposit }),
    );
    return providerReference;
  };
  const operations = (key: string) =>
    rig.database.query(
      `select operation, asset, amount::text, details, refusal from simulator_operations where idempotency_key = $1`,
      [key],
    );

  type Call = (signal: AbortSignal) => Promise<unknown>;
  /** Each operation of the port as a call that can be repeated with one key. */
  const CALLS: Record<SimulatedOperation, () => Promise<Call> | Call> = {
    quote() {
      const request = quoteRequest();
      return (signal) => rig.simulator.lockQuote(request, signal);
    },
    instructions() {
      const request: InstructionsRequest = {
        idempotencyKey: randomUUID(),
        method: 'SPEI',
        kind: 'clabe',
        network: null,
        asset: 'MXN',
        amount: money('100'),
        expiresAt: new Date(Date.now() + MINUTE_MS),
        payerName: null,
      };
      return (signal) => rig.simulator.issueInstructions(request, signal);
    },
    async confirm() {
      const providerReference = await announce();
      return (signal) =>
        rig.simulator.confirmDeposit({ idempotencyKey: providerReference, providerReference }, signal);
    },
    async convert() {
      const request = await conversionRequest();
      return (signal) => rig.simulator.convert(request, signal);
    },
    pay_out() {
      const request = transferRequest();
      return (signal) => rig.simulator.payOut(request, signal);
    },
    refund() {
      const request = refundRequest();
      return (signal) => rig.simulator.refund(request, signal);
    },
  };
  const OPERATIONS = Object.keys(CALLS) as SimulatedOperation[];

  describe('called with one key', () => {
    it('remembers across restarts and market moves', async () => {
      const request = quoteRequest();
      const quote = await rig.simulator.lockQuote(request, patience());
      await rig.db.transaction((trx) => moveRate(trx, 'MXN', money('0.5')));
      try {
        const afterwards = createSimulator({ db: rig.db });
        expect(await afterwards.lockQuote(request, patience())).to.deep.equal(quote);
        const fresh = await afterwards.lockQuote(quoteRequest(), patience());
        expect(fresh.rate.gt(quote.rate.times('1.49'))).to.be.true;
      } finally {
        await rig.db.transaction((trx) => moveRate(trx, 'MXN', money('0')));
      }
    });

    it('keeps the keys of different operations apart', async () => {
      const key = randomUUID();
      const transfer = await rig.simulator.payOut(transferRequest(key), patience());
      const refund = await rig.simulator.refund(refundRequest(key), patience());
      expect(transfer.providerReference).not.to.equal(refund.providerReference);
      expect(await operations(key)).to.have.length(2);
    });
  });

  describe('with fault injection', () => {
    afterEach(async () => {
      for (const operation of OPERATIONS) await rig.set(operation);
    });

    for (const operation of OPERATIONS) {
      it(`is unavailable until reset (${operation})`, async () => {
        const call = await CALLS[operation]();
        await rig.set(operation, { failure: 'unavailable' });
        expect((await failureOf(call(patience()))).kind).to.equal('unavailable');
        await rig.set(operation);
        await call(patience());
      });

      it(`loses its response, which the same key can then get (${operation})`, async () => {
        const call = await CALLS[operation]();
        await rig.set(operation, { failure: 'lost_answer' });
        expect((await failureOf(call(patience()))).kind).to.equal('timeout');
        await rig.set(operation);
        expect(await call(patience())).to.deep.equal(await call(patience()));
      });

      it(`can be aborted while slow, before and after it acts (${operation})`, async () => {
        for (const slow of [{ latencyMs: 60_000 }, { answerDelayMs: 60_000 }]) {
          const call = await CALLS[operation]();
          await rig.set(operation, slow);
          const begun = Date.now();
          expect((await failureOf(call(AbortSignal.timeout(50)))).kind).to.equal('timeout');
          expect(Date.now() - begun).to.be.within(40, 50_000);
          await rig.set(operation);
        }
      });
    }

    it('has done nothing when it was unavailable or aborted before it acted', async () => {
      const request = transferRequest();
      await rig.set('pay_out', { failure: 'unavailable' });
      await failureOf(rig.simulator.payOut(request, patience()));
      await rig.set('pay_out', { latencyMs: 100 });
      await failureOf(rig.simulator.payOut(request, AbortSignal.timeout(20)));
      // An equally slow one that starts later: by its end the first would have been done too.
      await rig.simulator.payOut(transferRequest(), patience());
      expect(await operations(request.idempotencyKey)).to.deep.equal([]);
    });

    it('has moved the money when its response was lost', async () => {
      const request = transferRequest();
      await rig.set('pay_out', { failure: 'lost_answer' });
      await failureOf(rig.simulator.payOut(request, patience()));
      expect(await operations(request.idempotencyKey)).to.have.length(1);
    });

    it('has moved the money when its response came too late', async () => {
      const request = transferRequest();
      const impatience = new AbortController();
      await rig.set('pay_out', { answerDelayMs: 60_000 });
      const failed = failureOf(rig.simulator.payOut(request, impatience.signal));
      await until(async () => (await operations(request.idempotencyKey)).length === 1, {
        what: 'the transfer is made',
      });
      impatience.abort();
      expect((await failed).kind).to.equal('timeout');
    });

    it('takes as long as configured', async () => {
      await rig.set('pay_out', { latencyMs: 60, answerDelayMs: 60 });
      const begun = Date.now();
      await rig.simulator.payOut(transferRequest(), patience());
      expect(Date.now() - begun).to.be.at.least(118);
    });

    for (const operation of ['quote', 'instructions'] as const) {
      it(`refuses (${operation})`, async () => {
        const call = await CALLS[operation]();
        await rig.set(operation, { failure: 'refused' });
        expect((await failureOf(call(patience()))).kind).to.equal('refused');
      });
    }
  });

  describe('called by many at once', () => {
    it('reads its settings once for simultaneous calls, and again for later ones', async () => {
      let reads = 0;
      const { carryOut } = createFaultInjection({
        query(config) {
          reads++;
          return rig.db.read.query(config);
        },
      });
      const callers = () =>
        Promise.all(
          Array.from({ length: 20 }, () =>
            carryOut('instructions', patience(), () => Promise.resolve('answered')),
          ),
        );
      await callers();
      expect(reads).to.equal(1);
      await callers();
      expect(reads).to.equal(2);
    });
  });

  describe('a quote', () => {
    it("yields the requested amount, at the rail's precision, for 15 minutes", async () => {
      const [asked] = await rig.database.query('select service_now() as now');
      const { rate, fromAmount, expiresAt } = await rig.simulator.lockQuote(quoteRequest(), patience());
      expect(rate.toNumber()).to.be.within(0.0545 * 0.98, 0.0545 * 1.01);
      expect(fromAmount.decimalPlaces()).to.be.at.most(2);
      expect(fromAmount.times(rate).gte('250.5')).to.be.true;
      expect(fromAmount.minus('0.01').times(rate).lt('250.5')).to.be.true;
      const lifeMs = expiresAt.getTime() - (asked?.['now'] as Date).getTime();
      expect(lifeMs).to.be.within(15 * MINUTE_MS, 16 * MINUTE_MS);
    });

    it('that has expired is replaced under the next key, the same one for every retry', async () => {
      const request = quoteRequest();
      const ended = await rig.simulator.lockQuote(request, patience());
      await advanceClock('1 hour');
      const [row] = await rig.database.query('select service_now() as now');
      const now = row?.['now'] as Date;
      const live = await lockLiveQuote(rig.simulator, request, now, patience());
      expect(live.reference).to.not.equal(ended.reference);
      expect(live.expiresAt.getTime()).to.be.greaterThan(now.getTime());
      expect(await lockLiveQuote(rig.simulator, request, now, patience())).to.deep.equal(live);
    });

    it("follows the deployment's clock", async () => {
      const quotes = [];
      for (let hour = 0; hour < 3; hour++) {
        quotes.push(await rig.simulator.lockQuote(quoteRequest(), patience()));
        await advanceClock('1 hour');
      }
      expect(new Set(quotes.map(({ rate }) => rate.toFixed())).size).to.equal(3);
    });

    it('is refused for an asset that is not traded or is worth too little', async () => {
      for (const request of [{ fromAsset: 'EUR' }, { toAsset: 'EUR' }]) {
        const failure = await failureOf(rig.simulator.lockQuote(quoteRequest(request), patience()));
        expect(failure.kind).to.equal('refused');
      }
      await rig.db.transaction((trx) => moveRate(trx, 'COP', money('-0.99999')));
      const cop = quoteRequest({ fromAsset: 'COP' });
      expect((await failureOf(rig.simulator.lockQuote(cop, patience()))).kind).to.equal('refused');
      await rig.db.transaction((trx) => moveRate(trx, 'COP', money('0')));
    });
  });

  describe('a conversion', () => {
    const requireLockedRate = async (quote: LockedQuote) => {
      const outcome = await rig.simulator.convert(
        {
          idempotencyKey: randomUUID(),
          quoteReference: quote.reference,
          fromAsset: 'MXN',
          fromAmount: quote.fromAmount,
          toAsset: 'USDC',
          leastToAmount: null,
        },
        patience(),
      );
      if (outcome.status !== 'done') throw new Error('it is not done');
      const { toAmount } = outcome;
      const exact = quote.fromAmount.times(quote.rate);
      expect(toAmount.lte(exact) && toAmount.plus('0.00000001').gt(exact)).to.be.true;
      expect(toAmount.gte('250.5')).to.be.true;
    };

    it('exchanges at the locked rate, truncated to 8 decimals', async () => {
      await requireLockedRate(await rig.simulator.lockQuote(quoteRequest(), patience()));
    });

    it('honors a quote however late, though its rate is another by then', async () => {
      const quote = await rig.simulator.lockQuote(quoteRequest(), patience());
      await advanceClock('40 days');
      const later = await rig.simulator.lockQuote(quoteRequest(), patience());
      expect(later.rate.toFixed()).not.to.equal(quote.rate.toFixed());
      await requireLockedRate(quote);
    });

    it('is refused when it differs from the quote', async () => {
      const request = await conversionRequest();
      for (const change of [
        { quoteReference: randomUUID() },
        { fromAsset: 'USD' },
        { toAsset: 'USDT' },
        { fromAmount: request.fromAmount.plus('0.01') },
        { fromAmount: request.fromAmount.minus('0.01') },
      ]) {
        const failure = await failureOf(rig.simulator.convert({ ...request, ...change }, patience()));
        expect(failure.kind, JSON.stringify(change)).to.equal('refused');
      }
      await rig.simulator.convert(request, patience());
    });

    it('is refused when the quote reference is of another operation', async () => {
      const request = await conversionRequest();
      const { providerReference } = await rig.simulator.payOut(transferRequest(), patience());
      const wrong = { ...request, quoteReference: providerReference };
      expect((await failureOf(rig.simulator.convert(wrong, patience()))).kind).to.equal('refused');
    });
  });

  describe('a deposit', () => {
    const confirm = (providerReference: string) =>
      rig.simulator.confirmDeposit({ idempotencyKey: randomUUID(), providerReference }, patience());

    it("is seen, and confirmed 3 seconds later on the deployment's clock", async () => {
      const reference = await announce();
      expect(await confirm(reference)).to.deep.equal({ status: 'seen' });
      await advanceClock('3 seconds');
      const { asset, network, amount, destination, payer } = ARRIVED;
      const facts = { asset, network, amount, destination, payer };
      expect(await confirm(reference)).to.deep.equal({ status: 'confirmed', ...facts });
    });

    it('counts three confirmations meanwhile, for its payer', async () => {
      const reference = await announce();
      const progress = () => rig.simulator.progressOf(reference);
      expect(await progress()).to.deep.equal({
        isFinal: false,
        confirmations: { have: 0, of: 3 },
        transaction: undefined,
        url: undefined,
      });
      await advanceClock('2 seconds');
      expect(await progress()).to.deep.include({ isFinal: false, confirmations: { have: 2, of: 3 } });
      await advanceClock('1 second');
      expect(await progress()).to.deep.include({ isFinal: true, confirmations: { have: 3, of: 3 } });
      const byBank = await announce({ method: 'SPEI', asset: 'MXN', network: null, final: true });
      expect(await rig.simulator.progressOf(byBank), 'of a bank transfer there is nothing to watch').to.equal(
        undefined,
      );
      expect(await rig.simulator.progressOf('unknown')).to.equal(undefined);
    });

    it('is confirmed at once when it was announced as final', async () => {
      expect(await confirm(await announce({ final: true }))).to.deep.include({ status: 'confirmed' });
    });

    it('keeps each of 18 decimals', async () => {
      const amount = money('0.123456789012345678');
      const reference = await announce({ amount, final: true });
      expect(await confirm(reference)).to.deep.include({ status: 'confirmed', amount });
    });

    it('is dropped when the provider is set to refuse confirmations', async () => {
      const reference = await announce();
      await rig.set('confirm', { failure: 'refused' });
      expect(await confirm(reference)).to.deep.equal({ status: 'dropped' });
      expect((await failureOf(confirm('unheard of'))).kind).to.equal('refused');
      await rig.set('confirm');
      await advanceClock('3 seconds');
      expect(await confirm(reference)).to.deep.equal({ status: 'dropped' });
    });

    it('is refused when it was never announced, even with the reference of another operation', async () => {
      const { providerReference } = await rig.simulator.payOut(transferRequest(), patience());
      for (const reference of ['unheard of', String(providerReference)]) {
        expect((await failureOf(confirm(reference))).kind).to.equal('refused');
      }
    });

    it('is in its books once, however often it is announced', async () => {
      const providerReference = randomUUID();
      for (const amount of ['100', '200']) {
        await rig.db.transaction((trx) =>
          rig.simulator.announceDeposit(trx, { ...ARRIVED, providerReference, amount: money(amount) }),
        );
      }
      const { method, destination, reference, network, final, payer } = ARRIVED;
      expect(await operations(providerReference)).to.deep.equal([
        {
          operation: 'deposit',
          asset: 'MXNB',
          amount: '100.00000000',
          details: { method, destination, reference, network, final, payer },
          refusal: null,
        },
      ]);
    });
  });

  async function advanceClock(by: string): Promise<void> {
    await rig.database.query('update service_clock set advanced_by = advanced_by + $1::interval', [by]);
  }
});
