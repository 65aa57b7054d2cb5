import { expect } from 'chai';
import { verifyLedger } from '../../../src/audit/verify.ts';
import { money } from '../../../src/lib/money.ts';
import { notificationFor, receive } from '../../deposits/notifications.ts';
import { balancesOf } from '../../transfers/rig.ts';
import type { TestAccount, TestService } from '../../support/service.ts';
import {
  advance,
  createLink,
  DAY_S,
  methodOf,
  MINUTE_S,
  readLink,
  readMethod,
  refreshQuote,
  runOut,
  runToRest,
  serviceTimeIn,
} from '../links.ts';
import { startLimitedRail, type LimitedRail } from './limited-rail.ts';

const HOUR_S = 60 * MINUTE_S;

describe('the places that payers send money to', () => {
  let rail: LimitedRail;
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    rail = await startLimitedRail();
    service = rail.service;
  });
  after(() => rail?.close());
  beforeEach(async () => {
    account = await service.createAccount();
    await rail.reset();
  });

  const create = (method: string, fields: object = {}) =>
    createLink(account.api, { accepted_methods: [method], ...fields });
  /** What a payer announces who follows the instructions as they are now. */
  const payment = (code: string, method: string, fields: object = {}) =>
    notificationFor(service, code, method, { provider: 'rail', ...fields });
  const statusOf = async (code: string) => (await readLink(account.api, code)).status;
  const patch = (code: string, expires_at: string) =>
    account.api.patch(`/v1/payment_links/${code}`, { expires_at });
  const verify = async () =>
    expect(await service.foundation.db.snapshot(verifyLedger)).to.deep.include({ ok: true });

  describe('are asked for', () => {
    it('with the exact amount, until when it can be paid, and who pays', async () => {
      const link = await createLink(account.api, {
        amount: '33333.33333333',
        accepted_methods: ['SPEI', 'USDC'],
        payer_name: 'Juana Pérez Luna',
      });
      const [spei, usdc] = ['MXN', 'USDC'].map((asset) =>
        rail.asked.places.find((request) => request.asset === asset),
      );
      expect(spei).to.include({
        method: 'SPEI',
        kind: 'clabe',
        network: null,
        payerName: 'Juana Pérez Luna',
      });
      expect(spei?.amount.toFixed(2)).to.equal('33333.34');
      expect(spei?.expiresAt.getTime()).to.be.closeTo(Date.parse(link.expires_at), 5_000);
      expect(usdc).to.include({ method: 'USDC', network: 'Polygon', payerName: 'Juana Pérez Luna' });
      const shown = methodOf(link, 'USDC');
      expect(usdc?.amount.toFixed(6)).to.equal(shown.amount_due);
      expect(usdc?.expiresAt.toISOString()).to.equal(shown.amount_due_expires_at);
    });

    it('without a name where the link has none, and no longer than a short link', async () => {
      const expires_at = await serviceTimeIn(service, 6 * MINUTE_S);
      await create('USDC', { expires_at });
      const [request] = rail.asked.places;
      expect(request).to.include({ payerName: null });
      expect(request?.expiresAt.toISOString()).to.equal(expires_at);
    });

    it('without a name for scans of a counter code', async () => {
      const fields = { name: 'Till 4', currency: 'MXNB', fixed_amount: '20000' };
      const { body: counter } = await account.api.post('/v1/qr_codes', fields);
      const scanned = await fetch(counter.url as string, { redirect: 'manual' });
      const code = scanned.headers.get('location')?.replace('/pay/', '') ?? '';
      expect(rail.asked.places).not.to.be.empty;
      for (const { payerName } of rail.asked.places) expect(payerName).to.equal(null);
      expect(await readLink(account.api, code)).to.include({ payer_name: null });
    });

    it('after the quote, but both within 2 s', async () => {
      for (const operation of ['quote', 'instructions'] as const) {
        await rail.set(operation, { latencyMs: 1_200 });
      }
      const link = await createLink(account.api, { accepted_methods: ['SPEI', 'USDC'] });
      expect(methodOf(link, 'SPEI')).to.include({ quote_status: 'native' });
      expect(methodOf(link, 'USDC')).to.include({ quote_status: 'calculating', amount_due: null });
      expect(methodOf(link, 'USDC').instructions).to.deep.equal({});
    });

    it('again, with a new quote, when the quote came and the place did not', async () => {
      await rail.set('instructions', { failure: 'unavailable' });
      // By its payer, because the worker asks for links of other tests too.
      const payer_name = 'Lucía Ramos';
      const { code, methods } = await createLink(account.api, {
        accepted_methods: ['SPEI', 'USDC'],
        payer_name,
      });
      expect(methods[0]).to.include({ quote_status: 'calculating', amount_due: '20000.00' });
      expect(methods[1]).to.include({
        quote_status: 'calculating',
        amount_due: null,
        exchange_rate: null,
        amount_due_expires_at: null,
      });
      await rail.set('instructions');
      await rail.moveMarket('MXNB', '0.05');
      await advance(service, 2);
      await runOut(service.workers.quotes);
      const filled = await readLink(account.api, code);
      expect(methodOf(filled, 'SPEI')).to.include({ quote_status: 'native', amount_due: '20000.00' });
      const usdc = methodOf(filled, 'USDC');
      expect(usdc.quote_status).to.equal('locked');
      const asked = rail.asked.places.filter(
        ({ asset, payerName }) => asset === 'USDC' && payerName === payer_name,
      );
      // On a busy machine it can take more than one more try.
      const [before, after] = [asked[0], asked.at(-1)];
      expect(asked).to.have.length.of.at.least(2);
      expect(after?.amount.toFixed(6)).to.equal(usdc.amount_due);
      expect(after?.amount.gt(before!.amount)).to.be.true;
      expect(after?.idempotencyKey).not.to.equal(before?.idempotencyKey);
      await receive(service, await payment(code, 'USDC'));
      await runToRest(service);
      expect(await statusOf(code)).to.equal('paid');
    });
  });

  describe('that close', () => {
    it('end the amount too, and move no further than the link', async () => {
      rail.limits.placeS = DAY_S;
      const link = await create('SPEI');
      const end = link.methods[0].amount_due_expires_at;
      expect(Date.parse(end) - Date.parse(link.created_at)).to.be.closeTo(DAY_S * 1_000, 30_000);
      const endAfter = async (expires_at: string) =>
        (await patch(link.code, expires_at)).body.methods[0].amount_due_expires_at;
      const sooner = await serviceTimeIn(service, HOUR_S);
      expect(await endAfter(sooner)).to.equal(sooner);
      expect(await endAfter(await serviceTimeIn(service, 30 * DAY_S))).to.equal(end);

      rail.limits.placeS = 5 * MINUTE_S;
      const converted = await create('USDC');
      const lifeMs =
        Date.parse(converted.methods[0].amount_due_expires_at) - Date.parse(converted.created_at);
      expect(lifeMs).to.be.within(4 * MINUTE_S * 1_000, 5 * MINUTE_S * 1_000 + 30_000);
    });

    it('make a method without conversion expire, and a new quote opens a new one', async () => {
      rail.limits.placeS = DAY_S;
      const link = await create('SPEI');
      const [before] = link.methods;
      expect(before.quote_status).to.equal('native');
      expect((await refreshQuote(account.api, link.code, 'SPEI')).body).to.deep.equal(before);
      const toFormer = await payment(link.code, 'SPEI');

      await advance(service, DAY_S + MINUTE_S);
      for (let reading = 0; reading < 2; reading++) {
        const closed = await readMethod(account.api, link.code, 'SPEI');
        expect(closed).to.deep.equal({ ...before, quote_status: 'expired' });
        await runOut(service.workers.quotes);
      }
      expect(rail.asked.places).to.have.length(1);
      // Money that comes too late belongs to the link, but does not pay it.
      const late = await receive(service, { ...toFormer, providerReference: `late ${link.code}` });
      expect(late).to.include({
        status: 'unmatched',
        unmatchedReason: 'QUOTE_EXPIRED',
        paymentLinkCode: link.code,
      });

      const { body: renewed } = await refreshQuote(account.api, link.code, 'SPEI');
      expect(renewed).to.include({ quote_status: 'native', amount_due: before.amount_due });
      expect(renewed.instructions.clabe)
        .to.match(/^\d{18}$/)
        .and.not.equal(before.instructions.clabe);
      expect(Date.parse(renewed.amount_due_expires_at)).to.be.greaterThan(
        Date.parse(before.amount_due_expires_at) + DAY_S * 1_000 - 1,
      );
      expect(await readMethod(account.api, link.code, 'SPEI')).to.deep.equal(renewed);

      // What is sent to the former place is judged like anything else.
      const over = await receive(service, {
        ...toFormer,
        amount: toFormer.amount.plus(1),
        providerReference: `over ${link.code}`,
      });
      expect(over).to.include({ unmatchedReason: 'OVERPAID', paymentLinkCode: link.code });
      expect(await receive(service, toFormer)).to.include({ status: 'credited' });
      expect(await statusOf(link.code)).to.equal('paid');
      const again = await receive(service, await payment(link.code, 'SPEI'));
      expect(again).to.include({ unmatchedReason: 'LINK_ALREADY_PAID', paymentLinkCode: link.code });
      await verify();
    });

    it('are replaced with every new quote, since they take only its amount', async () => {
      rail.limits.placeS = 2 * DAY_S;
      const link = await create('USDC');
      const [before] = link.methods;
      const toFormer = await payment(link.code, 'USDC');
      await advance(service, 16 * MINUTE_S);
      await rail.moveMarket('MXNB', '0.05');
      const { body: renewed } = await refreshQuote(account.api, link.code, 'USDC');
      expect(renewed.quote_status).to.equal('locked');
      expect(renewed.instructions.address).not.to.equal(before.instructions.address);
      expect(rail.asked.places.at(-1)?.amount.toFixed(6)).to.equal(renewed.amount_due);

      // The amount of the former quote, at the place that was opened for it.
      const outdated = await receive(service, toFormer);
      expect(outdated).to.include({ unmatchedReason: 'UNDERPAID', paymentLinkCode: link.code });
      const exact = {
        ...toFormer,
        amount: money(renewed.amount_due),
        providerReference: `exact ${link.code}`,
      };
      expect(await receive(service, exact)).to.include({ status: 'pending' });
      await runToRest(service);
      expect(await statusOf(link.code)).to.equal('paid');
      await verify();
    });

    it('still take money when the provider opens no new one in time', async () => {
      rail.limits.placeS = HOUR_S;
      const spei = await create('SPEI');
      const usdc = await create('USDC');
      const payments = [await payment(spei.code, 'SPEI'), await payment(usdc.code, 'USDC')] as const;
      await advance(service, 2 * HOUR_S);
      await rail.set('instructions', { failure: 'unavailable' });
      for (const [{ code, methods }, method] of [
        [spei, 'SPEI'],
        [usdc, 'USDC'],
      ] as const) {
        const { body } = await refreshQuote(account.api, code, method);
        expect(body).to.include({ quote_status: 'calculating' });
        expect(body.instructions, 'nobody should send anything to the former').to.deep.equal({});
        expect(body.amount_due).to.equal(method === 'SPEI' ? methods[0].amount_due : null);
      }
      expect(await receive(service, payments[0])).to.include({ status: 'credited' });
      expect(await receive(service, payments[1])).to.include({
        unmatchedReason: 'QUOTE_EXPIRED',
        paymentLinkCode: usdc.code,
      });
      await rail.set('instructions');
      await advance(service, 5);
      await runOut(service.workers.quotes);
      expect(await readMethod(account.api, usdc.code, 'USDC')).to.include({ quote_status: 'locked' });
    });

    it('credit what was seen before and becomes final after', async () => {
      rail.limits.placeS = HOUR_S;
      const { code } = await create('SPEI');
      const seen = await payment(code, 'SPEI', { final: false });
      expect(await receive(service, seen)).to.include({ status: 'pending' });
      await advance(service, 2 * HOUR_S);
      expect(await receive(service, { ...seen, final: true })).to.include({ status: 'credited' });
      expect(await statusOf(code)).to.equal('paid');
    });

    it("are replaced from the payer's page too", async () => {
      rail.limits.placeS = HOUR_S;
      const { code } = await create('SPEI');
      await advance(service, 2 * HOUR_S);
      const page = async (language: string) =>
        (await fetch(`${service.baseUrl}/pay/${code}?lang=${language}`)).text();
      expect(await page('en'))
        .to.contain('These payment details have expired')
        .and.not.contain('exchange rate');
      expect(await page('es')).to.contain('Estos datos de pago vencieron');
      const renewed = await fetch(`${service.baseUrl}/pay/${code}/methods/SPEI/quote`, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: new URL(service.baseUrl).origin },
      });
      expect(renewed.status).to.equal(303);
      expect(await readMethod(account.api, code, 'SPEI')).to.include({ quote_status: 'native' });
    });

    it('may be given to another link afterwards, which then gets what arrives there', async () => {
      const clabe = '646180157000000428';
      rail.limits.placeS = HOUR_S;
      rail.sharedPlace = { destination: clabe, reference: null, instructions: { clabe } };
      const paid = await create('SPEI');
      await receive(service, await payment(paid.code, 'SPEI'));
      // The first one's place would have been open for longer, had it not been paid.
      await advance(service, MINUTE_S);
      const other = await service.createAccount();
      rail.limits.placeS = 10 * MINUTE_S;
      const next = await createLink(other.api, { accepted_methods: ['SPEI'] });
      expect(next.methods[0].instructions).to.deep.equal(paid.methods[0].instructions);
      const deposit = await receive(service, await payment(next.code, 'SPEI'));
      expect(deposit).to.include({ status: 'credited', paymentLinkCode: next.code });
      expect(await balancesOf(other)).to.deep.equal({ MXNB: '20000.00000000 + 0.00000000' });

      // A former place, too, makes way for the link that has it now.
      await advance(service, HOUR_S);
      const first = await create('SPEI');
      await advance(service, HOUR_S);
      rail.sharedPlace = undefined;
      await refreshQuote(account.api, first.code, 'SPEI');
      rail.sharedPlace = { destination: clabe, reference: null, instructions: { clabe } };
      const last = await createLink(other.api, { accepted_methods: ['SPEI'] });
      expect(await receive(service, await payment(last.code, 'SPEI'))).to.include({
        status: 'credited',
        paymentLinkCode: last.code,
      });
      await verify();
    });

    it('are told apart by the reference where payments share an account', async () => {
      rail.limits.placeS = HOUR_S;
      const bank = { name: 'Example Bank', account_number: '1', routing_number: '101019644' };
      const links = [];
      for (const reference of ['PAY1', 'PAY2']) {
        rail.sharedPlace = { destination: '1', reference, instructions: { bank, reference } };
        links.push(await create('SPEI'));
        await advance(service, 1);
      }
      const [first, second] = links;
      const unnamed = await payment(first.code, 'SPEI', { reference: null });
      expect(await receive(service, unnamed)).to.include({
        unmatchedReason: 'UNKNOWN_DESTINATION',
        paymentLinkCode: null,
      });
      for (const { code } of [first, second]) {
        expect(await receive(service, await payment(code, 'SPEI'))).to.include({ paymentLinkCode: code });
      }
    });
  });

  it('that stay open as long as the link are kept, whatever the quote', async () => {
    const link = await create('USDC');
    await advance(service, 16 * MINUTE_S);
    const { body } = await refreshQuote(account.api, link.code, 'USDC');
    expect(body.instructions).to.deep.equal(link.methods[0].instructions);
    expect(rail.asked.places).to.have.length(1);
    const [former] = await service.database.query(
      'select count(*)::integer as count from payment_link_former_places where link_code = $1',
      [link.code],
    );
    expect(former).to.deep.equal({ count: 0 });
  });
});
