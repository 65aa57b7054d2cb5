import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { OPERATOR } from '../../src/audit-log/record.ts';
import { ALL_SCOPES } from '../../src/credentials/scopes.ts';
import { money } from '../../src/lib/money.ts';
import { Leave, type MoneyOut } from '../../src/treasury/gate.ts';
import { eventsOf } from '../events/events.ts';
import { mailTo } from '../panel/people.ts';
import {
  advance,
  createLink,
  DAY_S,
  injectFault,
  moveMarket,
  pay,
  readLink,
  runOut,
  runToRest,
} from '../payment-links/links.ts';
import { carryBy, depositFor } from '../provider-notices/rig.ts';
import { notificationFor, receive } from '../deposits/notifications.ts';
import { allowLargeMoves } from '../fx/moves.ts';
import { startRail } from '../support/outside/rail.ts';
import type { Answer, Client } from '../support/client.ts';
import { invalid, refusal } from '../support/refusal.ts';
import { runningOn, startService, type TestAccount, type TestService } from '../support/service.ts';
import {
  balancesOf,
  executionsOf,
  fund,
  refundDeposit,
  refundLink,
  requireSoundBooks,
  restore,
  traceOf,
} from '../transfers/rig.ts';
import { deedsOf, letTimePass, outcomesOf, treasurer, treasuryOf } from './rig.ts';

