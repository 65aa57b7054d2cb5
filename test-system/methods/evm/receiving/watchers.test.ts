import { expect } from 'chai';
import { createReporter } from '../../../../src/methods/providers/evm/follower/reporter.ts';
import { createLogger } from '../../../../src/lib/logger.ts';
import { behindFaultyEndpoint, type FaultyEndpoint } from '../../../../test/support/chain/faulty-endpoint.ts';
import { walletAt } from '../../../../test/support/chain/tokens.ts';
import { until } from '../../../../test/support/poll.ts';
import { openChainRig, type ChainRig } from '../rig.ts';

const PAYER = walletAt(2);
const OURS = walletAt(10).address;

describe('several watchers of one chain', () => {
  let rig: ChainRig;
  let endpoint: FaultyEndpoint;

  beforeEach(async () => {
    ({ rig, endpoint } = await behindFaultyEndpoint(openChainRig));
    await rig.token.mint(PAYER.address, 10n ** 12n);
    await rig.own(OURS);
  });
  afterEach(async () => {
    await rig?.close();
    await endpoint?.close();
  });

  const makeDue = () => rig.database.query('update evm_chains set due_at = service_now()');

  it('follow it one at a time, and report each transfer once', async () => {
    const watchers = Array.from({ length: 4 }, () => rig.watcher());
    const told: string[] = [];
    const reporters = Array.from({ length: 4 }, () =>
      createReporter({
        db: rig.db,
        logger: createLogger('silent'),
        network: 'Polygon',
        takeIn: (_trx, reports) => {
          for (const report of reports)
            if (report.type === 'deposit') told.push(report.deposit.amount.toFixed());
          return Promise.resolve();
        },
      }),
    );
    for (let round = 1; round <= 20; round++) {
      await rig.token.transfer(PAYER, OURS, BigInt(round));
      await makeDue();
      const claimed = await Promise.all(watchers.map((watcher) => watcher.runOnce()));
      expect(claimed.reduce((sum, count) => sum + count)).to.equal(1);
      await Promise.all(reporters.map((reporter) => reporter.runOnce()));
    }
    const seen = Array.from({ length: 20 }, (_, at) => ((at + 1) / 1e6).toFixed(6));
    expect(
      told.filter((amount, at) => told.indexOf(amount) === at).map((amount) => Number(amount).toFixed(6)),
    ).to.have.members(seen);
    // Once as seen, and once as final for all but the two newest.
    expect(told).to.have.length(20 + 18);
  });

  it('take over from one that was lost, and let nothing of it in when it comes back', async () => {
    await rig.follow();
    await rig.token.transfer(PAYER, OURS, 1n);
    await rig.node.mine(3);
    let isStuck = true;
    endpoint.calls.length = 0;
    // The first hangs in the middle of a pass, like a process that is stopped; the second comes after its lease.
    endpoint.misbehave((method) => (method === 'eth_getLogs' && isStuck ? 'timeout' : undefined));
    await makeDue();
    const first = rig.watcher().runOnce();
    await until(() => Promise.resolve(endpoint.calls.some(({ method }) => method === 'eth_getLogs')), {
      what: 'the first reads logs',
    });
    const { claims } = await rig.state();
    expect(await rig.watcher().runOnce(), 'the lease holds').to.equal(0);
    isStuck = false;
    await rig.advance(21);
    expect(await rig.watcher().runOnce()).to.equal(1);
    const taken = await rig.state();
    expect(Number(taken.claims)).to.equal(Number(claims) + 1);
    await first;
    const { failures, lastError, finalBlock } = await rig.state();
    expect({ failures, lastError, finalBlock }).to.deep.equal({
      failures: 0,
      lastError: null,
      finalBlock: taken.finalBlock,
    });
    expect(await rig.rows()).to.have.length(1);
  });
});
