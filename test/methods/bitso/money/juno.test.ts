import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { money } from '../../../../src/lib/money.ts';
import type { ConversionRequest, Outcome } from '../../../../src/methods/providers/provider.ts';
import { until } from '../../../support/poll.ts';
import { failureOf, patience } from '../../simulator/rig.ts';
import { openMoneyRig, type MoneyRig } from './money-rig.ts';
import type { MoneySide } from './money-side.ts';

describe('pesos and MXNB at Juno', () => {
  let rig: MoneyRig;
  let pesos = 500;

  before(async () => {
    rig = await openMoneyRig({ settings: { mintMs: 30 } });
  });
  after(() => rig.close());
  afterEach(() => {
    rig.fake.control.clearFaults();
    rig.fake.control.set({ mintMs: 30, mintFails: false, mintReturn: 'return' });
  });

  const mint = (change: Partial<ConversionRequest> = {}): ConversionRequest => ({
    ...{ idempotencyKey: `account:${randomUUID()}`, quoteReference: null, leastToAmount: null },
    ...{ fromAsset: 'MXN', toAsset: 'MXNB', fromAmount: money(String(++pesos)).plus('0.25') },
    ...change,
  });
  const redeem = (change: Partial<ConversionRequest> = {}) =>
    mint({ fromAsset: 'MXNB', toAsset: 'MXN', ...change });
  const convert = (asked: ConversionRequest, by: MoneySide = rig.money) => by.convert(asked, patience());
  const done = async (asked: ConversionRequest, by?: MoneySide): Promise<any> => {
    let outcome: Outcome | undefined;
    await until(async () => (outcome = await convert(asked, by).catch(() => undefined))?.status === 'done', {
      what: 'it is done',
    });
    return outcome;
  };
  const state = () => rig.fake.control.state();
  const sentFor = ({ fromAmount }: ConversionRequest) =>
    state().withdrawals.filter(({ amount }) => fromAmount.eq(amount));
  const transactionsOf = ({ fromAmount }: ConversionRequest, type: string) =>
    state().mints.filter((one) => one.transaction_type === type && fromAmount.eq(money(String(one.amount))));

  it('are exchanged where Juno is configured, one for one', async () => {
    const without = rig.reopen({ juno: false });
    for (const [from, to] of [
      ['MXN', 'MXNB'],
      ['MXNB', 'MXN'],
    ] as const) {
      expect(rig.money.exchanges(from, to)).to.equal(true);
      expect(without.exchanges(from, to)).to.equal(false);
      const quote = {
        ...{ idempotencyKey: randomUUID(), fromAsset: from, toAsset: to, fromDecimals: 2, lifeMs: 60_000 },
        fromAmount: money('123.45'),
      };
      expect((await failureOf(without.lockQuote(quote, patience()))).kind).to.equal('refused');
      const locked = await rig.money.lockQuote(quote, patience());
      expect([locked.rate, locked.fromAmount, locked.toAmount].map((one) => one.toFixed())).to.deep.equal([
        '1',
        '123.45',
        '123.45',
      ]);
      expect(await rig.reopen().lockQuote(quote, patience())).to.deep.equal(locked);
    }
  });

  it('are refused below 100, and with more than centavos', async () => {
    for (const fromAmount of [money('99.99'), money('100.001')]) {
      expect((await failureOf(convert(mint({ fromAmount })))).kind).to.equal('refused');
      expect((await failureOf(convert(redeem({ fromAmount })))).kind).to.equal('refused');
      expect(sentFor(mint({ fromAmount }))).to.deep.equal([]);
    }
  });

  it('are minted only once Juno has issued them, by the wid of what was sent there', async () => {
    rig.fake.control.set({ mintMs: 400 });
    const asked = mint();
    await convert(asked);
    await until(() => Promise.resolve(sentFor(asked)[0]?.status === 'complete'), { what: 'it is sent' });
    const { wid } = sentFor(asked)[0]!;
    expect(await convert(asked)).to.deep.equal({
      status: 'pending',
      providerReference: wid,
      waits: { reason: 'NOT_ISSUED', words: `Juno has not issued MXNB for withdrawal ${wid} yet.` },
    });
    const { providerReference, toAmount } = await done(asked, rig.reopen());
    expect(providerReference).to.equal(sentFor(asked)[0]!.wid);
    expect(toAmount.toFixed()).to.equal(asked.fromAmount.toFixed());
    expect(transactionsOf(asked, 'ISSUANCE').map(({ summary_status }) => summary_status)).to.deep.equal([
      'COMPLETE',
    ]);
  });

  it('are minted once when answers are lost on the way', async () => {
    for (const on of ['POST /v3/withdrawals', 'GET /mint_platform/v1/transactions']) {
      rig.fake.control.fault({ on, kind: 'lost', acts: true });
      const asked = mint();
      await done(asked, rig.reopen());
      expect(sentFor(asked)).to.have.length(1);
      expect(transactionsOf(asked, 'ISSUANCE')).to.have.length(1);
    }
  });

  it('of equal amounts are each minted by an issuance of their own', async () => {
    rig.fake.control.set({ mintMs: 300 });
    const [one, other] = [mint({ fromAmount: money('300') }), mint({ fromAmount: money('300') })];
    await done(one);
    const claimed = await rig.database.query('select issuance_id from bitso_mints where amount = 300');
    expect(claimed.filter(({ issuance_id }) => issuance_id !== null)).to.have.length(1);
    expect((await convert(other)).status).to.equal('pending');
    await done(other);
    const all = await rig.database.query('select distinct issuance_id from bitso_mints where amount = 300');
    expect(all).to.have.length(2);
  });

  it('are never given up once they have left Bitso, and are known by what left it, for its return', async () => {
    rig.fake.control.set({ mintFails: true, mintReturn: 'none' });
    const asked = mint();
    rig.fake.control.fault({ on: 'POST /v3/withdrawals', kind: 'lost', acts: true });
    await failureOf(convert(asked));
    let outcome: any;
    await until(
      async () => {
        outcome = await convert(asked).catch(() => undefined);
        return outcome?.waits?.words.includes('issued nothing') === true;
      },
      { what: 'Juno has issued nothing' },
    );
    expect(sentFor(asked).map(({ wid }) => wid)).to.deep.equal([outcome.providerReference]);
    expect(outcome).to.deep.include({ status: 'pending' });
    expect(outcome.waits.reason).to.equal('NOT_ISSUED');
  });

  it('are redeemed into the balance at Bitso, once for a key', async () => {
    rig.fake.control.grantMxnb({ amount: '100000' });
    const asked = redeem();
    rig.fake.control.fault({ on: 'POST /mint_platform/v1/redemptions', kind: 'lost', acts: true });
    const before = money(state().balances['mxn']!);
    const { providerReference, toAmount } = await done(asked, rig.reopen());
    expect(await convert(asked)).to.include({ status: 'done', providerReference });
    expect(toAmount.toFixed()).to.equal(asked.fromAmount.toFixed());
    const redemptions = transactionsOf(asked, 'REDEMPTION');
    expect(redemptions.map(({ id }) => id)).to.deep.equal([providerReference]);
    expect(money(state().balances['mxn']!).minus(before).toFixed()).to.equal(asked.fromAmount.toFixed());
  });

  it('that Juno does not have are not redeemed', async () => {
    const failure = await failureOf(convert(redeem({ fromAmount: money('9000000') })));
    expect(failure).to.include({ kind: 'refused', reason: 'INSUFFICIENT_PROVIDER_FUNDS' });
  });

  describe('that are to be redeemed, after a request without an answer', () => {
    const REDEEM = 'POST /mint_platform/v1/redemptions';
    const age = () =>
      rig.database.query(
        `update rail_orders set absent_since = absent_since - interval '6 minutes' where absent_since is not null`,
      );

    it('are not given back for a refusal while Juno has a redemption that may be this one', async () => {
      rig.fake.control.grantMxnb({ amount: '100000' });
      const asked = redeem();
      rig.fake.control.fault({ on: REDEEM, kind: 'lost', acts: true });
      await failureOf(convert(asked));
      rig.fake.control.fault({ on: REDEEM, kind: 'refused', code: '0379', times: 0 });
      for (let count = 0; count < 3; count++) {
        expect((await failureOf(convert(asked, rig.reopen()))).kind).to.equal('unavailable');
        await age();
      }
      expect(transactionsOf(asked, 'REDEMPTION')).to.have.length(1);
    });
  });

  it('leave the books of both whole', () => {
    expect(state().faults).to.deep.equal([]);
  });
});