describe('refunds by API keys', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await restore(service);
    account = await service.createAccount();
  });
  afterEach(() => requireSoundBooks(service));

  const turnOn = (amount: string, currency = 'MXN') => {
    const limit = { currency, amount: money(amount) };
    const { apiRefunds } = treasuryOf(service);
    return service.foundation.db.transaction((trx) => apiRefunds.set(trx, account.id, OPERATOR, limit));
  };
  const turnOff = () =>
    service.foundation.db.transaction((trx) =>
      treasuryOf(service).apiRefunds.set(trx, account.id, OPERATOR, null),
    );
  const refund = (body: object, api: Client = account.api, idempotencyKey: string = randomUUID()) =>
    api.post('/v1/refunds', body, { idempotencyKey });
  const paidLink = async (amount: string, { api } = account): Promise<string> => {
    const { code } = await createLink(api, { amount, accepted_methods: ['SPEI'] });
    await pay(api, code, { method: 'SPEI' });
    return code;
  };
  const unmatched = async (amount: string, { api } = account): Promise<string> => {
    const { code } = await createLink(api, { amount: '5000', accepted_methods: ['SPEI'] });
    return (await pay(api, code, { method: 'SPEI', amount })).body.id;
  };
  const conflict = (code: string) => ({ status: 409, code });
  /** Requires that a call was refused with a reason, and left no trace. */
  const requireRefused = async (body: object, expected: object): Promise<Answer> => {
    const before = await traceOf(service, account.id);
    const answer = await refund(body);
    expect(refusal(answer)).to.deep.equal(expected);
    expect(await traceOf(service, account.id)).to.deep.equal(before);
    return answer;
  };
  const codesOf = (answers: readonly Answer[]): string[] =>
    answers.map((answer) => refusal(answer).code ?? String(answer.status)).sort();

  describe('of a paid link', () => {
    beforeEach(() => turnOn('100000'));

    it('return it to its payer, with events, and tell which call and which key asked', async () => {
      const code = await paidLink('150.50');
      const answer = await refund({ payment_link: code, reason: 'requested_by_customer' });
      expect(answer.status).to.equal(201);
      const { id } = answer.body;
      expect(answer.headers.get('location')).to.equal(`/v1/refunds/${id}`);
      expect(answer.body).to.include({
        status: 'processing',
        amount: '150.50000000',
        asset: 'MXNB',
        payment_link_code: code,
        destination: null,
        reason: 'requested_by_customer',
        request_id: answer.headers.get('x-request-id'),
      });
      expect(await balancesOf(account)).to.deep.equal({ MXNB: '0.00000000 + 150.50000000' });

      await runOut(service.workers.transfers);
      const [sent] = await executionsOf(service, id);
      expect(sent.details.to).to.equal('sender');
      expect((await account.api.get(`/v1/refunds/${id}`)).body.status).to.equal('completed');
      expect((await eventsOf(service, account.id)).at(-1)).to.deep.include({ type: 'refund.completed' });
      const rows = await service.database.query('select refund_id, credential_id from api_refunds');
      expect(rows.at(-1)).to.deep.equal({ refund_id: id, credential_id: account.key.id });
    });

    it('return a part, then the rest, and never more than was paid', async () => {
      const code = await paidLink('100');
      expect((await refund({ payment_link: code, amount: '40' })).body.amount).to.equal('40.00000000');
      await requireRefused({ payment_link: code, amount: '60.01' }, invalid('amount'));
      await requireRefused({ payment_link: code, amount: '0' }, invalid('amount'));
      expect((await refund({ payment_link: code })).body.amount).to.equal('60.00000000');
      await requireRefused({ payment_link: code }, conflict('payment_link_not_refundable'));
      await requireRefused({ payment_link: code, amount: '1' }, conflict('payment_link_not_refundable'));
    });

    it('do the same by the deposit that paid it', async () => {
      const { code, depositId } = await fund(account, 'COP', '20000');
      const { body } = await refund({ deposit: depositId, amount: '5000' });
      expect(body).to.include({ payment_link_code: code, amount: '5000.00000000', asset: 'COP' });
    });

    it('return a converted payment in what was paid, at what that costs now', async () => {
      const { code } = await createLink(account.api, {
        amount: '100',
        currency: 'USDC',
        accepted_methods: ['SPEI'],
      });
      const { amount_due: paid } = (await readLink(account.api, code)).methods[0];
      await pay(account.api, code, { method: 'SPEI' });
      await runToRest(service);
      await fund(account, 'USDC', '20');
      const { status, body } = await refund({ payment_link: code });
      expect(status).to.equal(201);
      expect(body).to.include({ status: 'requested', asset: 'MXN' });
      expect(money(body.amount).toFixed(2)).to.equal(paid);
      await runToRest(service);
      const made = (await account.api.get(`/v1/refunds/${body.id}`)).body;
      expect(made.status).to.equal('completed');
      const { body: purchase } = await account.api.get(`/v1/conversions/${made.conversion_id}`);
      expect(purchase).to.include({ from_asset: 'USDC', to_asset: 'MXN', status: 'completed' });
      const [sent] = await executionsOf(service, body.id);
      expect(sent).to.include({ asset: 'MXN', amount: `-${made.amount}` });
    });

    it('need the provider’s price for a converted payment', async () => {
      const { code } = await createLink(account.api, {
        amount: '100',
        currency: 'USDC',
        accepted_methods: ['SPEI'],
      });
      await pay(account.api, code, { method: 'SPEI' });
      await runToRest(service);
      await injectFault(service, 'quote', { failure: 'unavailable' });
      const { headers } = await requireRefused(
        { payment_link: code },
        { status: 503, code: 'quote_unavailable' },
      );
      expect(headers.get('retry-after')).to.equal('10');
    });
  });

  describe('of an unmatched deposit', () => {
    beforeEach(() => turnOn('100000'));

    it('return all of it, and only all of it', async () => {
      const deposit = await unmatched('90');
      await requireRefused({ deposit, amount: '50' }, invalid('amount'));
      const { body } = await refund({ deposit, amount: '90.00', reason: 'other' });
      expect(body).to.include({ amount: '90.00000000', asset: 'MXN', deposit_id: deposit });
      await runOut(service.workers.transfers);
      expect((await account.api.get(`/v1/deposits/${deposit}`)).body.status).to.equal('refunded');
      await requireRefused({ deposit }, conflict('deposit_not_unmatched'));
    });

    it('are refused with deposit_too_small for less than can be moved', async () => {
      const { code } = await createLink(account.api, { amount: '5000', accepted_methods: ['SPEI'] });
      const told = await notificationFor(service, code, 'SPEI', { amount: money('0.000000001') });
      const deposit = (await receive(service, told))?.id;
      await requireRefused({ deposit }, conflict('deposit_too_small'));
    });

    it('leave to people what they accepted, and what screening holds or refused', async () => {
      const { db, inbox } = service.foundation;
      const accepted = await unmatched('90');
      await db.transaction((trx) => inbox.accept(trx, OPERATOR, account.id, accepted));
      await requireRefused({ deposit: accepted }, conflict('deposit_not_unmatched'));
      for (const [decision, code] of [
        ['hold', 'deposit_under_review'],
        ['refuse', 'deposit_refused'],
      ] as const) {
        const deposit = await unmatched('90');
        await service.database.query(
          `insert into screenings (account_id, subject, subject_id, decision, decided_at, created_at)
           values ($1, 'deposit', $2, $3, case when $3 <> 'hold' then service_now() end, service_now())`,
          [account.id, deposit, decision],
        );
        await requireRefused({ deposit }, conflict(code));
        // A person may.
        await refundDeposit(service, deposit);
      }
    });
  });

  it('name exactly one payment, and no destination', async () => {
    await turnOn('100000');
    const code = await paidLink('100');
    await requireRefused({}, invalid('payment_link'));
    await requireRefused({ payment_link: code, deposit: randomUUID() }, invalid('deposit'));
    const clabe = '646180110400000007';
    await requireRefused({ payment_link: code, destination: { clabe } }, invalid('destination'));
    await requireRefused({ payment_link: code, clabe }, invalid('clabe'));
  });

  it('are refused where it is not known where the money came from, with the page to do it on', async () => {
    await turnOn('100000');
    const { code } = await fund(account, 'MXNB', '100');
    const ofLink = await requireRefused({ payment_link: code }, conflict('refund_origin_unknown'));
    expect(ofLink.body.error.message).to.match(
      new RegExp(`: http://[^/]+/panel/accounts/${account.id}/links/${code}$`),
    );
    const { code: other } = await createLink(account.api, { accepted_methods: ['USDC'] });
    const { body: deposit } = await pay(account.api, other, { method: 'USDC', scenario: 'under' });
    await runToRest(service);
    const ofDeposit = await requireRefused({ deposit: deposit.id }, conflict('refund_origin_unknown'));
    expect(ofDeposit.body.error.message).to.contain(`/panel/accounts/${account.id}/deposits/${deposit.id}`);
  });

  it('see neither links nor deposits of another account', async () => {
    await turnOn('100000');
    const other = await service.createAccount();
    const missing = { status: 404, code: 'payment_link_not_found' };
    await requireRefused({ payment_link: await paidLink('100', other) }, missing);
    await requireRefused({ payment_link: 'PL-AAAA-AAAA-AAAA' }, missing);
    const noDeposit = { status: 404, code: 'deposit_not_found' };
    await requireRefused({ deposit: await unmatched('90', other) }, noDeposit);
    await requireRefused({ deposit: randomUUID() }, noDeposit);
  });

  it('are not of links that nobody paid, or of deposits that are not final', async () => {
    await turnOn('100000');
    const { code } = await createLink(account.api, { amount: '100', accepted_methods: ['SPEI'] });
    await requireRefused({ payment_link: code }, conflict('payment_link_not_refundable'));
    const { body } = await pay(account.api, code, { method: 'SPEI', scenario: 'seen_then_confirmed' });
    await requireRefused({ payment_link: code }, conflict('payment_link_not_refundable'));
    await requireRefused({ deposit: body.id }, conflict('deposit_not_unmatched'));
  });

  it('leave a balance that cannot pay for them as it is', async () => {
    await turnOn('100000');
    const code = await paidLink('100');
    await fund(account, 'COP', '20000');
    await service.database.query(
      `update ledger_balances set balance = 30 where account_id = $1 and asset = 'MXNB' and book = 'available'`,
      [account.id],
    );
    const answer = await refund({ payment_link: code });
    expect(refusal(answer)).to.deep.equal(conflict('insufficient_funds'));
    await service.database.query(
      `update ledger_balances set balance = 100 where account_id = $1 and asset = 'MXNB' and book = 'available'`,
      [account.id],
    );
  });

  describe('with a stolen key', () => {
    it('that has all scopes but not this one are refused', async () => {
      await turnOn('100000');
      const { secret } = await service.createKey(account.id, { scopes: ALL_SCOPES });
      const answer = await refund({ payment_link: await paidLink('100') }, service.client(secret));
      expect(refusal(answer)).to.deep.equal({ status: 403, code: 'insufficient_scope' });
      expect(answer.body.error.message).to.contain('refunds:write');
    });

    it('are refused while an owner has not turned them on, and once they are off again', async () => {
      const code = await paidLink('100');
      await requireRefused({ payment_link: code }, conflict('api_refunds_off'));
      await requireRefused({ deposit: await unmatched('90') }, conflict('api_refunds_off'));
      await turnOn('100000');
      expect((await refund({ payment_link: code, amount: '10' })).status).to.equal(201);
      await turnOff();
      await requireRefused({ payment_link: code }, conflict('api_refunds_off'));
    });

    it('use the key’s daily money operations', async () => {
      await turnOn('100000');
      const { secret } = await service.createKey(account.id, { moneyOperationsPerDay: 1 });
      const code = await paidLink('100');
      const first = await refund({ payment_link: code, amount: '1' }, service.client(secret));
      expect(first.headers.get('ratelimit-money-remaining')).to.equal('0');
      const second = await refund({ payment_link: code, amount: '1' }, service.client(secret));
      expect(refusal(second)).to.deep.equal({ status: 429, code: 'rate_limit_exceeded' });
    });

    it('cannot do anything else with money, nor name where it goes', async () => {
      await turnOn('100000');
      const by = { credentialId: account.key.id, requestId: 'req_1' };
      const of = { accountId: account.id, asset: 'MXNB', amount: money('1') };
      const departures: MoneyOut[] = [
        { ...of, kind: 'refund', to: { named: { clabe: '646180110400000007', beneficiary: 'Mallory' } } },
        { ...of, kind: 'withdrawal', to: { named: { clabe: '646180110400000007', beneficiary: 'Mallory' } } },
        { ...of, kind: 'conversion', to: 'exchange' },
      ];
      for (const departure of departures) {
        const asked = service.foundation.db.transaction((trx) =>
          Leave.ask(trx, by, departure, { panelUrl: '' }),
        );
        expect(await outcomesOf([asked])).to.deep.equal(['refund_origin_unknown']);
      }
    });
  });

  for (const [change, code] of [
    [{ ownerExists: false }, 'user_not_found'],
    [{ status: 'suspended' }, 'account_suspended'],
    [{ status: 'blocked' }, 'account_blocked'],
    [{ emailVerified: false }, 'email_not_verified'],
    [{ phoneVerified: false }, 'phone_not_verified'],
    [{ kyc: 'not_started' }, 'kyc_not_started'],
    [{ kyc: 'incomplete' }, 'kyc_incomplete'],
    [{ kyb: 'not_started' }, 'kyb_not_started'],
    [{ kyb: 'incomplete' }, 'kyb_incomplete'],
    [{ kyb: 'pending_review' }, 'kyb_pending_review'],
    [{ kyb: 'rejected' }, 'forbidden'],
  ] as const) {
    it(`are refused with ${code}`, async () => {
      await turnOn('100000');
      const link = await paidLink('100');
      const deposit = await unmatched('90');
      await service.changeAccount(account.id, change);
      await requireRefused({ payment_link: link }, { status: 403, code });
      await requireRefused({ deposit }, { status: 403, code });
    });
  }

  it('are refused while the account owes money for a deposit that was taken back', async () => {
    await turnOn('100000');
    const code = await paidLink('100');
    await service.database.query(
      `insert into ledger_balances (account_id, asset, book, balance) values ($1, 'MXNB', 'owed', -1)
       on conflict (account_id, asset, book) do update set balance = -1`,
      [account.id],
    );
    expect(refusal(await refund({ payment_link: code }))).to.deep.equal(conflict('account_owes_money'));
    await service.database.query(`delete from ledger_balances where account_id = $1 and book = 'owed'`, [
      account.id,
    ]);
  });

  describe('repeated with the same key', () => {
    it('happen once, whatever has become of them or of the switch', async () => {
      await turnOn('100000');
      const code = await paidLink('100');
      const key = randomUUID();
      const first = await refund({ payment_link: code }, account.api, key);
      await turnOff();
      await runOut(service.workers.transfers);
      const again = await refund({ payment_link: code }, account.api, key);
      expect(again.headers.get('idempotent-replay')).to.equal('true');
      expect(again.body).to.deep.equal(first.body);
      expect(refusal(await refund({ payment_link: code, amount: '1' }, account.api, key))).to.deep.equal({
        status: 422,
        code: 'idempotency_key_reused',
      });
      expect((await account.api.get('/v1/refunds')).body.data).to.have.length(1);
    });

    it('happen once when sent at once, and a refused one leaves the key free', async () => {
      const code = await paidLink('100');
      const key = randomUUID();
      await refund({ payment_link: code, amount: '40' }, account.api, key);
      await turnOn('100000');
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => refund({ payment_link: code, amount: '40' }, account.api, key)),
      );
      const made = answers.filter(({ status }) => status === 201);
      expect(made).to.not.have.length(0);
      expect(new Set(made.map(({ body }) => body.id)).size).to.equal(1);
      expect(await balancesOf(account)).to.deep.equal({ MXNB: '60.00000000 + 40.00000000' });
    });
  });

  describe('within the limit of 24 hours', () => {
    it('stop where it is reached, and go on when earlier ones are a day old', async () => {
      await turnOn('250');
      const code = await paidLink('1000');
      await refund({ payment_link: code, amount: '200' });
      const { body } = await requireRefused(
        { payment_link: code, amount: '50.01' },
        conflict('api_refund_limit_reached'),
      );
      expect(body.error.message).to.contain('250 MXN within 24 hours, of which 50 is left');
      expect((await refund({ payment_link: code, amount: '50' })).status).to.equal(201);
      await requireRefused({ deposit: await unmatched('1') }, conflict('api_refund_limit_reached'));
      await advance(service, DAY_S - 60);
      await requireRefused({ payment_link: code, amount: '1' }, conflict('api_refund_limit_reached'));
      await advance(service, 61);
      expect((await refund({ payment_link: code, amount: '250' })).status).to.equal(201);
    });

    it('count together in one currency, whatever was paid', async () => {
      // 5.45 USD at the catalogue's rates.
      await turnOn('10', 'USD');
      const code = await paidLink('1000');
      expect((await refund({ payment_link: code, amount: '100' })).status).to.equal(201);
      const pesos = await fund(account, 'COP', '20000');
      await requireRefused({ payment_link: pesos.code }, conflict('api_refund_limit_reached'));
      expect((await refund({ payment_link: pesos.code, amount: '18000' })).status).to.equal(201);
    });

    it('count what a converted payment costs the account now, not what its payer gets', async () => {
      await allowLargeMoves(service);
      const converted = async (): Promise<string> => {
        const { code } = await createLink(account.api, {
          ...{ amount: '100', currency: 'USDC', accepted_methods: ['SPEI'] },
        });
        await pay(account.api, code, { method: 'SPEI' });
        await runToRest(service);
        return code;
      };
      const [first, second] = [await converted(), await converted()];
      await fund(account, 'USDC', '100');
      // By the catalogue's rates each returns about 100 dollars.
      await moveMarket(service, 'MXN', '0.2');
      await turnOn('110', 'USD');
      await requireRefused({ payment_link: first }, conflict('api_refund_limit_reached'));
      await turnOn('130', 'USD');
      const { status, body } = await refund({ payment_link: first });
      expect(status).to.equal(201);
      await runToRest(service);
      const { body: made } = await account.api.get(`/v1/refunds/${body.id}`);
      const { body: purchase } = await account.api.get(`/v1/conversions/${made.conversion_id}`);
      const { body: refused } = await requireRefused(
        { payment_link: second, amount: '300' },
        conflict('api_refund_limit_reached'),
      );
      const left = money('130').minus(money(purchase.from_amount)).toFixed();
      expect(refused.error.message).to.contain(`of which ${left} is left`);
    });

    it('count neither what people refund, nor what failed', async () => {
      await turnOn('100');
      const code = await paidLink('1000');
      await refundLink(service, account.id, code, '500');
      await injectFault(service, 'refund', { failure: 'refused' });
      const failing = await refund({ payment_link: code, amount: '100' });
      await requireRefused({ payment_link: code, amount: '1' }, conflict('api_refund_limit_reached'));
      await runToRest(service);
      expect((await account.api.get(`/v1/refunds/${failing.body.id}`)).body.status).to.equal('failed');
      await injectFault(service, 'refund', {});
      expect((await refund({ payment_link: code, amount: '100' })).status).to.equal(201);
    });

    it('never exceed it when many are asked for at once, of two processes', async () => {
      const other = await runningOn(service.database, { SECRETS_KEY: service.secretsKey });
      try {
        await turnOn('350');
        const codes: string[] = [];
        for (let n = 0; n < 8; n++) codes.push(await paidLink('100'));
        const apis = [account.api, other.client(account.key.secret)];
        const answers = await Promise.all(
          codes.map((code, n) => refund({ payment_link: code }, apis[n % 2])),
        );
        const reached = Array(5).fill('api_refund_limit_reached');
        expect(codesOf(answers)).to.deep.equal(['201', '201', '201', ...reached]);
        expect(await balancesOf(account)).to.deep.equal({ MXNB: '500.00000000 + 300.00000000' });
      } finally {
        await other.close();
      }
    });
  });

  it('of one link never exceed what was paid when many are asked for at once', async () => {
    await turnOn('100000');
    const code = await paidLink('100');
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => refund({ payment_link: code, amount: '40' })),
    );
    expect(codesOf(answers)).to.deep.equal(['201', '201', ...Array(4).fill('invalid_request')]);
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '20.00000000 + 80.00000000' });
  });

  it('of one unmatched deposit happen once when many are asked for at once', async () => {
    await turnOn('100000');
    const deposit = await unmatched('90');
    const answers = await Promise.all(Array.from({ length: 6 }, () => refund({ deposit })));
    expect(codesOf(answers)).to.deep.equal(['201', ...Array(5).fill('deposit_not_unmatched')]);
  });

  it('go through in the live environment as in test', async () => {
    const rail = await startRail('north');
    const live = await startService({ ENVIRONMENT: 'live' }, [rail.provider]);
    try {
      await carryBy(live, 'north', 'SPEI');
      const company = await live.createAccount();
      const { code, deposit } = await depositFor(live, company, 'SPEI');
      await rail.tell(live.baseUrl, await rail.payIn(deposit));
      await runOut(live.workers.notices);
      const body = { payment_link: code, amount: '100' };
      expect(refusal(await refund(body, company.api))).to.deep.equal(conflict('api_refunds_off'));
      const limit = { currency: 'MXN', amount: money('100') };
      await live.foundation.db.transaction((trx) =>
        treasuryOf(live).apiRefunds.set(trx, company.id, OPERATOR, limit),
      );
      const made = await refund(body, company.api);
      expect(made.status).to.equal(201);
      expect(refusal(await refund(body, company.api))).to.deep.equal(conflict('api_refund_limit_reached'));
      await runOut(live.workers.transfers);
      expect((await company.api.get(`/v1/refunds/${made.body.id}`)).body.status).to.equal('completed');
      expect(rail.received['refund']).to.equal(1);
    } finally {
      await live.close();
      await rail.close();
    }
  });

  describe('the switch', () => {
    it('is an owner’s, at once, recorded and told to the owners', async () => {
      const ada = await treasurer(service, account, 'owner', { isNew: true });
      const people = await Promise.all(
        (['finance', 'developer', 'viewer'] as const).map((role) => treasurer(service, account, role)),
      );
      const stranger = await treasurer(service, await service.createAccount(), 'owner');
      const { apiRefunds } = treasuryOf(service);
      const set = (by: typeof ada, amount: string | null, currency = 'MXN') => {
        const limit = amount === null ? null : { currency, amount: money(amount) };
        return service.foundation.db.transaction((trx) => apiRefunds.set(trx, account.id, by.actor, limit));
      };
      const others = [...people, stranger];
      expect(await outcomesOf(others.map((one) => set(one, '100')))).to.deep.equal(
        Array(4).fill('forbidden'),
      );
      expect(await outcomesOf([set(ada, '100', 'DOGE'), set(ada, '0')])).to.deep.equal(
        Array(2).fill('invalid_request'),
      );
      await requireRefused({ payment_link: await paidLink('100') }, conflict('api_refunds_off'));

      for (const amount of ['100', '100', '200', null, null]) await set(ada, amount);
      expect(await deedsOf(service, account.id)).to.deep.equal([
        'api_refunds.on: 100 MXN',
        'api_refunds.limit: 200 MXN',
        'api_refunds.off: 200 MXN',
      ]);
      const mails = (await mailTo(service, ada.email)).filter(({ subject }) =>
        String(subject).includes('by API'),
      );
      expect(mails.map(({ subject }) => subject)).to.deep.equal([
        'Refunds by API were turned on',
        'The limit for refunds by API has changed',
        'Refunds by API were turned off',
      ]);
      expect(mails[1]?.['body']).to.match(/before\s+100 MXN\n\s+now\s+200 MXN\n/);
    });

    it('lowered below what was refunded today, lets nothing more go', async () => {
      await turnOn('1000');
      const code = await paidLink('1000');
      await refund({ payment_link: code, amount: '500' });
      await turnOn('100');
      const { body } = await requireRefused(
        { payment_link: code, amount: '1' },
        conflict('api_refund_limit_reached'),
      );
      expect(body.error.message).to.contain('of which 0 is left');
      await letTimePass(service);
      expect((await refund({ payment_link: code, amount: '100' })).status).to.equal(201);
    });
  });
});
