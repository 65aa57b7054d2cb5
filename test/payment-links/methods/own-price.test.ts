import { expect } from 'chai';
import { verifyLedger } from '../../../src/audit/verify.ts';
import { money } from '../../../src/lib/money.ts';
import { changeMethod, type MethodChange } from '../../../src/methods/catalogue.ts';
import { notificationFor, receive } from '../../deposits/notifications.ts';
import { eventsOf } from '../../events/events.ts';
import { addTwoOperators, type TwoOperators } from '../../operators/two-operators.ts';
import { runPayments } from '../../support/processes/command.ts';
import { balancesOf } from '../../transfers/rig.ts';
import type { TestAccount, TestService } from '../../support/service.ts';
import {
  advance,
  booksOf,
  createLink,
  DAY_S,
  methodOf,
  MINUTE_S,
  PAYABLE_BY_ALL,
  readLink,
  readMethod,
  refreshQuote,
  runOut,
  runToRest,
  serviceTimeIn,
} from '../links.ts';
import { startLimitedRail, type LimitedRail } from './limited-rail.ts';

const OWED = money(PAYABLE_BY_ALL);
const HOUR_S = 60 * MINUTE_S;

const runJson = async (service: TestService, ...args: string[]): Promise<any> => {
  const { stdout, stderr } = await runPayments(service, ...args, '--json');
  expect(stderr).to.equal('');
  return JSON.parse(stdout);
};

