import { expect } from 'chai';
import { readSolvency, type AssetSolvency, type Solvency } from '../../src/audit/solvency.ts';
import { createSolvencyWorker } from '../../src/audit/solvency-worker.ts';
import type { LogFields } from '../../src/lib/logger.ts';
import { money } from '../../src/lib/money.ts';
import { ProviderFailure, type Balances, type Provider } from '../../src/methods/providers/provider.ts';
import { createLink, injectFault, pay, runToRest } from '../payment-links/links.ts';
import { runPayments } from '../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { fund, restore } from '../transfers/rig.ts';
import { startWithdrawal } from '../transfers/started.ts';

describe('what is held, against what is owed', () => {
  let service: TestService;
  let account: TestAccount;
  beforeEach(async () => {
    service = await startService();
    await restore(service);
    account = await service.createAccount();
  });
  afterEach(() => service?.close());

  const read = (): Promise<Solvency> => readSolvency(service.foundation.db, service.foundation.providers.all);
  const of = ({ assets }: Solvency, wanted: string): AssetSolvency => {
    const found = assets.find(({ asset }) => asset === wanted);
    if (!found) throw new Error(`there is no ${wanted}`);
    return found;
  };
  /** The provider of tests, but for what a test says that it holds. */
  const standIn = (balances: Partial<Balances>, rest: Partial<Provider> = {}): Provider => ({
    ...service.foundation.providers.get('simulator'),
    readBalances: () => Promise.resolve({ holdings: [], unread: [], left: [], absent: [], ...balances }),
    ...rest,
  });
  const holding = (asset: string, amount: string) => ({
    ...{ place: 'vault', asset, amount: money(amount), asOf: 'now' },
  });
  const compare = (...providers: Provider[]): Promise<Solvency> =>
    readSolvency(service.foundation.db, providers);

  it('is nothing on both sides at first', async () => {
    expect(await read()).to.deep.include({ ok: true, assets: [], errors: [] });
  });

  it('is as much, while deposits are only seen, converted, held, and sent without an answer', async () => {
    await fund(account, 'MXNB', '1000');
    expect(of(await read(), 'MXNB')).to.deep.include({
      ...{ cover: 'covered', owed: '1000.00000000', held: '1000.00000000', surplus: '0.00000000' },
    });
    const { code } = await createLink(account.api);
    await pay(account.api, code, { method: 'MXNB', scenario: 'seen_then_confirmed' });
    expect((await read()).ok).to.equal(true);

    await injectFault(service, 'pay_out', { failure: 'lost_answer' });
    const { db, withdrawals } = service.foundation;
    await db.transaction((trx) =>
      startWithdrawal({ withdrawals }, trx, {
        accountId: account.id,
        asset: 'MXNB',
        amount: money('400'),
        method: 'SPEI',
        destination: { clabe: '032180000118359719' },
        requestId: null,
      }),
    );
    expect((await read()).ok).to.equal(true);
    await service.workers.transfers.runOnce();
    const [sent] = await service.database.query(`select status from transfers`);
    expect(sent).to.deep.equal({ status: 'sent' });
    // It went out in pesos, for an account that has MXNB, and nobody here knows that yet.
    const underWay = await read();
    expect(underWay.ok, JSON.stringify(underWay)).to.equal(true);
    expect(of(underWay, 'MXN').places).to.deep.include({
      ...{ place: 'sent, not settled yet', provider: 'simulator', as_of: null, amount: '400.00000000' },
    });
    await injectFault(service, 'pay_out', {});
    await runToRest(service);
    expect((await read()).ok).to.equal(true);
  });

  it('is not as much when a provider has lost some, which the worker logs once for each amount', async () => {
    await fund(account, 'USDC', '500');
    await service.database.query(
      `insert into simulator_operations (operation, idempotency_key, reference, asset, amount, details, created_at)
       values ('pay_out', 'a thief', 'T-1', 'USDC', -0.00000001, '{}', service_now())`,
    );
    const { code, stdout } = await runPayments(service, 'solvency', '--json');
    expect(code).to.equal(1);
    expect(of(JSON.parse(stdout) as Solvency, 'USDC')).to.deep.include({
      ...{ cover: 'short', owed: '500.00000000', held: '499.99999999', surplus: '-0.00000001' },
    });
    const shown = await runPayments(service, 'solvency');
    expect(shown.code).to.equal(1);
    expect(shown.stdout).to.include('short').and.include('499.99999999');

    const errors: (LogFields | undefined)[] = [];
    const quiet = { debug() {}, info() {}, warn() {} };
    const logger = { ...quiet, error: (_: string, facts?: LogFields) => void errors.push(facts) };
    const { db, providers } = service.foundation;
    const worker = createSolvencyWorker({ db, providers, logger: logger });
    const check = async (): Promise<void> => {
      await service.database.query(
        `update service_clock set advanced_by = advanced_by + interval '3 minutes'`,
      );
      expect(await worker.runOnce()).to.equal(1);
      expect(await worker.runOnce(), 'it was made just now').to.equal(0);
    };
    await check();
    await check();
    expect(errors).to.deep.equal([
      { assets: [{ asset: 'USDC', owed: '500.00000000', held: '499.99999999' }] },
    ]);
    await service.database.query(`update simulator_operations set amount = -1 where reference = 'T-1'`);
    await check();
    expect(errors).to.have.length(2);
    const text = await service.foundation.metrics.expose();
    expect(text).to.match(/^payments_place_held\{provider="simulator",place="[^"]+",asset="USDC"\} 499$/m);
    expect(text).to.match(/^payments_solvency_short\{asset="USDC"\} 1$/m);
    expect(text).to.match(/^payments_solvency_ok 0$/m);
  });

  it('is covered by another asset of the family only where that is held at par', async () => {
    await fund(account, 'USDC', '500');
    const dollars = { holdings: [holding('USDT', '350'), holding('USDC', '200')] };
    const atPar = await compare(standIn(dollars));
    expect(atPar.ok).to.equal(true);
    expect(of(atPar, 'USDC')).to.include({ held: '500.00000000', cover: 'covered' });
    expect(of(atPar, 'USDC').places).to.deep.include({
      ...{ place: 'held as USDT, at par', provider: 'simulator', as_of: null, amount: '300.00000000' },
    });
    expect(of(atPar, 'USDT')).to.include({ held: '50.00000000', surplus: '50.00000000' });

    const apart = await compare(standIn(dollars, { holdsAtPar: (one, other) => one === other }));
    expect(of(apart, 'USDC')).to.include({ held: '200.00000000', cover: 'short' });
    expect(of(apart, 'USDT')).to.include({ held: '350.00000000', cover: 'covered' });

    const pesos = await compare(standIn({ holdings: [holding('MXN', '9000'), holding('USDC', '200')] }));
    expect(of(pesos, 'USDC').cover).to.equal('short');
  });

  it('is unknown, and never zero, where a place cannot be read that may have the rest', async () => {
    await fund(account, 'USDC', '500');
    const some = { holdings: [holding('USDC', '200')] };
    const place = { place: 'Polygon', assets: ['POL', 'USDC'], error: 'nobody responds' };
    const unread = await compare(standIn({ ...some, unread: [place] }));
    expect(unread).to.deep.include({
      ok: false,
      errors: [{ provider: 'simulator', place: 'Polygon', error: 'nobody responds' }],
    });
    expect(of(unread, 'USDC').cover).to.equal('unknown');
    // A place that has nothing of the asset leaves no hope.
    const other = await compare(standIn({ ...some, unread: [{ ...place, assets: ['MXNB'] }] }));
    expect(of(other, 'USDC').cover).to.equal('short');

    const all = standIn(
      {},
      {
        name: 'away',
        readBalances: () => Promise.reject(new ProviderFailure('unavailable', 'It is away.')),
      },
    );
    const enough = await compare(standIn({ holdings: [holding('USDC', '500')] }), all);
    expect(enough).to.deep.include({
      ok: false,
      errors: [{ provider: 'away', place: 'away', error: 'It is away.' }],
    });
    expect(of(enough, 'USDC').cover).to.equal('covered');
  });

  it('is read again before it is called short', async () => {
    await fund(account, 'USDC', '500');
    let readings = 0;
    const late = standIn(
      {},
      {
        readBalances: () =>
          Promise.resolve({
            ...{ unread: [], left: [], absent: [] },
            holdings: [holding('USDC', ++readings === 1 ? '1' : '500')],
          }),
      },
    );
    expect((await compare(late)).ok).to.equal(true);
  });
});
