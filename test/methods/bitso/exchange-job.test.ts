import { expect } from 'chai';
import { reconcile } from '../../../src/audit/reconcile.ts';
import { readSolvency } from '../../../src/audit/solvency.ts';
import { verifyLedger } from '../../../src/audit/verify.ts';
import { money } from '../../../src/lib/money.ts';
import { changeMethod } from '../../../src/methods/catalogue.ts';
import { startFakeBitso, type FakeBitso } from '../../../scripts/fake-bitso/server.ts';
import { notificationFor, receive } from '../../deposits/notifications.ts';
import { addTwoOperators, type TwoOperators } from '../../operators/two-operators.ts';
import { advance, createLink, readLink, runOut } from '../../payment-links/links.ts';
import { startRail, type TestRail } from '../../support/outside/rail.ts';
import { until } from '../../support/poll.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { balancesOf } from '../../transfers/rig.ts';

const WHY = ['--reason', 'Float', '--evidence', 'Ticket 4711'];
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const HASH = `0x${'ab'.repeat(32)}`;

describe('what another rail receives and Bitso and Juno exchange, through the whole service', () => {
  let fake: FakeBitso;
  let chain: TestRail;
  let service: TestService;
  let account: TestAccount;
  let operators: TwoOperators;

  before(async () => {
    fake = await startFakeBitso({
      settings: {
        ...{ requestsPerMinute: 10_000, pendingMs: 10, processingMs: 10, ledgerHasConversions: false },
        ...{ conversionMs: 10, mintMs: 10 },
      },
    });
    chain = await startRail('chain');
    service = await startService(
      {
        ...{ BITSO_API_KEY: fake.bitso.key, BITSO_API_SECRET: fake.bitso.secret, BITSO_BASE_URL: fake.url },
        ...{ JUNO_API_KEY: fake.juno.key, JUNO_API_SECRET: fake.juno.secret, JUNO_BASE_URL: fake.url },
      },
      [
        {
          ...chain.provider,
          exchanges: () => false,
          holdsAtPar: (asset, other) => asset === other,
          // As a chain calls it.
          async payOut(request, signal) {
            const outcome = await chain.provider.payOut(request, signal);
            return outcome.status === 'done' ? { ...outcome, providerReference: `Polygon:${HASH}` } : outcome;
          },
        },
      ],
    );
    operators = await addTwoOperators(service);
    await service.foundation.db.transaction((trx) =>
      changeMethod(trx, 'USDC', { provider: 'chain', exchangeProvider: 'bitso', maxSlippage: money('0.1') }),
    );
    account = await service.createAccount();
    // The float, on a chain.
    fake.control.arriveOnChain({
      ...{
        currency: 'usdc',
        amount: '20000',
        tx_hash: `0x${'cd'.repeat(32)}`,
        address: ADDRESS,
        network: 'polygon',
      },
    });
    await book('bitso', '20000');
  });
  after(async () => {
    await service?.close();
    await Promise.all([fake?.close(), chain?.close()]);
  });

  const book = (provider: string, amount: string): Promise<void> =>
    operators.agree(
      ...['adjustments', 'create', '--provider', provider, '--asset', 'USDC', '--amount', amount],
      ...['--book', 'capital', ...WHY],
    );
  const pass = async (seconds: number): Promise<void> => {
    await advance(service, seconds);
    await chain.database.query(
      'update service_clock set advanced_by = advanced_by + make_interval(secs => $1)',
      [seconds],
    );
  };
  const work = async (): Promise<void> => {
    await pass(31);
    await service.workers.liquidity.runOnce();
    await runOut(service.workers.transfers);
    await service.workers.arrivals.runOnce();
  };
  const rebalancings = async (): Promise<any[]> => {
    const { reportLiquidity } = await import('../../../src/liquidity/report.ts');
    return (await service.foundation.db.snapshot(reportLiquidity)).rebalancings;
  };

  it('credits a link in MXNB with what was locked, once Juno has issued it', async () => {
    await work();
    const link = await createLink(account.api, {
      ...{ amount: '25000', currency: 'MXNB', accepted_methods: ['USDC'] },
    });
    const payment = await notificationFor(service, link.code, 'USDC', { provider: 'chain' });
    await chain.payIn(payment);
    await receive(service, payment);
    expect((await readLink(account.api, link.code)).status).to.equal('processing');
    await until(
      async () => {
        await work();
        return (await readLink(account.api, link.code)).status === 'paid';
      },
      { what: 'it is paid' },
    );
    expect((await balancesOf(account))['MXNB']).to.equal('25000.00000000 + 0.00000000');
    expect(Number(fake.control.state().mxnb)).to.be.at.least(25_000);
  });

  it('brings USDC to Bitso, known by its hash, and nothing of it becomes a deposit', async () => {
    await operators.agree(
      ...[
        'liquidity',
        'route',
        'add',
        '--from',
        'chain',
        '--to',
        'bitso',
        '--asset',
        'USDC',
        '--method',
        'USDC',
      ],
      ...[
        '--network',
        'Polygon',
        '--address',
        ADDRESS,
        '--daily-limit',
        '5000',
        '--proof-amount',
        '10',
        ...WHY,
      ],
    );
    await work();
    expect((await rebalancings())[0]).to.include({ status: 'in_transit', what_to_do: null });
    const { fid } = fake.control.arriveOnChain({
      ...{
        currency: 'usdc',
        amount: '10',
        tx_hash: HASH.toUpperCase().replace('0X', '0x'),
        status: 'pending',
      },
      ...{ address: ADDRESS.toLowerCase(), network: 'polygon' },
    });
    await work();
    expect((await rebalancings())[0]).to.include({ status: 'in_transit', what_to_do: null });
    fake.control.settleFunding({ fid, status: 'complete' });
    // The same hash once more is not ours to book.
    fake.control.arriveOnChain({
      ...{
        currency: 'usdc',
        amount: '10',
        tx_hash: `0x${'ef'.repeat(32)}`,
        address: ADDRESS,
        network: 'polygon',
      },
    });
    const payload = fake.control.state().fundings.find((one) => one.fid === fid);
    const { headers, body } = fake.control.notice({ event: 'funding', payload });
    await fetch(`${service.baseUrl}/providers/bitso/notices`, { method: 'POST', headers, body });
    await runOut(service.workers.notices);
    await work();
    expect((await rebalancings())[0]).to.include({ status: 'arrived', arrival_reference: fid });
    const deposits = await service.database.query('select provider from deposits');
    expect(deposits.filter(({ provider }) => provider === 'bitso')).to.deep.equal([]);
  });

  it('leaves all books whole, and they agree with Bitso’s', async () => {
    const { db, providers } = service.foundation;
    expect((await db.snapshot(verifyLedger)).discrepancies).to.deep.equal([]);
    expect(fake.control.state().faults).to.deep.equal([]);
    const { assets } = await readSolvency(db, providers.all);
    expect(assets.filter(({ cover }) => cover !== 'covered')).to.deep.equal([]);
    const period = { from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() + 5 * 86_400_000) };
    const [bitso] = (await reconcile(db, [providers.get('bitso')], period)).providers;
    // The float that was put in by hand, and what somebody sent to the same address.
    expect(bitso!.differences.map(({ problem, theirs }) => [problem, theirs])).to.deep.equal([
      ['missing_here', '20000.00000000 USDC'],
      ['missing_here', '10.00000000 USDC'],
    ]);
  });
});
