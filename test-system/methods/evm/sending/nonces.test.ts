import { expect } from 'chai';
import { ProviderFailure } from '../../../../src/methods/providers/provider.ts';
import { CannotCancel } from '../../../../src/methods/providers/evm/sender/nonces.ts';
import {
  behindFaultyEndpoint,
  when,
  type FaultyEndpoint,
} from '../../../../test/support/chain/faulty-endpoint.ts';
import { clientsOf, walletAt } from '../../../../test/support/chain/tokens.ts';
import {
  HOT,
  openSenderRig,
  RECIPIENT,
  type SenderRig,
} from '../../../../test/methods/evm/sending/sender-rig.ts';

const HOT_ADDRESS = HOT.address.toLowerCase();

describe('the nonces of a wallet', () => {
  let rig: SenderRig;
  let endpoint: FaultyEndpoint;

  beforeEach(async () => {
    ({ rig, endpoint } = await behindFaultyEndpoint(openSenderRig));
  });
  afterEach(async () => {
    await rig?.close();
    await endpoint?.close();
  });

  const signal = () => AbortSignal.timeout(10_000);
  const adopt = () => rig.evm.nonces.adopt('Polygon', signal());
  const cancel = (nonce?: bigint) =>
    rig.evm.nonces.cancel({ network: 'Polygon', nonce, wallet: undefined }, signal());
  const ruleOut = (key: string) => rig.evm.ruleOut({ operation: 'pay_out', idempotencyKey: key }, signal());
  const failureOf = async (call: Promise<unknown>): Promise<ProviderFailure> => {
    const failure = await call.catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(ProviderFailure);
    return failure as ProviderFailure;
  };
  const outcomes = async () =>
    (await rig.orders()).map(({ nonce, kind, status }) => `${nonce} ${kind} ${status}`);
  /** Believed, because it is the only one. */
  const lieAboutNonce = (nonce: number): void =>
    endpoint.misbehave(when('eth_getTransactionCount', { change: () => `0x${nonce.toString(16)}` }));
  const setNonce = async (nonce: number): Promise<void> => {
    await rig.node.call('anvil_setNonce', HOT.address, `0x${nonce.toString(16)}`);
    await rig.database.query('update evm_wallets set next_nonce = $1', [nonce]);
  };

  describe('that an endpoint has put far ahead', () => {
    beforeEach(async () => {
      lieAboutNonce(1_000);
      await rig.payOut('one');
      await rig.payOut('two', '2');
      endpoint.heal();
      await rig.settle();
      expect(await rig.payOut('one')).to.include({ status: 'pending' });
    });

    const payAgain = async (): Promise<string[]> => {
      const raws = (await rig.transactions()).map(({ raw }) => raw as string);
      expect(await adopt()).to.deep.equal([
        { address: HOT_ADDRESS, from: '1002', to: '0', filled: 0, signed_again: 2, nonces_left: '999' },
      ]);
      expect(await adopt(), 'once').to.deep.equal([]);
      for (const [key, amount] of [
        ['one', '1.5'],
        ['two', '2'],
      ] as const) {
        expect((await rig.payOut(key, amount)).status).to.equal('pending');
        await rig.settle();
        expect((await rig.payOut(key, amount)).status).to.equal('done');
      }
      expect(await outcomes()).to.deep.equal([
        '0 pay_out done',
        '1 pay_out done',
        '1000 pay_out abandoned',
        '1001 pay_out abandoned',
      ]);
      return raws;
    };

    it('go back to the agreed one, and what was signed behind the gap is signed again and paid once', async () => {
      const raws = await payAgain();
      // The wallet goes as far as it may, and no further: then those that are in the nodes' pools could be mined.
      await setNonce(998);
      await rig.payOut('last', '3');
      await rig.settle();
      expect((await rig.payOut('last', '3')).status).to.equal('done');
      const failure = await failureOf(rig.payOut('beyond', '4'));
      expect(failure).to.include({ kind: 'unavailable' });
      expect(failure.message).to.match(/used up its nonces on Polygon.*Rotate it/);
      for (const raw of raws) await rig.node.call('eth_sendRawTransaction', raw).catch(() => undefined);
      await rig.settle();
      expect(await rig.paidTo(RECIPIENT)).to.equal(3);
      const [status] = await rig.evm.status();
      expect(status?.hot_wallets[0]).to.include({ nonces_left: 0 });
    });

    it('would be paid twice without that limit', async () => {
      const raws = await payAgain();
      await setNonce(999);
      const other = { to: walletAt(9).address, value: 1n, nonce: 999 };
      await rig.node.mined(await clientsOf(rig.node).walletOf(HOT).sendTransaction(other));
      for (const raw of raws) await rig.node.call('eth_sendRawTransaction', raw).catch(() => undefined);
      await rig.node.mine(3);
      expect(await rig.paidTo(RECIPIENT)).to.equal(4);
    });

    it('are never signed again for what was ruled out, or was to be cancelled', async () => {
      expect(await cancel(1_001n)).to.deep.include({ cancels: 'pay_out', ordered_for: 'two' });
      await adopt();
      await ruleOut('one');
      for (const key of ['one', 'two']) {
        expect(await failureOf(rig.payOut(key))).to.include({ kind: 'refused', reason: 'OPERATOR_DECIDED' });
      }
      await rig.settle();
      expect(await rig.paidTo(RECIPIENT)).to.equal(0);
    });
  });

  it('are filled with cancellations where only a few are missing, and all behind them keep theirs', async () => {
    lieAboutNonce(3);
    await rig.payOut('one');
    await rig.payOut('two', '2');
    endpoint.heal();
    await rig.settle();
    expect(await adopt()).to.deep.equal([
      { address: HOT_ADDRESS, from: '5', to: '5', filled: 3, signed_again: 0, nonces_left: null },
    ]);
    await rig.lookAfter();
    await rig.settle();
    await rig.settle();
    expect(await outcomes()).to.deep.equal([
      '0 cancel cancelled',
      '1 cancel cancelled',
      '2 cancel cancelled',
      '3 pay_out done',
      '4 pay_out done',
    ]);
    expect(await rig.paidTo(RECIPIENT)).to.equal(2);
    // Their gas is booked like any other.
    expect(rig.reports.filter(({ type }) => type === 'cost')).to.have.length(5);
  });

  describe('of a payout that an operator cancels', () => {
    beforeEach(async () => {
      await rig.node.call('evm_setAutomine', false);
      await rig.payOut('one');
    });

    it('are used up by a transfer of nothing, and only once that is final the payout has failed', async () => {
      expect((await failureOf(ruleOut('one'))).message).to.match(
        /can still be mined\. Run `payments chains cancel-nonce Polygon --nonce 0`/,
      );
      const wanted = { address: HOT_ADDRESS, nonce: '0', cancels: 'pay_out', ordered_for: 'one' };
      expect(await cancel()).to.deep.equal(wanted);
      expect(await cancel(0n), 'again').to.deep.equal(wanted);
      await rig.lookAfter();
      const [, replacement] = await rig.transactions();
      expect(replacement).to.include({ cancels: true, nonce: '0' });
      const there = await rig.node.call('eth_getTransactionByHash', replacement.hash);
      expect(there).to.include({ from: HOT_ADDRESS, to: HOT_ADDRESS, value: '0x0', input: '0x' });

      await rig.node.mine();
      await rig.lookAfter();
      expect((await rig.payOut('one')).status, 'it is mined, but not final').to.equal('pending');
      expect((await failureOf(ruleOut('one'))).message).to.match(/cancellation.*is not final yet/);
      await rig.settle();
      expect(await failureOf(rig.payOut('one'))).to.include({ kind: 'refused', reason: 'OPERATOR_DECIDED' });
      await ruleOut('one');
      expect(await rig.paidTo(RECIPIENT)).to.equal(0);
      expect(rig.reports.map(({ type }) => type)).to.deep.equal(['cost', 'transfer']);
      const period = { from: new Date(0), to: new Date(Date.now() + 60_000), after: undefined };
      const { lines } = await rig.evm.listStatement(period, signal());
      expect(lines.filter(({ kind }) => kind !== 'cost')).to.deep.equal([]);
    });

    it('are done when the payout was mined all the same', async () => {
      const [{ raw }] = await rig.transactions();
      await cancel();
      await rig.lookAfter();
      await rig.node.call('anvil_dropAllTransactions');
      await rig.node.call('eth_sendRawTransaction', raw);
      await rig.settle();
      expect((await rig.payOut('one')).status).to.equal('done');
      expect((await failureOf(ruleOut('one'))).message).to.match(
        /It was paid: resolve it with --settled Polygon:/,
      );
      expect(await rig.paidTo(RECIPIENT)).to.equal(1);
    });

    it('are those that are signed and not mined', async () => {
      for (const nonce of [1n, 1_000n]) {
        const failure = await cancel(nonce).catch((error: unknown) => error);
        expect(failure).to.be.instanceOf(CannotCancel);
        expect(String(failure)).to.include('those from 0 to 0 can');
      }
      await rig.settle();
      expect(String(await cancel().catch((error: unknown) => error))).to.include('Nothing waits to be mined');
    });
  });

  it('rule a payout out that no nonce was taken for, also while it is being made', async () => {
    const [, outcome] = await Promise.all([
      ruleOut('one').catch(() => undefined),
      rig.payOut('one').catch((error: unknown) => error),
    ]);
    const isMade = !(outcome instanceof ProviderFailure);
    await rig.settle();
    expect(await rig.paidTo(RECIPIENT)).to.equal(isMade ? 1 : 0);
    await ruleOut('two');
    expect(await failureOf(rig.payOut('two'))).to.include({ kind: 'refused' });
  });
});
