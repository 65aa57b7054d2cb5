import { expect } from 'chai';
import { when } from '../../../../test/support/chain/faulty-endpoint.ts';
import { reorganise } from '../../../../test/support/chain/reorganisation.ts';
import { requireSoundBooks, transferRow, WALLET } from '../../../../test/transfers/rig.ts';
import { MILLION, HOT, openDeployment, type Deployment } from './deployment.ts';

describe('what is held on chains, against what is owed', () => {
  let its: Deployment;
  beforeEach(async () => {
    its = await openDeployment();
  });
  afterEach(() => its?.close());

  const solvency = async (): Promise<any> => (await its.payments('solvency')).result;
  const mxnb = async () => (await solvency()).assets.find(({ asset }: any) => asset === 'MXNB');
  /** By the first words of each place: amounts that are not zero. */
  const placesOf = ({ places }: any): Record<string, string> =>
    Object.fromEntries(
      places
        .filter(({ amount }: any) => Number(amount) !== 0)
        .map(({ place, amount }: any) => [place.replace(/ 0x.*/, ''), amount]),
    );

  it('is the same at every moment of an honest payment, sweep, withdrawal and refund', async () => {
    const surpluses = new Set<string>();
    const watch = async (): Promise<any> => {
      const asset = await mxnb();
      expect(asset.cover, JSON.stringify(asset)).to.equal('covered');
      surpluses.add(asset.surplus);
      return asset;
    };
    const address = await its.payIn('5000');
    await its.follow();
    const seen = await watch();
    expect(seen).to.include({ owed: '5000.00000000', held: '5000.00000000' });
    expect(placesOf(seen)).to.deep.equal({ 'Arbitrum deposit addresses': '5000.00000000' });
    await its.runToRest();
    await watch();

    await its.payments('chains', 'sweep', '--network', 'Arbitrum');
    await its.database.query('update evm_sweeps set due_at = service_now() where due_at is not null');
    await its.sender.workers.rails.runOnce();
    // In a block, but not final: already at the hot wallet, and no longer at its address.
    expect(await its.mxnb.balanceOf(address)).to.equal(0n);
    expect(placesOf(await watch())).to.deep.equal({ 'Arbitrum hot wallet': '5000.00000000' });
    await its.runToRest();
    await watch();

    await its.withoutFees();
    const id = await its.withdraw('1200');
    await watch();
    await its.sendDue();
    expect(await its.mxnb.balanceOf(WALLET)).to.equal(1_200_000_000n);
    expect(await transferRow(its.service, id)).to.include({ status: 'sent' });
    expect(placesOf(await watch())).to.deep.equal({
      'Arbitrum hot wallet': '3800.00000000',
      'sent, not settled yet': '1200.00000000',
    });
    await its.runToRest();
    expect(placesOf(await watch())).to.deep.equal({ 'Arbitrum hot wallet': '3800.00000000' });
    expect([...surpluses]).to.deep.equal(['0.00000000']);

    // What the operator adds is a surplus, and no alarm.
    await its.mxnb.mint(HOT.address, MILLION);
    await its.runToRest();
    expect(await mxnb()).to.include({ surplus: '1000000.00000000' });
    expect((await solvency()).unexplained).to.deep.equal([]);
    for (const command of [['ledger', 'verify'], ['chains', 'audit'], ['solvency']]) {
      const { code, said } = await its.payments(...command);
      expect(code, said).to.equal(0);
    }
    expect((await its.reconcile()).result.providers).to.deep.equal([
      { provider: 'evm', ok: true, matched: 4, differences: [], acknowledged: [] },
    ]);
    await requireSoundBooks(its.service);
  });

  it('counts what is at the cold address, by a process that does not know it', async () => {
    await its.close();
    its = await openDeployment({ hotLimit: '10' });
    await its.payIn('5000');
    await its.runToRest();
    await its.sweep();
    const asset = await mxnb();
    expect(placesOf(asset)).to.deep.equal({ 'Arbitrum cold address': '5000.00000000' });
    expect(asset.cover).to.equal('covered');
  });

  it('owes nothing for a deposit that a reorganisation took out, and reconciling does not miss it', async () => {
    await its.payIn('5000');
    await its.follow();
    await reorganise(its.node, 1);
    await its.follow();
    const gone = await mxnb();
    expect(gone).to.include({ cover: 'covered', owed: '5000.00000000', surplus: '0.00000000' });
    expect(placesOf(gone)).to.deep.equal({ 'deposits that are not there yet': '5000.00000000' });
    await its.node.mine(3);
    await its.follow();
    expect((await its.reconcile()).result.providers[0]).to.deep.include({ ok: true, differences: [] });
    await its.database.query(`update service_clock set advanced_by = advanced_by + interval '2 hours'`);
    await its.runToRest();
    expect((await its.reconcile()).result.providers[0]).to.deep.include({ ok: true, differences: [] });
  });

  it('believes no endpoint alone, whether it says more or less', async () => {
    await its.payIn('5000');
    await its.runToRest();
    const honest = await mxnb();
    for (const lie of [0n, 10n ** 30n]) {
      its.endpoints[0]!.misbehave(
        when('eth_call', {
          change: (result: string) =>
            result.length > 66 || BigInt(result) > 10n ** 6n
              ? result.replace(/[1-9a-f]/g, '0')
              : `0x${lie.toString(16).padStart(64, '0')}`,
        }),
      );
      const told = await mxnb();
      expect(told).to.include({ cover: 'covered', held: honest.held });
    }
  });

  it('is read when one endpoint is silent; when two are, the place is named and nothing is a zero', async () => {
    await its.payIn('5000');
    await its.runToRest();
    its.endpoints[0]!.misbehave(() => 'timeout');
    expect(await mxnb()).to.include({ cover: 'covered', held: '5000.00000000' });
    for (const endpoint of its.endpoints.slice(0, 2)) endpoint.misbehave(() => ({ status: 503 }));
    const { code, result } = await its.payments('solvency');
    expect(code).to.equal(1);
    expect(result.errors).to.have.length(1);
    expect(result.errors[0]).to.include({ provider: 'evm', place: 'Arbitrum' });
    const [asset] = result.assets.filter(({ asset }: any) => asset === 'MXNB');
    expect(asset).to.deep.include({ cover: 'unknown', owed: '5000.00000000', places: [] });
    const unread = await its.reconcile();
    expect(unread.code, 'what cannot be read is not right').to.equal(1);
    expect(unread.result.error.message).to.match(/^The chains could not be read/);
  }).timeout(120_000);

  it('finds in the chain what our tables have lost, and misses there what they invent', async () => {
    await its.payIn('5000');
    await its.runToRest();
    await its.database.query(`delete from evm_transfers`);
    // The poller's view is that of the tables; reconciling asks the chain.
    expect((await its.reconcile()).result.providers[0]).to.deep.include({ ok: true, matched: 1 });
    const [deposit] = await its.database.query(
      `update deposits set provider_reference = $1 where provider = 'evm' returning id`,
      [`Arbitrum:0x${'ab'.repeat(32)}:0`],
    );
    const { differences } = (await its.reconcile()).result.providers[0];
    expect(differences.map(({ problem, record_id }: any) => [problem, record_id])).to.have.deep.members([
      ['missing_here', null],
      ['missing_there', deposit!['id']],
    ]);
  });

  it('lets the worker keep the result for the metrics of every process', async () => {
    await its.payIn('5000');
    await its.runToRest();
    expect(await its.service.workers.solvency.runOnce()).to.equal(1);
    expect(await its.sender.workers.solvency.runOnce(), 'one process makes it').to.equal(0);
    for (const { foundation } of [its.service, its.sender]) {
      const text = await foundation.metrics.expose();
      expect(text).to.match(/^payments_solvency_ok 1$/m);
      expect(text).to.match(/^payments_solvency_owed\{asset="MXNB"\} 5000$/m);
      expect(text).to.match(/^payments_solvency_held\{asset="MXNB"\} 5000$/m);
      expect(text).to.match(/^payments_solvency_short\{asset="MXNB"\} 0$/m);
    }
  });
});
