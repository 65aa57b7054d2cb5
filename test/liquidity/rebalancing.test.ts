import { expect } from 'chai';
import { reconcile } from '../../src/audit/reconcile.ts';
import { readSolvency } from '../../src/audit/solvency.ts';
import { reportLiquidity } from '../../src/liquidity/report.ts';
import { money } from '../../src/lib/money.ts';
import { type Arrival, ProviderFailure } from '../../src/methods/providers/provider.ts';
import { receive } from '../deposits/notifications.ts';
import { addTwoOperators, type TwoOperators } from '../operators/two-operators.ts';
import { advance, createLink, readLink, runToRest } from '../payment-links/links.ts';
import { startRail, type TestRail } from '../support/outside/rail.ts';
import { startService, type TestService } from '../support/service.ts';

/** South's address for the deployment. */
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const WHY = ['--reason', 'Pay day', '--evidence', 'Ticket 4711'];
const MONEY = {
  method: 'USDC',
  asset: 'USDC',
  network: 'Polygon',
  reference: null,
  payer: {},
  final: true,
};
const BAND = ['1000', '5000', '20000'] as const;

describe('money between two providers (D39)', () => {
  let service: TestService;
  let operators: TwoOperators;
  let north: TestRail;
  let south: TestRail;
  /** What south says has arrived, by the sender's reference; a failure if it does not say. */
  let arrivals: Map<string, Arrival>;
  let isSilent: boolean;

  beforeEach(async () => {
    arrivals = new Map();
    isSilent = false;
    [north, south] = await Promise.all([startRail('north'), startRail('south')]);
    service = await startService({}, [
      { ...north.provider, exchanges: () => false, holdsAtPar: (asset, other) => asset === other },
      {
        ...south.provider,
        findArrival: ({ sentReference }) =>
          isSilent
            ? Promise.reject(new ProviderFailure('timeout', 'It does not answer.'))
            : Promise.resolve(arrivals.get(sentReference) ?? { status: 'absent' }),
      },
    ]);
    operators = await addTwoOperators(service);
    await cli('methods', 'set', 'USDC', '--provider', 'north', '--exchange', 'south');
    // The deployment's own, put in by hand.
    await north.payIn({
      ...MONEY,
      providerReference: 'capital',
      destination: '0x0000000000000000000000000000000000000001',
      amount: money('30000'),
    });
    const { id } = await cli(
      'adjustments',
      'create',
      '--provider',
      'north',
      '--asset',
      'USDC',
      '--amount',
      '30000',
      '--book',
      'capital',
      ...WHY,
    );
    await approve(id);
  });
  afterEach(async () => {
    await service?.close();
    await Promise.all([north?.close(), south?.close()]);
  });

  const cli = (...args: string[]) => operators.json(operators.ana, ...args);
  const approve = (id: string) => operators.json(operators.bruno, 'approvals', 'approve', id);
  const status = () => service.foundation.db.snapshot(reportLiquidity);
  const placeOf = async (provider: string) =>
    (await status()).places.find((place: any) => place.provider === provider && place.asset === 'USDC');
  const rebalancings = async (): Promise<any[]> => (await status()).rebalancings;
  const rebalancing = async (id: string): Promise<any> => (await rebalancings()).find((one) => one.id === id);
  const setBand = (provider: string, minimum: string, target: string, maximum: string) =>
    cli(
      ...['liquidity', 'set', '--provider', provider, '--asset', 'USDC'],
      ...['--minimum', minimum, '--target', target, '--maximum', maximum],
    );
  const pass = async (seconds: number): Promise<void> => {
    await advance(service, seconds);
    for (const rail of [north, south])
      await rail.database.query(
        'update service_clock set advanced_by = advanced_by + make_interval(secs => $1)',
        [seconds],
      );
  };
  const askForRoute = (limit = '10000', maxFee = '1', ...more: string[]) =>
    cli(
      ...[
        'liquidity',
        'route',
        'add',
        '--from',
        'north',
        '--to',
        'south',
        '--asset',
        'USDC',
        '--method',
        'USDC',
      ],
      ...['--network', 'Polygon', '--address', ADDRESS, '--daily-limit', limit, '--max-fee', maxFee],
      ...['--proof-amount', '5', ...more, ...WHY],
    );
  /** What has left north and is not answered by south yet arrives there. */
  const arrive = async (less = '0'): Promise<void> => {
    for (const { reference, amount, status: at } of await rebalancings()) {
      if (at !== 'in_transit' || arrivals.has(reference)) continue;
      const arrived = money(amount).minus(less);
      const providerReference = `arrival of ${reference}`;
      await south.payIn({ ...MONEY, providerReference, destination: ADDRESS, amount: arrived });
      arrivals.set(reference, {
        status: 'arrived',
        reference: providerReference,
        asset: 'USDC',
        amount: arrived,
      });
    }
  };
  const work = async (): Promise<void> => {
    await pass(31);
    await service.workers.liquidity.runOnce();
    await service.workers.transfers.runOnce();
    await service.workers.arrivals.runOnce();
  };
  const prove = async (limit?: string): Promise<void> => {
    await approve((await askForRoute(limit)).id);
    await work();
    await arrive();
    await work();
  };
  const move = (amount: string) =>
    cli(
      'liquidity',
      'move',
      '--from',
      'north',
      '--to',
      'south',
      '--asset',
      'USDC',
      '--amount',
      amount,
      ...WHY,
    );
  const house = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      (
        await service.database.query(
          `select book, balance::float8::text as balance from ledger_balances
            where account_id = '00000000-0000-0000-0000-000000000001' and balance <> 0`,
        )
      ).map(({ book, balance }) => [book, balance]),
    );
  const requireProof = async (): Promise<void> => {
    expect(await operators.json(undefined, 'ledger', 'verify')).to.include({ ok: true });
    const { db, providers } = service.foundation;
    const { assets, errors } = await readSolvency(db, providers.all);
    expect(errors).to.deep.equal([]);
    expect(assets.filter(({ cover }) => cover !== 'covered')).to.deep.equal([]);
  };

  it('may be sent once a first small transfer has arrived, as the receiver itself says', async () => {
    const { id, status: waiting } = await askForRoute();
    expect(waiting).to.equal('waiting');
    // Nobody sends it alone.
    expect((await operators.refused(operators.ana, 'approvals', 'approve', id)).code).to.equal(
      'second_operator_required',
    );
    expect(await rebalancings()).to.deep.equal([]);
    await approve(id);
    expect(
      (
        await operators.refused(
          operators.ana,
          'liquidity',
          'move',
          '--from',
          'north',
          '--to',
          'south',
          '--asset',
          'USDC',
          '--amount',
          '100',
          ...WHY,
        )
      ).code,
    ).to.equal('liquidity_route_not_proven');
    await work();
    expect((await rebalancings())[0]).to.include({
      status: 'in_transit',
      amount: '5.00000000',
      is_proof: true,
    });
    expect(await house()).to.deep.equal({ capital: '30000', 'rail:north': '-29995', in_transit: '-5' });
    await requireProof();
    await work();
    expect((await status()).routes[0]?.proven_at).to.be.null;

    await arrive();
    await work();
    expect((await rebalancings())[0]).to.include({ status: 'arrived', arrived_amount: '5.00000000' });
    expect((await status()).routes[0]?.proven_at).to.be.a('string');
    expect(await house()).to.deep.equal({ capital: '30000', 'rail:north': '-29995', 'rail:south': '-5' });
    expect(await move('100')).to.include({ status: 'sending', amount: '100.00000000' });
    await requireProof();
  });

  it('cannot be sent to where payers pay, nor by a second route', async () => {
    const account = await service.createAccount();
    const link = await createLink(account.api, {
      currency: 'USDC',
      amount: '20',
      accepted_methods: ['USDC'],
    });
    const [{ instructions }] = (await readLink(account.api, link.code)).methods;
    const { code, message } = await operators.refused(
      operators.ana,
      ...[
        'liquidity',
        'route',
        'add',
        '--from',
        'north',
        '--to',
        'south',
        '--asset',
        'USDC',
        '--method',
        'USDC',
      ],
      ...['--network', instructions.network, '--address', instructions.address, '--daily-limit', '1'],
      ...['--proof-amount', '1', ...WHY],
    );
    expect(code).to.equal('invalid_request');
    expect(message).to.include('Payers pay');
    const [one, other] = [await askForRoute(), await askForRoute()];
    await approve(one.id);
    expect((await operators.refused(operators.bruno, 'approvals', 'approve', other.id)).code).to.equal(
      'liquidity_route_taken',
    );
  });

  it('goes by itself when a place leaves its band, once, and up to its target', async () => {
    await prove();
    await setBand('north', '0', '10000', '50000');
    await setBand('south', ...BAND);
    await work();
    const [sent, proof, ...others] = await rebalancings();
    expect(sent).to.include({ status: 'in_transit', amount: '4995.00000000', is_proof: false });
    expect([proof.is_proof, ...others]).to.deep.equal([true]);
    // What is on its way is not sent again.
    await work();
    await work();
    expect(await rebalancings()).to.have.length(2);
    expect(await placeOf('south')).to.include({ state: 'within', arriving: '4995.00000000' });
    await arrive();
    await work();
    await work();
    expect(await rebalancings()).to.have.length(2);
    expect(await placeOf('south')).to.include({
      state: 'within',
      booked: '5000.00000000',
      held: '5000.00000000',
      difference: '0.00000000',
    });
    expect(await placeOf('north')).to.include({
      booked: '25000.00000000',
      held: '25000.00000000',
      difference: '0.00000000',
    });
    const { assets } = await readSolvency(service.foundation.db, service.foundation.providers.all);
    expect(assets.find(({ asset }) => asset === 'USDC')).to.include({ held: '30000.00000000' });
    await requireProof();
  });

  it('above the daily limit waits for two operators, however many ask at once', async () => {
    await prove('1000');
    const asked = await Promise.all(['400', '400', '400', '400'].map(move));
    expect(asked.map(({ status: told }) => told).sort()).to.deep.equal([
      'sending',
      'sending',
      'waiting',
      'waiting',
    ]);
    const [request] = asked.filter(({ status: told }) => told === 'waiting');
    expect((await operators.refused(operators.ana, 'approvals', 'approve', request.id)).code).to.equal(
      'second_operator_required',
    );
    await approve(request.id);
    expect((await operators.refused(operators.bruno, 'approvals', 'approve', request.id)).code).to.equal(
      'operator_request_not_waiting',
    );
    expect((await rebalancings()).filter(({ amount }) => amount === '400.00000000')).to.have.length(3);
    // The service alone does not exceed it either.
    await setBand('north', '0', '0', '50000');
    await setBand('south', ...BAND);
    for (let times = 0; times < 3; times++) {
      await work();
      await arrive();
    }
    await work();
    expect(await rebalancings()).to.have.length(4);
    const { ok, proposals } = await status();
    expect(ok).to.equal(true);
    expect(proposals).to.deep.equal([]);
  });

  it('is never taken for a payment, whatever its notice says', async () => {
    await prove();
    const deposit = {
      ...MONEY,
      provider: 'south',
      providerReference: 'arrival',
      destination: ADDRESS.toLowerCase(),
      amount: money('5'),
    };
    await receive(service, deposit);
    expect(await service.database.query('select id from deposits')).to.deep.equal([]);
  });

  it('that arrives with a fee missing is booked with the fee, and short of more only in part', async () => {
    await prove();
    await move('100');
    await work();
    await arrive('0.5');
    await work();
    expect((await rebalancings())[0]).to.include({ status: 'arrived', arrived_amount: '99.50000000' });
    expect(await house()).to.include({ fee: '-0.5', 'rail:south': '-104.5' });

    const { id } = await move('200');
    await work();
    await arrive('50');
    await work();
    const short = await rebalancing(id);
    expect(short).to.include({ status: 'short', arrived_amount: '150.00000000' });
    expect(short.what_to_do).to.include('Less has arrived');
    expect(await house()).to.include({ in_transit: '-50', 'rail:south': '-254.5', fee: '-0.5' });
    expect((await status()).ok).to.equal(false);
    await requireProof();
    const request = await cli('liquidity', 'write-off', id, ...WHY);
    await approve(request.id);
    expect(await house())
      .to.include({ fee: '-50.5' })
      .and.not.have.property('in_transit');
    expect((await status()).ok).to.equal(true);
    await requireProof();
  });

  it('that is lost is shown, written off by two, and taken back if it arrives after all', async () => {
    await prove();
    const { id } = await move('100');
    await work();
    isSilent = true;
    await work();
    const told = await rebalancing(id);
    expect(told.what_to_do).to.include('It does not answer.').and.include(`write-off ${id}`);
    const [one, other] = [
      await cli('liquidity', 'write-off', id, ...WHY),
      await cli('liquidity', 'write-off', id, ...WHY),
    ];
    await approve(one.id);
    expect((await operators.refused(operators.bruno, 'approvals', 'approve', other.id)).code).to.equal(
      'rebalancing_not_in_transit',
    );
    expect(await house())
      .to.include({ fee: '-100' })
      .and.not.have.property('in_transit');
    isSilent = false;
    const { reference } = told;
    await south.payIn({ ...MONEY, providerReference: 'late', destination: ADDRESS, amount: money('100') });
    arrivals.set(reference, { status: 'arrived', reference: 'late', asset: 'USDC', amount: money('100') });
    await work();
    expect(await house())
      .to.include({ 'rail:south': '-105' })
      .and.not.have.property('fee');
    await requireProof();
  });

  it('counts once, even if the receiver gives two of them the same arrival', async () => {
    await prove();
    await move('100');
    await move('100');
    await work();
    const under = (await rebalancings()).filter(({ status: at }) => at === 'in_transit');
    await south.payIn({ ...MONEY, providerReference: 'one', destination: ADDRESS, amount: money('100') });
    for (const { reference } of under)
      arrivals.set(reference, { status: 'arrived', reference: 'one', asset: 'USDC', amount: money('100') });
    await work();
    await work();
    const statuses = (await rebalancings()).map(({ status: at }) => at);
    expect(statuses.filter((at) => at === 'in_transit')).to.have.length(1);
    expect(await house()).to.include({ in_transit: '-100', 'rail:south': '-105' });
    await requireProof();
  });

  it('is not more than was sent, and not another asset, whatever the receiver says', async () => {
    await prove();
    const { id } = await move('100');
    await work();
    const { reference } = await rebalancing(id);
    arrivals.set(reference, { status: 'arrived', reference: 'other', asset: 'USDT', amount: money('100') });
    await work();
    expect(await rebalancing(id)).to.include({ status: 'in_transit' });
    arrivals.set(reference, { status: 'arrived', reference: 'none', asset: 'USDC', amount: money('0') });
    await work();
    expect(await rebalancing(id)).to.include({ status: 'in_transit' });
    await south.payIn({ ...MONEY, providerReference: 'more', destination: ADDRESS, amount: money('900') });
    arrivals.set(reference, { status: 'arrived', reference: 'more', asset: 'USDC', amount: money('900') });
    await work();
    expect(await rebalancing(id)).to.include({ status: 'arrived' });
    expect(await house()).to.include({ 'rail:south': '-105' });
    // The rest is nobody's yet, and visible.
    await work();
    expect(await placeOf('south')).to.include({
      booked: '105.00000000',
      held: '905.00000000',
      difference: '800.00000000',
    });
  });

  it('that is refused or returned never left, and the books agree with both providers', async () => {
    await prove();
    const { id } = await move('100');
    await north.set('pay_out', { failure: 'refused' });
    await work();
    expect(await rebalancing(id)).to.include({ status: 'failed' });
    await work();
    expect(await house()).to.deep.equal({ capital: '30000', 'rail:north': '-29995', 'rail:south': '-5' });
    await requireProof();
    await runToRest(service);
    const period = { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 24 * 3_600_000) };
    const { providers } = await reconcile(service.foundation.db, service.foundation.providers.all, period);
    const differences = providers.flatMap((one) => one.differences);
    expect(differences.map(({ problem, provider_reference }) => [problem, provider_reference])).to.deep.equal(
      [['missing_here', 'capital']],
    );
  });

  it('that the receiver cannot name is not planned for, and is not zero', async () => {
    await prove();
    await setBand('north', '0', '0', '50000');
    await setBand('south', ...BAND);
    await pass(3600);
    expect(await placeOf('south')).to.include({ state: 'unknown', held: null });
    expect((await status()).proposals).to.deep.equal([]);
  });
});
