import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { reconcile } from '../../src/audit/reconcile.ts';
import { money, type Money } from '../../src/lib/money.ts';
import { changeMethod } from '../../src/methods/catalogue.ts';
import { notificationFor, receive } from '../deposits/notifications.ts';
import { addTwoOperators, type TwoOperators } from '../operators/two-operators.ts';
import { booksOf, createLink, readLink, runOut, runToRest } from '../payment-links/links.ts';
import { startRail, type TestRail } from '../support/outside/rail.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { balancesOf, fund, requireSoundBooks, transferRow } from './rig.ts';
import { confirmConversion } from './started.ts';

describe('what a provider says that a conversion at its quote brought (D28)', () => {
  let service: TestService;
  let account: TestAccount;
  let rail: TestRail;
  let operators: TwoOperators;
  /** How the rail lies about it. */
  let lie: (brought: Money) => Money;

  before(async () => {
    rail = await startRail('rail');
    service = await startService({}, [
      {
        ...rail.provider,
        async convert(request, signal) {
          const outcome = await rail.provider.convert(request, signal);
          return outcome.status === 'done' ? { ...outcome, toAmount: lie(outcome.toAmount) } : outcome;
        },
      },
    ]);
    await service.foundation.db.transaction((trx) => changeMethod(trx, 'USDC', { provider: 'rail' }));
    operators = await addTwoOperators(service);
  });
  after(async () => {
    await service?.close();
    await rail?.close();
  });
  beforeEach(async () => {
    lie = (brought) => brought;
    account = await service.createAccount();
  });
  afterEach(() => requireSoundBooks(service));

  const payment = async (): Promise<{ id: string; code: string }> => {
    const { code } = await createLink(account.api, { amount: '20000', accepted_methods: ['USDC'] });
    const deposit = await receive(
      service,
      await notificationFor(service, code, 'USDC', { provider: 'rail' }),
    );
    const [row] = await service.database.query('select id from transfers where deposit_id = $1', [
      deposit?.id,
    ]);
    return { id: String(row?.['id']), code };
  };
  const ownConversion = async (): Promise<{ id: string; quoted: string }> => {
    await fund(account, 'MXNB', '1000');
    const { db, conversions } = service.foundation;
    const pair = { accountId: account.id, fromAsset: 'MXNB', toAsset: 'USDC', requestId: null };
    const request = { ...pair, amount: money('1000') };
    const quote = await conversions.requestQuote(request, randomUUID());
    const { id } = await db.transaction((trx) => conversions.create(trx, request, quote));
    await db.transaction((trx) => confirmConversion(service.foundation, trx, account.id, id));
    return { id, quoted: quote.toAmount.toFixed(8) };
  };
  const differences = async (): Promise<string[]> => {
    const [clock] = await service.database.query('select service_now() as now');
    const now = (clock?.['now'] as Date).getTime();
    const range = { from: new Date(now - 1800_000), to: new Date(now + 1800_000) };
    const { providers } = await reconcile(service.foundation.db, [rail.provider], range);
    return providers.flatMap(({ differences: all }) =>
      all
        .filter((one) => one.kind === 'convert' && one.account_id === account.id)
        .map(({ problem, ours, theirs }) => `${problem}: ${ours}, ${theirs}`),
    );
  };

  const TOO_LITTLE: Record<string, (brought: Money) => Money> = {
    'a tenth': (brought) => brought.div(10).decimalPlaces(8),
    'the least amount': () => money('0.00000001'),
    'a little less than was quoted': (brought) => brought.minus('0.01'),
  };
  for (const [what, told] of Object.entries(TOO_LITTLE)) {
    it(`waits for two operators if that is ${what}`, async () => {
      const [of, own] = [await payment(), await ownConversion()];
      lie = told;
      await runOut(service.workers.transfers);
      for (const { id } of [of, own]) {
        const row = await transferRow(service, id);
        expect(row).to.include({ status: 'sent', waits_for: 'OPERATOR', brought: null });
        expect(row.stuck_at).to.be.instanceOf(Date);
        expect(row.last_error).to.match(/ bring .* and must bring .* by the provider's quote\.$/);
      }
      expect((await readLink(account.api, of.code)).status).to.equal('processing');
      expect(await booksOf(service, account.id, 'available')).to.deep.equal({});
      expect(await booksOf(service, account.id, 'fx')).to.deep.equal({});

      // Then both get what was promised, and the deployment bears what is missing.
      for (const { id } of [of, own])
        await operators.agree(
          ...['transfers', 'resolve', id, '--retry', '--max-slippage-percent', '99'],
          ...['--reason', 'A test', '--evidence', 'None'],
        );
      if (what === 'the least amount') lie = (brought) => brought.div(10).decimalPlaces(8);
      await runToRest(service);
      expect(await readLink(account.api, of.code)).to.include({ status: 'paid', difference: '0.00000000' });
      expect((await balancesOf(account))['USDC']).to.equal(`${own.quoted} + 0.00000000`);
      const fx = await booksOf(service, account.id, 'fx');
      expect(Number(fx['MXNB'])).to.be.lessThan(0);
      expect(Number(fx['USDC'])).to.be.lessThan(0);
    });
  }

  it('is credited as quoted if that is ten times as much, and the rest is the deployment’s', async () => {
    const [of, own] = [await payment(), await ownConversion()];
    lie = (brought) => brought.times(10);
    await runToRest(service);
    expect(await readLink(account.api, of.code)).to.include({ status: 'paid', difference: '0.00000000' });
    expect((await balancesOf(account))['USDC']).to.equal(`${own.quoted} + 0.00000000`);
    expect((await account.api.get(`/v1/conversions/${own.id}`)).body.to_amount).to.equal(own.quoted);
    const fx = await booksOf(service, account.id, 'fx');
    expect(fx['USDC']).to.equal(money(own.quoted).times(9).toFixed(8));
    expect((await transferRow(service, own.id)).brought).to.equal(money(own.quoted).times(10).toFixed(8));

    const different = await differences();
    expect(different).to.have.length(2);
    expect(different).to.include(
      `amounts_differ: -1000.00000000 MXNB for ${money(own.quoted).times(10).toFixed(8)} USDC, -1000.00000000 MXNB for ${own.quoted} USDC`,
    );
  });

  it('is what its statement says, where it does not lie', async () => {
    const [, own] = [await payment(), await ownConversion()];
    await runToRest(service);
    expect((await transferRow(service, own.id)).brought).to.equal(own.quoted);
    expect(await differences()).to.deep.equal([]);
  });
});
