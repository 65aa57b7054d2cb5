import { expect } from 'chai';
import { money } from '../../../src/lib/money.ts';
import type { Client } from '../../support/client.ts';
import { stopClock } from '../../support/clock.ts';
import { refusal } from '../../support/refusal.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import {
  advance,
  behave,
  createLink,
  DAY_S,
  methodOf,
  MINUTE_S,
  injectFault,
  moveMarket,
  pay,
  readLink,
  readMethod,
  refreshQuote,
  runOut,
  runToRest,
  serviceTimeIn,
} from '../links.ts';

const CONVERTED = ['WIRE', 'USDC', 'USDT', 'BREB'];
/** The service waits 2 s for the provider, which takes a minute; the rest is for a busy machine. */
const CREATED_WITHIN_MS = 40_000;

describe("a link's quotes", () => {
  let service: TestService;
  let account: TestAccount;
  let api: Client;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await behave(service);
    account = await service.createAccount();
    api = account.api;
  });

  const operations = (operation: string) =>
    service.database.query('select * from simulator_operations where operation = $1 order by created_at', [
      operation,
    ]);

  describe('of methods that convert', () => {
    for (const { currency, amount } of [
      { currency: 'MXNB', amount: '20000' },
      { currency: 'MXNB', amount: '33333.33333333' },
      { currency: 'USDC', amount: '100.00000001' },
      { currency: 'COP', amount: '777777.77777777' },
    ]) {
      it(`yield at least ${amount} ${currency} from the smallest amount that does`, async () => {
        const link = await createLink(api, { currency, amount });
        const converted = link.methods.filter((method: any) => method.requires_conversion);
        expect(converted).to.have.length.of.at.least(3);
        for (const { method, amount_due, exchange_rate, quote_status } of converted) {
          expect(quote_status).to.equal('locked');
          expect(money(amount_due).times(money(exchange_rate)).gte(money(amount)), method).to.be.true;
          const decimals = amount_due.split('.')[1]?.length ?? 0;
          const less = money(amount_due).minus(money('1').shiftedBy(-decimals));
          expect(less.times(money(exchange_rate)).lt(money(amount)), method).to.be.true;
        }
      });
    }

    it("are valid for the method's quote life, and never beyond the link's expiry", async () => {
      const long = await createLink(api);
      for (const [method, minutes] of [
        ['USDC', 15],
        ['USDT', 15],
        ['BREB', 30],
        ['WIRE', 72 * 60],
      ] as const) {
        // Counted from when the provider was asked, before the link was created.
        const end = Date.parse(methodOf(long, method).amount_due_expires_at);
        const lifeS = (end - Date.parse(long.created_at)) / 1_000;
        expect(lifeS, method).to.be.within((minutes - 1) * MINUTE_S, minutes * MINUTE_S);
      }
      expect(methodOf(long, 'SPEI').amount_due_expires_at).to.equal(long.expires_at);

      const expires_at = await serviceTimeIn(service, 10 * MINUTE_S);
      const short = await createLink(api, { expires_at });
      expect(methodOf(short, 'WIRE').amount_due_expires_at).to.equal(expires_at);
    });

    for (const by of ['0.05', '-0.05']) {
      it(`determine the conversion when the market moves by ${by} before the payment`, async () => {
        const link = await createLink(api);
        const shown = methodOf(link, 'USDC');
        await moveMarket(service, 'MXNB', by);
        expect(await readMethod(api, link.code, 'USDC')).to.deep.equal(shown);
        const { body: deposit } = await pay(api, link.code, { method: 'USDC' });
        expect(deposit.amount).to.equal(`${shown.amount_due}00`);
        await runToRest(service);

        expect((await readLink(api, link.code)).status).to.equal('paid');
        const [quote] = await service.database.query(
          `select o.reference, o.amount, o.details from simulator_operations o
             join payment_link_methods m on m.quote_reference = o.reference
            where m.link_code = $1 and m.method = 'USDC'`,
          [link.code],
        );
        const conversion = (await operations('convert')).at(-1);
        expect(conversion).to.include({ asset: 'USDC', amount: `-${deposit.amount}`, refusal: null });
        expect(conversion?.['details']).to.include({ quoteReference: quote?.['reference'] });
        const brought = money(shown.amount_due).times(money(shown.exchange_rate)).decimalPlaces(8, 1);
        expect(money((conversion?.['details'] as { toAmount: string }).toAmount).toFixed()).to.equal(
          brought.toFixed(),
        );
        const [record] = (await api.get('/v1/conversions')).body.data;
        expect(record).to.include({ exchange_rate: shown.exchange_rate, to_amount: brought.toFixed(8) });
      });
    }
  });

  describe('when the provider does not respond', () => {
    for (const [what, setting] of Object.entries({
      'in time': { latencyMs: 60_000 },
      'at all': { failure: 'unavailable' as const },
      'but refuses': { failure: 'refused' as const },
    })) {
      it(`${what}, leave a link payable without conversion, and are filled in later`, async () => {
        await injectFault(service, 'quote', setting);
        const startedAt = performance.now();
        const link = await createLink(api);
        expect(performance.now() - startedAt).to.be.below(CREATED_WITHIN_MS);
        for (const method of CONVERTED) {
          expect(methodOf(link, method), method).to.include({
            quote_status: 'calculating',
            amount_due: null,
            exchange_rate: null,
            amount_due_expires_at: null,
          });
        }
        expect(methodOf(link, 'SPEI')).to.include({ quote_status: 'native', amount_due: '20000.00' });
        const refused = await pay(api, link.code, { method: 'USDC' });
        expect(refusal(refused)).to.include({ status: 400, param: 'method' });

        await behave(service);
        await advance(service, 2);
        await runOut(service.workers.quotes);
        const filled = await readLink(api, link.code);
        for (const method of CONVERTED) {
          const { quote_status, amount_due, exchange_rate } = methodOf(filled, method);
          expect(quote_status).to.equal('locked');
          expect(money(amount_due).times(money(exchange_rate)).gte(20_000)).to.be.true;
        }
        // Where to pay was known from the start, and stays.
        const { payment_uri, ...place } = methodOf(filled, 'USDC').instructions;
        expect(place).to.deep.equal(methodOf(link, 'USDC').instructions);
        expect(unitsIn(payment_uri)).to.equal(methodOf(filled, 'USDC').amount_due.replace('.', ''));
        expect((await pay(api, link.code, { method: 'SPEI' })).body.status).to.equal('credited');
      });
    }

    it('to requests for instructions either, leave all methods calculating until it does', async () => {
      await injectFault(service, 'instructions', { failure: 'unavailable' });
      const link = await createLink(api);
      for (const { method, quote_status, instructions } of link.methods) {
        expect([method, quote_status, instructions]).to.deep.equal([method, 'calculating', {}]);
      }
      expect(refusal(await pay(api, link.code, { method: 'SPEI' }))).to.include({
        status: 400,
        param: 'method',
      });
      await behave(service);
      await advance(service, 2);
      await runOut(service.workers.quotes);
      const filled = await readLink(api, link.code);
      expect(methodOf(filled, 'SPEI').quote_status).to.equal('native');
      expect(methodOf(filled, 'SPEI').instructions.clabe).to.match(/^\d{18}$/);
      expect(methodOf(filled, 'WIRE').quote_status).to.equal('locked');
      expect((await pay(api, link.code, { method: 'SPEI' })).body.status).to.equal('credited');
    });

    it('are requested again with growing pauses, but not for links that can no longer be paid', async () => {
      await stopClock(service.database);
      await injectFault(service, 'quote', { failure: 'unavailable' });
      const { code } = await createLink(api, { accepted_methods: ['USDC'] });
      const gone = await createLink(api, { accepted_methods: ['USDC'] });
      await api.post(`/v1/payment_links/${gone.code}/cancel`);
      const asked = async (of: string) => {
        const [row] = await service.database.query(
          `select quote_attempts as attempts,
                  extract(epoch from quote_due_at - service_now())::float8 as due_in_s
             from payment_link_methods where link_code = $1`,
          [of],
        );
        return row as { attempts: number; due_in_s: number | null };
      };
      let pauseS = 1;
      for (let attempt = 1; attempt <= 8; attempt += 1) {
        await advance(service, Math.ceil(pauseS));
        await runOut(service.workers.quotes);
        const { attempts, due_in_s } = await asked(code);
        expect(attempts).to.equal(attempt);
        pauseS = Math.min(2 ** attempt, 60);
        expect(due_in_s).to.equal(pauseS);
      }
      expect(await asked(gone.code)).to.include({ due_in_s: null });
    });
  });

  it('are expired once the link is being paid, paid, cancelled or expired', async () => {
    const statuses = async (code: string) => {
      const { status, methods } = (await api.get(`/v1/payment_links/${code}`)).body;
      return [status, ...new Set(methods.map(({ quote_status }: any) => quote_status))];
    };
    const [settling, paid, cancelled, expired] = await Promise.all(
      Array.from({ length: 4 }, () => createLink(api)),
    );
    expect(await statuses(settling.code)).to.have.members(['active', 'native', 'locked']);
    await pay(api, settling.code, { method: 'SPEI', scenario: 'seen_then_confirmed' });
    expect(await statuses(settling.code)).to.deep.equal(['processing', 'expired']);
    await pay(api, paid.code, { method: 'SPEI' });
    expect(await statuses(paid.code)).to.deep.equal(['paid', 'expired']);
    const { body } = await api.post(`/v1/payment_links/${cancelled.code}/cancel`);
    expect(methodOf(body, 'USDC').quote_status).to.equal('expired');
    expect(methodOf(body, 'SPEI')).to.deep.equal({ ...methodOf(cancelled, 'SPEI'), quote_status: 'expired' });
    await advance(service, 8 * 86_400);
    expect(await statuses(expired.code)).to.deep.equal(['expired', 'expired']);
  });

  describe('on renewal', () => {
    it('are locked again at the current rate once expired', async () => {
      const link = await createLink(api);
      const before = methodOf(link, 'USDC');
      await advance(service, 16 * MINUTE_S);
      await moveMarket(service, 'MXNB', '0.04');
      expect(await readMethod(api, link.code, 'USDC')).to.deep.equal({ ...before, quote_status: 'expired' });

      const { status, body } = await refreshQuote(api, link.code, 'USDC');
      expect(status).to.equal(200);
      expect(body.quote_status).to.equal('locked');
      expect(Number(body.amount_due)).to.be.within(before.amount_due * 1.02, before.amount_due * 1.06);
      expect(body.instructions).to.include({ address: before.instructions.address, network: 'Polygon' });
      expect(unitsIn(before.instructions.payment_uri)).to.equal(before.amount_due.replace('.', ''));
      expect(unitsIn(body.instructions.payment_uri)).to.equal(body.amount_due.replace('.', ''));
      expect(await readMethod(api, link.code, 'USDC')).to.deep.equal(body);

      // The old amount no longer pays the link.
      const old = await pay(api, link.code, { method: 'USDC', amount: before.amount_due });
      expect(old.body).to.include({ status: 'unmatched', unmatched_reason: 'UNDERPAID' });
      expect((await pay(api, link.code, { method: 'USDC' })).body.status).to.equal('pending');
    });

    it('stay unchanged while valid, as do those without conversion', async () => {
      const link = await createLink(api);
      await moveMarket(service, 'MXNB', '0.04');
      for (const method of ['USDC', 'SPEI']) {
        expect((await refreshQuote(api, link.code, method)).body).to.deep.equal(methodOf(link, method));
      }
    });

    it('are renewed once per key, however often it is sent', async () => {
      const { code } = await createLink(api);
      await advance(service, 16 * MINUTE_S);
      const path = `/v1/payment_links/${code}/methods/USDC/quote`;
      const first = await api.post(path, undefined, { idempotencyKey: `renew ${code}` });
      expect(first.body.quote_status).to.equal('locked');
      await advance(service, 16 * MINUTE_S);
      const again = await api.post(path, undefined, { idempotencyKey: `renew ${code}` });
      expect(again.text).to.equal(first.text);
      expect(again.headers.get('idempotent-replay')).to.equal('true');
      expect((await readMethod(api, code, 'USDC')).quote_status).to.equal('expired');
    });

    it('are the same for simultaneous requests', async () => {
      const { code } = await createLink(api);
      await advance(service, 16 * MINUTE_S);
      const answers = await Promise.all(Array.from({ length: 10 }, () => refreshQuote(api, code, 'USDC')));
      expect(new Set(answers.map(({ text }) => text)).size).to.equal(1);
      expect(await readMethod(api, code, 'USDC')).to.deep.equal(answers[0]?.body);
    });

    it('are not renewed for other accounts, unknown methods or links that cannot be paid', async () => {
      const { code } = await createLink(api, { accepted_methods: ['SPEI', 'USDC'] });
      const other = await service.createAccount();
      const notFound = { status: 404, code: 'payment_link_not_found' };
      expect(refusal(await refreshQuote(other.api, code, 'USDC'))).to.deep.equal(notFound);
      expect(refusal(await refreshQuote(api, 'PL-AAAA-AAAA-AAAA', 'USDC'))).to.deep.equal(notFound);
      for (const method of ['WIRE', 'usdc', 'PIGEON']) {
        expect(refusal(await refreshQuote(api, code, method)), method).to.deep.equal({
          status: 404,
          code: 'payment_link_method_not_found',
        });
      }
      await api.post(`/v1/payment_links/${code}/cancel`);
      expect(refusal(await refreshQuote(api, code, 'USDC'))).to.deep.equal({
        status: 409,
        code: 'payment_link_not_modifiable',
      });
    });

    it('become calculating when the provider is down, and their old amounts are no longer valid', async () => {
      const { code } = await createLink(api);
      const before = await readMethod(api, code, 'USDC');
      await advance(service, 16 * MINUTE_S);
      await injectFault(service, 'quote', { failure: 'unavailable' });
      const { body } = await refreshQuote(api, code, 'USDC');
      const { address, network } = before.instructions;
      expect(body).to.deep.equal({
        ...before,
        instructions: { address, network },
        quote_status: 'calculating',
        amount_due: null,
        exchange_rate: null,
        amount_due_expires_at: null,
      });
    });
  });

  it('are never renewed by reading', async () => {
    const { code } = await createLink(api);
    await advance(service, 4 * DAY_S);
    const quotes = (await operations('quote')).length;
    const first = await readLink(api, code);
    await moveMarket(service, 'MXNB', '0.04');
    await advance(service, DAY_S);
    for (let reading = 0; reading < 3; reading += 1) {
      expect(await readLink(api, code)).to.deep.equal(first);
      await api.get('/v1/payment_links');
      await runOut(service.workers.quotes);
    }
    expect(await operations('quote')).to.have.length(quotes);
    expect(methodOf(first, 'USDC').quote_status).to.equal('expired');
  });
});

/** The amount that a payment URI asks for. */
function unitsIn(paymentUri: string): string | undefined {
  return /[?&]uint256=(\d+)$/.exec(paymentUri)?.[1];
}
