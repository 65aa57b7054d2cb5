import { expect } from 'chai';
import type { LogFields } from '../../../../src/lib/logger.ts';
import { createEvm } from '../../../../src/methods/providers/evm/evm.ts';
import { walletAt } from '../../../../test/support/chain/tokens.ts';
import { transferFrom } from './transfer-from.ts';
import { MILLION, HOT, openDeployment, THIEF, type Deployment } from './deployment.ts';

const SPENDER = 10;

describe('what leaves a wallet of ours without an order', () => {
  let its: Deployment;
  beforeEach(async () => {
    its = await openDeployment();
    await its.payIn('300000');
    await its.runToRest();
    await its.sweep();
    // The operator's own, for payouts to come: a surplus, and no alarm.
    await its.mxnb.mint(HOT.address, MILLION);
    await its.runToRest();
  });
  afterEach(() => its?.close());

  const codes = async () => ({
    verify: (await its.payments('ledger', 'verify')).code,
    reconcile: (await its.reconcile()).code,
    audit: (await its.payments('chains', 'audit')).code,
    solvency: (await its.payments('solvency')).code,
  });
  const unexplained = async (): Promise<any[]> => (await its.payments('solvency')).result.unexplained;
  const mxnb = async () =>
    (await its.payments('solvency')).result.assets.find(({ asset }: any) => asset === 'MXNB');

  it('is shown by every check, and makes short what is owed', async () => {
    expect(await codes()).to.deep.equal({ verify: 0, reconcile: 0, audit: 0, solvency: 0 });
    expect(await mxnb()).to.deep.include({ owed: '300000.00000000', held: '1300000.00000000' });
    const stolen = MILLION + 100_000_000_000n;
    const hash = await its.mxnb.transfer(HOT, THIEF.address, stolen);
    await its.runToRest();

    expect(await codes()).to.deep.equal({ verify: 1, reconcile: 1, audit: 1, solvency: 1 });
    expect(await mxnb()).to.include({
      ...{ cover: 'short', owed: '300000.00000000', held: '200000.00000000' },
      surplus: '-100000.00000000',
    });
    const [difference, ...more] = (await its.reconcile()).result.providers[0].differences;
    expect(more).to.deep.equal([]);
    // By its id, two operators can acknowledge it.
    expect(difference.id).to.match(/^dif_/);
    expect({ ...difference, id: '' }).to.deep.equal({
      id: '',
      ...{ problem: 'missing_here', kind: 'pay_out', provider_reference: `Arbitrum:${hash}` },
      ...{ account_id: null, record_id: null, ours: null, theirs: '-1100000.00000000 MXNB' },
    });
    const audit = (await its.payments('chains', 'audit')).result.data[0];
    expect(audit.hot_wallets[0]).to.include({ transactions: 2, known_transactions: 1 });
    expect(audit.unexplained.map(({ id }: any) => typeof id)).to.deep.equal(['string', 'string']);
    expect(audit.differences.map(({ id: _, ...rest }: any) => rest)).to.deep.equal([
      {
        address: HOT.address.toLowerCase(),
        asset: 'MXNB',
        books: '300000.00000000',
        chain: '200000.00000000',
      },
    ]);
  });

  it('is shown while it is not final, also when it was not owed to anybody', async () => {
    const hash = await its.mxnb.transfer(HOT, THIEF.address, MILLION);
    await its.follow();
    const [nonce, transfer] = (await unexplained()).sort((one) => (one.asset === null ? -1 : 1));
    expect(transfer).to.include({
      ...{ network: 'Arbitrum', reference: `${hash}:0`, wallet: HOT.address.toLowerCase() },
      ...{ asset: 'MXNB', amount: '1000000.00000000', recipient: THIEF.address.toLowerCase() },
    });
    expect(nonce).to.include({ asset: null, transactions: 1 });
    expect(await mxnb()).to.include({ cover: 'covered', surplus: '0.00000000' });
    const text = await its.service.foundation.metrics.expose();
    expect(text).to.match(/^payments_unexplained_transfers 2$/m);
  });

  it('is known when an allowance is used, however that was given', async () => {
    await its.mxnb.approve(HOT, walletAt(SPENDER).address, MILLION);
    await its.follow();
    expect((await unexplained()).map(({ transactions }) => transactions)).to.deep.equal([1]);
    await transferFrom(its.node, its.mxnb.address, walletAt(SPENDER), HOT.address, THIEF.address, 5n);
    await its.follow();
    expect((await unexplained()).map(({ amount }) => amount)).to.include('0.00000500');
  });

  it('is known when only coin is taken, by its nonce', async () => {
    await its.node.call('eth_sendTransaction', {
      ...{ from: HOT.address, to: THIEF.address, value: '0xde0b6b3a7640000' },
    });
    await its.follow();
    expect(await unexplained()).to.have.length(1);
    expect((await unexplained())[0]).to.include({ asset: null, amount: null, transactions: 1 });
    await its.node.mine(3);
    await its.runToRest();
    expect((await its.payments('chains', 'audit')).code).to.equal(1);
    expect(await its.payments('solvency')).to.include({ code: 0 });
  });

  it('is logged as an error once, and no sum of nothing makes an alarm', async () => {
    const errors: [string, LogFields | undefined][] = [];
    const { foundation } = its.service;
    const logger = { ...quiet, error: (text: string, facts?: LogFields) => errors.push([text, facts]) };
    // Anybody can make a token say that nothing was moved out of any address.
    await transferFrom(its.node, its.mxnb.address, THIEF, HOT.address, THIEF.address, 0n);
    await its.follow();
    expect(await unexplained()).to.deep.equal([]);

    await its.mxnb.transfer(HOT, THIEF.address, 1n);
    const { chains, xpub } = its;
    const evm = createEvm({ db: foundation.db, logger: logger, chains, xpub, keys: undefined });
    const workers = evm.background?.(() => Promise.resolve()) ?? [];
    for (let pass = 0; pass < 2; pass++) {
      await its.makeDue();
      for (const worker of workers) await worker.runOnce();
    }
    expect(errors.map(([text]) => text)).to.deep.equal(
      Array.from({ length: 2 }, () => 'wallet sent funds without an order; its key may be compromised'),
    );
  });
});

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
