import { expect } from 'chai';
import { OPERATOR } from '../../src/audit-log/index.ts';
import { money } from '../../src/lib/money.ts';
import { broughtAt } from '../../src/methods/pricing.ts';
import { eventsOf } from '../events/events.ts';
import {
  advance,
  behave,
  booksOf,
  createLink,
  historyOf,
  injectFault,
  methodOf,
  MINUTE_S,
  moveMarket,
  pay,
  readLink,
  requireLegalHistories,
  runOut,
  runToRest,
  serviceTimeIn,
} from '../payment-links/links.ts';
import { runPayments } from '../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { refusalOf, requireSoundBooks, setFees } from '../transfers/rig.ts';
import { notificationFor, receive } from './notifications.ts';

describe('what an account tolerates (D40)', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await behave(service);
    await setFees(service, '0', '0');
    account = await service.createAccount();
  });
  afterEach(async () => {
    await requireLegalHistories(service, account.id);
    await requireSoundBooks(service);
  });

  const tolerate = (share: string, max: string, method = 'SPEI'): Promise<void> =>
    service.foundation.db.transaction((trx) =>
      service.foundation.tolerances.set(trx, account.id, OPERATOR, method, {
        share: money(share),
        max: money(max),
      }),
    );
  const link = (fields: object = {}): Promise<any> => createLink(account.api, { amount: '2000', ...fields });
  const send = async (code: string, amount: string, method = 'SPEI'): Promise<any> => {
    const { status, body } = await pay(account.api, code, { method, amount });
    expect(status, JSON.stringify(body)).to.equal(201);
    return body;
  };
  const told = async (): Promise<string[]> => (await eventsOf(service, account.id)).map(({ type }) => type);

  it('pays the link at once, with what arrived, and speaks of no partial deposit', async () => {
    await tolerate('0.005', '20');
    const { code } = await link();
    expect(await send(code, '1990.01'))
      .to.include({ status: 'credited', resolved_at: null })
      .and.not.property('unmatched_reason');
    expect(await readLink(account.api, code)).to.include({
      status: 'paid',
      amount_received: '1990.01000000',
      difference: '-9.99000000',
    });
    expect(await told()).to.deep.equal(['balance.updated', 'deposit.completed', 'payment_link.paid']);
  });

  it('covers an excess as well, which is credited', async () => {
    await tolerate('0.005', '20');
    const { code } = await link();
    await send(code, '2010');
    expect(await readLink(account.api, code)).to.include({ status: 'paid', difference: '10.00000000' });
  });

  for (const [what, amount, due] of [
    ['more than the share', '1989.99', '2000'],
    ['more than the maximum', '9979', '10000'],
    ['an excess above the share', '2010.01', '2000'],
  ] as const) {
    it(`does not cover ${what}`, async () => {
      await tolerate('0.005', '20');
      const { code } = await link({ amount: due });
      expect(await send(code, amount)).to.include({ status: 'unmatched' });
      expect((await readLink(account.api, code)).status).to.equal('active');
    });
  }

  it('is about all that is due: parts that are each a little short add up to nothing', async () => {
    await tolerate('0.005', '20');
    const { code } = await link();
    const parts = await Promise.all(['995', '999', '1000', '0.01'].map((part) => send(code, part)));
    expect(parts.map(({ status }) => status)).to.deep.equal(Array(4).fill('unmatched'));
    expect((await readLink(account.api, code)).status).to.equal('active');
  });

  it('is used once: of two payments that are a little short, one pays', async () => {
    await tolerate('0.005', '20');
    const { code } = await link();
    const both = await Promise.all([send(code, '1995'), send(code, '1995')]);
    expect(both.map((one) => one.unmatched_reason ?? one.status).sort()).to.deep.equal([
      'LINK_ALREADY_PAID',
      'credited',
    ]);
    expect(await booksOf(service, account.id, 'available')).to.deep.equal({ MXNB: '1995.00000000' });
  });

  it('is about one method', async () => {
    await tolerate('0.005', '20', 'MXNB');
    const { code } = await link();
    expect(await send(code, '1995')).to.include({ status: 'unmatched', unmatched_reason: 'UNDERPAID' });
  });

  it('counts as it is when the money is final, whatever it was when the link was created', async () => {
    const [first, second] = [await link(), await link()];
    await tolerate('0.005', '20');
    expect(await send(first.code, '1995')).to.include({ status: 'credited' });
    await service.foundation.db.transaction((trx) =>
      service.foundation.tolerances.set(trx, account.id, OPERATOR, 'SPEI', null),
    );
    expect(await send(second.code, '1995')).to.include({ status: 'unmatched' });
  });

  it('is not applied for an account that is not active', async () => {
    await tolerate('0.005', '20');
    const { code } = await link();
    await service.changeAccount(account.id, { status: 'suspended' });
    const deposit = await receive(
      service,
      await notificationFor(service, code, 'SPEI', { amount: money('1995') }),
    );
    expect(deposit).to.include({ status: 'unmatched', unmatchedReason: 'UNDERPAID' });
  });

  it('excuses nothing but the amount', async () => {
    await tolerate('0.1', '1000', 'MXNB');
    await tolerate('0.1', '1000');
    const { code } = await link({ expires_at: await serviceTimeIn(service, 10 * MINUTE_S) });
    const fields = { amount: money('1995') };
    const arrive = async (method: string, more: object): Promise<unknown> =>
      (await receive(service, await notificationFor(service, code, method, { ...fields, ...more })))
        ?.unmatchedReason;
    expect(await arrive('MXNB', { network: 'Polygon' })).to.equal('WRONG_NETWORK');
    expect(await arrive('MXNB', { asset: 'USDC' })).to.equal('WRONG_ASSET');
    expect(await arrive('SPEI', { amount: money('1995.001') })).to.equal('WRONG_PRECISION');
    await advance(service, 11 * MINUTE_S);
    expect(await arrive('SPEI', {})).to.equal('LINK_EXPIRED');
  });

  it('leaves a payment that would be all fee', async () => {
    await tolerate('0.1', '1000');
    await setFees(service, '0', '1950');
    const { code } = await link();
    await setFees(service, '0', '0');
    expect(await send(code, '1940')).to.include({ status: 'unmatched' });
    expect(await send(code, '1960')).to.include({ status: 'credited' });
  });

  it('waits for finality: a payment that was only seen counts once it is final', async () => {
    await tolerate('0.005', '20', 'MXNB');
    const { code } = await link();
    const seen = await notificationFor(service, code, 'MXNB', { amount: money('1995'), final: false });
    expect(await receive(service, seen)).to.equal(undefined);
    expect((await readLink(account.api, code)).status).to.equal('active');
    expect(await receive(service, { ...seen, final: true })).to.include({ status: 'credited' });
  });

  it('covers what was seen as due and is final as a little less', async () => {
    await tolerate('0.005', '20', 'MXNB');
    const { code } = await link();
    const seen = await notificationFor(service, code, 'MXNB', { final: false });
    await receive(service, seen);
    await receive(service, { ...seen, final: true, amount: money('1995') });
    expect(await readLink(account.api, code)).to.include({ status: 'paid', difference: '-5.00000000' });
    expect(await historyOf(service, code)).to.deep.equal(['receive → processing', 'settle → paid']);
  });

  describe('of a payment that is converted', () => {
    /** Pays a little less than is due, after the price of what is bought has moved by a fraction. */
    const payShortWhen = async (moved: string): Promise<any> => {
      await tolerate('0.05', '100', 'USDC');
      const offered = await link({ amount: '20000' });
      const { amount_due: due, exchange_rate: rate } = methodOf(offered, 'USDC');
      const amount = money(due).minus('0.01');
      await moveMarket(service, 'MXNB', moved);
      expect(await send(offered.code, amount.toFixed(), 'USDC')).to.include({ status: 'pending' });
      // What was accepted stays so.
      await tolerate('0.00000001', '0.00000001', 'USDC');
      await runToRest(service);
      const [conversion] = (await account.api.get('/v1/conversions')).body.data;
      const { amount_received: received } = await readLink(account.api, offered.code);
      return { conversion, received, atLinkRate: broughtAt(amount, money(rate)).toFixed(8) };
    };

    it('is credited with what it brings now, if that is less than at the rate of the link', async () => {
      const { conversion, received, atLinkRate } = await payShortWhen('0.04');
      expect(received).to.equal(conversion.to_amount);
      expect(Number(received)).to.be.within(Number(atLinkRate) * 0.94, Number(atLinkRate) * 0.98);
      expect(await booksOf(service, account.id, 'available')).to.deep.equal({ MXNB: received });
      expect(await booksOf(service, account.id, 'fx')).to.deep.equal({});
    });

    it('is credited at the rate of the link, if it brings more by now', async () => {
      const { conversion, received, atLinkRate } = await payShortWhen('-0.04');
      expect(received).to.equal(atLinkRate);
      expect(await booksOf(service, account.id, 'fx')).to.deep.equal({
        MXNB: money(conversion.to_amount).minus(money(received)).toFixed(8),
      });
    });

    it('says that the current rate was used', async () => {
      const { conversion } = await payShortWhen('-0.04');
      expect(conversion).to.include({ price: 'current' });
      const [completed] = (await eventsOf(service, account.id)).filter(
        ({ type }) => type === 'conversion.completed',
      );
      expect(completed?.data).to.include({ price: 'current' });
    });

    it('waits for an operator while what it brings is implausible, or no more than the fee', async () => {
      await tolerate('0.05', '100', 'USDC');
      const offered = await link({ amount: '20000' });
      const amount = money(methodOf(offered, 'USDC').amount_due).minus('0.01');
      await moveMarket(service, 'MXNB', '0.5');
      await send(offered.code, amount.toFixed(), 'USDC');
      await runOut(service.workers.transfers);
      expect((await readLink(account.api, offered.code)).status).to.equal('processing');
      const waiting = JSON.parse((await runPayments(service, 'transfers', 'stuck', '--json')).stdout);
      expect(waiting.data.map(({ kind }: any) => kind)).to.deep.equal(['payment_conversion']);
      await moveMarket(service, 'MXNB', '-0.04');
      await runToRest(service);
      expect((await readLink(account.api, offered.code)).status).to.equal('paid');
    });

    it('is no exposure of the deployment, which promised nothing for it', async () => {
      await tolerate('0.05', '100', 'USDC');
      const offered = await link({ amount: '20000' });
      await send(offered.code, money(methodOf(offered, 'USDC').amount_due).minus('0.01').toFixed(), 'USDC');
      const { exposure } = JSON.parse((await runPayments(service, 'fx', 'report', '--json')).stdout);
      expect(exposure).to.deep.equal([]);
      await runToRest(service);
    });

    it('is an excess only as far as a link of that amount could be offered', async () => {
      await tolerate('0.1', '1000', 'USDC');
      const offered = await link({ amount: '20000' });
      const { amount_due: due } = methodOf(offered, 'USDC');
      await service.database.query(
        `insert into fx_limits (from_asset, to_asset, max_exposure, max_deviation) values ('USDC', 'MXNB', 20, 0.05)`,
      );
      const excess = await send(offered.code, money(due).plus(100).toFixed(), 'USDC');
      expect(excess).to.include({ status: 'unmatched', unmatched_reason: 'OVERPAID' });
      await service.database.query('delete from fx_limits');
      await service.database.query(`update link_currencies set max_amount = 20100 where currency = 'MXNB'`);
      expect(await send(offered.code, money(due).plus(100).toFixed(), 'USDC')).to.include({
        status: 'unmatched',
      });
      expect(await send(offered.code, money(due).plus(1).toFixed(), 'USDC')).to.include({
        status: 'pending',
      });
      await service.database.query(
        `update link_currencies set max_amount = 1000000000 where currency = 'MXNB'`,
      );
      await runToRest(service);
    });

    it('is unmatched when it cannot be converted, and can be paid again', async () => {
      await tolerate('0.05', '100', 'USDC');
      const offered = await link({ amount: '20000' });
      const amount = money(methodOf(offered, 'USDC').amount_due).minus(1).toFixed();
      await injectFault(service, 'convert', { failure: 'refused' });
      const { id } = await send(offered.code, amount, 'USDC');
      await runToRest(service);
      expect((await account.api.get(`/v1/deposits/${id}`)).body).to.include({
        status: 'unmatched',
        unmatched_reason: 'CONVERSION_FAILED',
      });
      expect((await readLink(account.api, offered.code)).status).to.equal('active');
    });
  });

  it('is set, shown and ended on the command line', async () => {
    const payments = async (...args: string[]): Promise<any> => {
      const { code, stdout } = await runPayments(
        service,
        'accounts',
        'tolerance',
        account.id,
        ...args,
        '--json',
      );
      expect(code).to.equal(0);
      return JSON.parse(stdout);
    };
    const spei = { method: 'SPEI', underpaid_tolerance_percent: '0.5', max: '20.00000000' };
    expect(await payments('--method', 'SPEI', '--underpaid-tolerance', '0.5%', '--max', '20')).to.deep.equal({
      data: [spei],
    });
    expect(await payments()).to.deep.equal({ data: [spei] });
    expect(await payments('--method', 'SPEI', '--off')).to.deep.equal({ data: [] });
    for (const [args, why] of [
      [['--off'], 'Pass --method.'],
      [['--method', 'SPEI'], 'Pass --underpaid-tolerance and --max, or --off alone.'],
      [['--method', 'SPEI', '--off', '--max', '2'], 'Pass --underpaid-tolerance and --max, or --off alone.'],
    ] as const) {
      const { code, stderr } = await runPayments(service, 'accounts', 'tolerance', account.id, ...args);
      expect({ code, stderr }).to.deep.equal({ code: 2, stderr: `${why}\n` });
    }
  });

  it('is not needed where a person accepts on the command line, which the audit log tells', async () => {
    const { code } = await link();
    const { id } = await send(code, '1000');
    const { stdout } = await runPayments(service, 'deposits', 'accept', id, '--as-payment', '--json');
    expect(JSON.parse(stdout)).to.include({ id, status: 'credited', unmatched_reason: 'UNDERPAID' });
    const again = await runPayments(service, 'deposits', 'accept', id, '--as-payment');
    expect(again).to.deep.include({
      code: 1,
      stderr: `Deposit ${id} is credited; only an unmatched deposit can be accepted.\n`,
    });
    const { id: kept } = await send((await link()).code, '999');
    await runPayments(service, 'deposits', 'accept', kept);
    const { id: sentBack } = await send((await link()).code, '998');
    await runPayments(service, 'deposits', 'refund', sentBack);
    const deeds = await service.database.query(
      'select action, subject, user_email from audit_entries where account_id = $1 order by created_at, id',
      [account.id],
    );
    expect(deeds).to.deep.equal([
      { action: 'deposit.accepted_as_payment', subject: id, user_email: null },
      { action: 'deposit.accepted', subject: kept, user_email: null },
      { action: 'deposit.refunded', subject: sentBack, user_email: null },
    ]);
  });

  describe('is set', () => {
    it('within bounds, for a method that exists', async () => {
      expect(await refusalOf(tolerate('0.11', '20'))).to.equal('It must be above 0 and at most 10 %.');
      expect(await refusalOf(tolerate('0', '20'))).to.equal('It must be above 0 and at most 10 %.');
      expect(await refusalOf(tolerate('0.01', '0'))).to.equal('It must be above zero.');
      expect(await refusalOf(tolerate('0.01', '1', 'CASH'))).to.equal('There is no method CASH.');
    });

    it('in the audit log of the account', async () => {
      await tolerate('0.005', '20');
      const rows = await service.database.query(
        'select action, subject, details, user_id from audit_entries where account_id = $1',
        [account.id],
      );
      expect(rows).to.deep.equal([
        {
          action: 'tolerance.set',
          subject: 'SPEI',
          details: { percent: '0.5', max: '20 MXN' },
          user_id: null,
        },
      ]);
    });
  });
});