describe('a price that the service locks itself', () => {
  let rail: LimitedRail;
  let service: TestService;
  let account: TestAccount;
  let operators: TwoOperators;

  before(async () => {
    rail = await startLimitedRail();
    service = rail.service;
    operators = await addTwoOperators(service);
  });
  after(() => rail?.close());
  beforeEach(async () => {
    account = await service.createAccount();
    await rail.reset();
    rail.limits.quoteS = 9;
  });

  const create = (fields: object = {}) => createLink(account.api, { accepted_methods: ['USDC'], ...fields });
  const change = (method: string, fields: MethodChange) =>
    service.foundation.db.transaction((trx) => changeMethod(trx, method, fields));
  const pay = async (code: string, method = 'USDC') => {
    const deposit = await receive(
      service,
      await notificationFor(service, code, method, { provider: 'rail' }),
    );
    await runToRest(service);
    return deposit;
  };
  const referenceOf = async (code: string) => {
    const [row] = await service.database.query(
      'select quote_reference from payment_link_methods where link_code = $1',
      [code],
    );
    return row?.['quote_reference'];
  };
  /** For how long the amount of a link's only method holds, counted from the link's creation. */
  const lifeOf = ({ created_at, methods: [method] }: any): number =>
    (Date.parse(method.amount_due_expires_at) - Date.parse(created_at)) / 1_000;
  const verify = async () =>
    expect(await service.foundation.db.snapshot(verifyLedger)).to.deep.include({ ok: true });

  it("gives payers 15 minutes where the provider's quotes last 9 s", async () => {
    const link = await create();
    expect(lifeOf(link)).to.be.within(14 * MINUTE_S, 15 * MINUTE_S);
    const [{ quote_status, amount_due, exchange_rate }] = link.methods;
    expect(quote_status).to.equal('locked');
    expect(await referenceOf(link.code)).to.equal(null);
    const rate = money(exchange_rate);
    expect(money(amount_due).times(rate).gte(OWED)).to.be.true;
    expect(money(amount_due).minus('0.000001').times(rate).lt(OWED)).to.be.true;

    await advance(service, 14 * MINUTE_S);
    expect(await readMethod(account.api, link.code, 'USDC')).to.deep.equal(link.methods[0]);
    expect(await pay(link.code)).to.include({ status: 'pending' });
    expect((await readLink(account.api, link.code)).status).to.equal('paid');
  });

  for (const by of ['0.05', '-0.05', '-0.9']) {
    it(`moves neither the payer's amount nor the account's when the market moves by ${by}`, async () => {
      const link = await create();
      const [shown] = link.methods;
      await rail.moveMarket('MXNB', by);
      await advance(service, 10 * MINUTE_S);
      await pay(link.code);

      const paid = await readLink(account.api, link.code);
      expect(paid.status).to.equal('paid');
      expect(paid.methods[0]).to.include({
        amount_due: shown.amount_due,
        exchange_rate: shown.exchange_rate,
      });
      expect(await balancesOf(account)).to.deep.equal({ MXNB: '20000.00000000 + 0.00000000' });

      const [request] = rail.asked.conversions;
      expect(request).to.include({ quoteReference: null, fromAsset: 'USDC', toAsset: 'MXNB' });
      const [conversion] = (await account.api.get('/v1/conversions')).body.data;
      const brought = money(conversion.to_amount);
      const sent = money(shown.amount_due);
      const expected = sent.times(shown.exchange_rate).decimalPlaces(8, 1);
      // A dearer MXNB makes the USDC bring less.
      expect(brought.div(expected).toNumber()).to.be.closeTo(1 / (1 + Number(by)), 0.02);
      expect(await booksOf(service, account.id, 'fee')).to.deep.equal({
        MXNB: expected.minus(OWED).toFixed(8),
      });
      const difference = brought.minus(expected);
      expect(await booksOf(service, account.id, 'fx')).to.deep.equal({ MXNB: difference.toFixed(8) });
      expect(difference.isNegative()).to.equal(!by.startsWith('-'));

      expect(conversion).to.include({ status: 'completed', quote_expires_at: null });
      const real = money(conversion.exchange_rate);
      expect(real.minus(brought.div(sent)).abs().lte('0.00000001')).to.be.true;
      const events = await eventsOf(service, account.id);
      expect(events.find(({ type }) => type === 'conversion.completed')?.data).to.include({
        to_amount: conversion.to_amount,
        exchange_rate: conversion.exchange_rate,
      });
      await verify();
    });
  }

  it('is for the parts of a payment together, and its risk is booked once', async () => {
    await service.changeAccount(account.id, { payTheRest: true });
    const { code, methods } = await create();
    const [{ amount_due: due }] = methods;
    const send = async (amount: string) =>
      receive(
        service,
        await notificationFor(service, code, 'USDC', {
          ...{ provider: 'rail', amount: money(amount), payer: { source_address: '0xabc' } },
        }),
      );
    await send('1000');
    await rail.moveMarket('MXNB', '0.05');
    await advance(service, 10 * MINUTE_S);
    await send((await readMethod(account.api, code, 'USDC')).amount_missing);
    await runToRest(service);

    expect((await readLink(account.api, code)).status).to.equal('paid');
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '20000.00000000 + 0.00000000' });
    expect(rail.asked.conversions.map(({ fromAmount }) => fromAmount.toFixed(6))).to.deep.equal([due]);
    const [result, ...others] = await service.database.query(
      `select p.amount, t.amount as converted from ledger_postings p
         join ledger_entries e on e.account_id = p.account_id and e.id = p.entry_id
         join transfers t on t.account_id = e.account_id and t.deposit_id::text = e.source_id
        where p.account_id = $1 and p.book = 'fx'`,
      [account.id],
    );
    expect(others).to.deep.equal([]);
    expect(Number(result?.['amount'])).to.be.lessThan(0);
    expect(Number(result?.['converted'])).to.equal(Number(due));
    await verify();
  });

  describe('when the market has moved further than the operator allows', () => {
    const stuck = async (): Promise<any[]> =>
      (await runJson(service, 'transfers', 'stuck')).data.filter((one: any) => one.account_id === account.id);
    const convert = () => runOut(service.workers.transfers);
    const moved = async (by: string) => {
      await change('USDC', { maxSlippage: money('0.02') });
      const link = await create();
      await rail.moveMarket('MXNB', by);
      await receive(service, await notificationFor(service, link.code, 'USDC', { provider: 'rail' }));
      await convert();
      return link;
    };

    const accepting = (id: string, percent: string) => [
      ...['transfers', 'resolve', id, '--retry', '--max-slippage-percent', percent],
      ...['--reason', 'The peso fell', '--evidence', 'Ticket 1'],
    ];

    it('exchanges nothing, and has an operator look, with the figures', async () => {
      const { code, methods } = await moved('1');
      expect((await readLink(account.api, code)).status).to.equal('processing');
      const [transfer, ...others] = await stuck();
      expect(others).to.deep.equal([]);
      expect(transfer).to.include({ kind: 'payment_conversion', status: 'sent' });
      const { amount_due, exchange_rate } = methods[0];
      const promised = money(amount_due).times(exchange_rate).decimalPlaces(8, 1);
      expect(transfer.last_error)
        .to.include(money(amount_due).toFixed())
        .and.include(`Promised were ${promised.toFixed()} MXNB, and at most 2 % less is allowed.`);
      const [conversion] = (await account.api.get('/v1/conversions')).body.data;
      expect(conversion).to.include({ status: 'processing', to_amount: promised.toFixed(8) });
      const [last] = rail.asked.conversions.slice(-1);
      expect(last?.leastToAmount?.toFixed()).to.equal(promised.times('0.98').decimalPlaces(8, 1).toFixed());
      await verify();
    });

    it('goes on by itself once the market is back, with what was promised', async () => {
      const { code } = await moved('0.05');
      expect(await stuck()).to.have.length(1);
      await rail.moveMarket('MXNB', '0.01');
      await advance(service, 20 * MINUTE_S);
      await convert();
      expect((await readLink(account.api, code)).status).to.equal('paid');
      expect(await stuck()).to.deep.equal([]);
      expect(await balancesOf(account)).to.deep.equal({ MXNB: '20000.00000000 + 0.00000000' });
    });

    it('exchanges what two operators accept, for this payment only, and keeps what was promised', async () => {
      const { code } = await moved('1');
      const [{ id }] = await stuck();
      await operators.agree(...accepting(id, '40'));
      await convert();
      expect((await stuck())[0].last_error).to.include('at most 40 % less');
      await operators.agree(...accepting(id, '60'));
      await convert();
      expect((await readLink(account.api, code)).status).to.equal('paid');
      expect(await stuck()).to.deep.equal([]);
      expect(await balancesOf(account)).to.deep.equal({ MXNB: '20000.00000000 + 0.00000000' });
      await verify();
      await moved('1.5');
      expect(await stuck()).to.have.length(1);
    });

    it('gives nothing away for one operator, who may accept only what the method allows', async () => {
      const { code } = await moved('0.05');
      const [{ id }] = await stuck();
      const { ana, json, refused } = operators;
      const unexplained = await refused(ana, ...accepting(id, '6').slice(0, -4));
      expect(unexplained.message).to.match(/^Another operator must approve this: pass --reason/);
      const request = await json(ana, ...accepting(id, '6'));
      expect(request).to.include({ kind: 'transfers.resolve', status: 'waiting', requested_by: 'ana' });
      const [{ to_amount }] = (await account.api.get('/v1/conversions')).body.data;
      expect(request.details).to.include({
        transfer: id,
        ...{ max_slippage: '0.06', max_loss: money(to_amount).times('0.06').decimalPlaces(8, 0).toFixed() },
      });
      const approve = ['approvals', 'approve', request.id];
      expect(await refused(ana, ...approve)).to.include({ code: 'second_operator_required' });
      expect(await refused(undefined, ...approve)).to.include({ code: 'operator_key_required' });
      await convert();
      expect(await stuck()).to.have.length(1);
      // What the method allows anyway needs nobody else.
      expect(await json(ana, ...accepting(id, '2'))).to.include({ id, status: 'sent' });
      await convert();
      expect((await readLink(account.api, code)).status).to.equal('processing');
      await json(operators.bruno, ...approve);
      await convert();
      expect((await readLink(account.api, code)).status).to.equal('paid');
      const { data } = await json(undefined, 'operators', 'log');
      expect(data.find(({ action }: any) => action === 'transfer.resolved')).to.deep.include({
        ...{ operator: 'bruno', subject: id },
        details: { request: request.id, max_slippage: '0.06' },
      });
      await verify();
    });

    it('believes no acceptance that two operators did not give', async () => {
      const { code } = await moved('0.05');
      const [{ id }] = await stuck();
      // As a program did that let one operator decide.
      await service.database.query(
        'update transfers set accepted_slippage = 0.5, stuck_at = null, due_at = service_now() where id = $1',
        [id],
      );
      await convert();
      expect((await readLink(account.api, code)).status).to.equal('processing');
      expect((await stuck())[0].last_error).to.include('at most 2 % less');
    });

    it('exchanges for no more than a tenth less, whatever a method was set to', async () => {
      await service.database.query(`update payment_methods set max_slippage = 0.6 where method = 'USDC'`);
      const link = await create();
      await rail.moveMarket('MXNB', '0.2');
      await receive(service, await notificationFor(service, link.code, 'USDC', { provider: 'rail' }));
      await convert();
      expect((await stuck())[0].last_error).to.include('at most 10 % less is allowed');
      const set = ['methods', 'set', 'USDC', '--max-slippage-percent'];
      const { message } = await operators.refused(operators.ana, ...set, '10.1');
      expect(message).to.match(/^A method lets conversions fall short by 10 % at most\./);
      await operators.json(operators.ana, ...set, '10');
    });

    it('can be given up: what was paid is then unmatched', async () => {
      const { code } = await moved('1');
      const [{ id }] = await stuck();
      await runJson(service, 'transfers', 'resolve', id, '--failed', 'the market will not come back');
      expect((await readLink(account.api, code)).status).to.equal('active');
      const { data } = await runJson(service, 'deposits', 'unmatched', '--account', account.id);
      expect(data.map((one: any) => one.unmatched_reason)).to.deep.equal(['CONVERSION_FAILED']);
      await verify();
    });

    it('does not book what a provider exchanges for less all the same, before two operators accept it', async () => {
      rail.ignoresLeast = true;
      const { code } = await moved('1');
      expect((await readLink(account.api, code)).status).to.equal('processing');
      const [{ id, last_error }] = await stuck();
      expect(last_error).to.include('at most 2 % less is allowed');
      await operators.agree(...accepting(id, '60'));
      await convert();
      expect((await readLink(account.api, code)).status).to.equal('paid');
      await verify();
    });

    it('takes an acceptance for conversions of payments only, and only with --retry', async () => {
      await moved('1');
      const [{ id }] = await stuck();
      for (const options of [
        ['--max-slippage-percent', '60'],
        ['--failed', 'x', '--max-slippage-percent', '60'],
        ['--retry', '--max-slippage-percent', '100'],
        ['--retry', '--max-slippage-percent', '60'],
      ]) {
        const { code } = await runPayments(service, 'transfers', 'resolve', id, ...options);
        expect(code, options.join(' ')).to.be.oneOf([1, 2]);
      }
    });
  });

  it("is worse for the payer by the method's spread, which then stays with the service", async () => {
    const [plain] = (await create()).methods;
    await change('USDC', { spread: money('0.01') });
    const link = await create();
    const [{ amount_due, exchange_rate }] = link.methods;
    expect(money(exchange_rate).div(plain.exchange_rate).toNumber()).to.be.closeTo(0.99, 0.001);
    expect(money(amount_due).times(exchange_rate).gte(OWED)).to.be.true;
    await pay(link.code);
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '20000.00000000 + 0.00000000' });
    const { MXNB: gained } = await booksOf(service, account.id, 'fx');
    expect(Number(gained)).to.be.closeTo(20_000 * (1 / 0.99 - 1), 25);
    await verify();
  });

  it("is not needed where the provider's quote lasts long enough, and then has no spread", async () => {
    await change('USDC', { spread: money('0.5') });
    rail.limits.quoteS = 14 * MINUTE_S;
    const link = await create();
    const reference = await referenceOf(link.code);
    expect(reference).to.be.a('string');
    expect(Number(link.methods[0].amount_due)).to.be.within(1_000, 1_200);
    expect(lifeOf(link)).to.be.within(13 * MINUTE_S, 14 * MINUTE_S);
    await rail.moveMarket('MXNB', '0.05');
    await pay(link.code);
    expect(rail.asked.conversions[0]).to.include({ quoteReference: reference });
    expect(await booksOf(service, account.id, 'fx')).to.deep.equal({});
    const [conversion] = (await account.api.get('/v1/conversions')).body.data;
    expect(conversion.exchange_rate).to.equal(link.methods[0].exchange_rate);
    expect(conversion.quote_expires_at).to.equal(link.methods[0].amount_due_expires_at);
  });

  it('is needed where it lasts only a part of the time', async () => {
    rail.limits.quoteS = 10 * MINUTE_S;
    const link = await create();
    expect(await referenceOf(link.code)).to.equal(null);
    expect(lifeOf(link)).to.be.within(14 * MINUTE_S, 15 * MINUTE_S);
    // A quote need not last longer than its link.
    const short = await create({ expires_at: await serviceTimeIn(service, 9 * MINUTE_S) });
    expect(await referenceOf(short.code)).to.be.a('string');
    expect(short.methods[0].amount_due_expires_at).to.equal(short.expires_at);
  });

  it('ends a quote that lasts longer than the method allows', async () => {
    rail.limits.quoteS = HOUR_S;
    const link = await create();
    expect(await referenceOf(link.code)).to.be.a('string');
    expect(lifeOf(link)).to.be.within(14 * MINUTE_S, 15 * MINUTE_S);
  });

  it("lasts the method's quote life, which is also what the provider is asked for", async () => {
    const wire = await create({ accepted_methods: ['WIRE'] });
    expect(lifeOf(wire)).to.be.within(72 * HOUR_S - MINUTE_S, 72 * HOUR_S);
    await change('USDC', { quoteLifeMs: 90_000 });
    expect(lifeOf(await create())).to.be.within(60, 90);
    expect(rail.asked.quotes.map(({ lifeMs }) => lifeMs)).to.deep.equal([72 * HOUR_S * 1_000, 90_000]);

    // Wires take days.
    await advance(service, 2 * DAY_S);
    expect(await pay(wire.code, 'WIRE')).to.include({ status: 'pending' });
    expect((await readLink(account.api, wire.code)).status).to.equal('paid');
    await change('USDC', { quoteLifeMs: 15 * MINUTE_S * 1_000 });
  });

  it('is locked anew, at the current rate and by the current terms, once expired', async () => {
    const link = await create();
    await advance(service, 16 * MINUTE_S);
    await rail.moveMarket('MXNB', '0.05');
    await change('USDC', { spread: money('0.1') });
    expect((await readMethod(account.api, link.code, 'USDC')).quote_status).to.equal('expired');
    const { body } = await refreshQuote(account.api, link.code, 'USDC');
    expect(body.quote_status).to.equal('locked');
    const dearer = Number(body.amount_due) / Number(link.methods[0].amount_due);
    expect(dearer).to.be.closeTo(1.05 / 0.9, 0.02);
    await pay(link.code);
    expect((await readLink(account.api, link.code)).status).to.equal('paid');
    await verify();
  });

  it('costs nothing when the provider refuses the conversion: the payment is held', async () => {
    const link = await create();
    await rail.set('convert', { failure: 'refused' });
    const deposit = await pay(link.code);
    expect((await readLink(account.api, link.code)).status).to.equal('active');
    expect((await account.api.get(`/v1/deposits/${deposit?.id}`)).body).to.include({
      status: 'unmatched',
      unmatched_reason: 'CONVERSION_FAILED',
    });
    expect(await booksOf(service, account.id, 'fx')).to.deep.equal({});
    await verify();
  });

  it('holds to the end of its life when the link is extended', async () => {
    const link = await create({
      accepted_methods: ['WIRE'],
      expires_at: await serviceTimeIn(service, HOUR_S),
    });
    expect(link.methods[0].amount_due_expires_at).to.equal(link.expires_at);
    const extended = await account.api.patch(`/v1/payment_links/${link.code}`, {
      expires_at: await serviceTimeIn(service, 7 * DAY_S),
    });
    expect(lifeOf(extended.body)).to.be.within(72 * HOUR_S - MINUTE_S, 72 * HOUR_S);
    expect(methodOf(extended.body, 'WIRE').amount_due).to.equal(link.methods[0].amount_due);
  });
});
