import { expect } from 'chai';
import { createChain } from '../../../../src/methods/providers/evm/chain/chain.ts';
import { tokenCalls } from '../../../../src/methods/providers/evm/chain/token.ts';
import { broadcast, readNonceAt } from '../../../../src/methods/providers/evm/sender/node.ts';
import { parseSenderKeys } from '../../../../src/methods/providers/evm/sender/keys.ts';
import { requireSigned } from '../../../../src/methods/providers/evm/sender/signer.ts';
import { clientsOf, walletAt } from '../../../../test/support/chain/tokens.ts';
import {
  chainsOf,
  DEPOSIT_KEYS,
  HOT,
  keysFile,
  openSenderRig,
  RECIPIENT,
  type SenderRig,
} from '../../../../test/methods/evm/sending/sender-rig.ts';

const GWEI = 10n ** 9n;

describe('payouts on a chain that gives trouble', () => {
  let rig: SenderRig;
  beforeEach(async () => {
    rig = await openSenderRig();
  });
  afterEach(() => rig?.close());

  const automine = (isOn: boolean) => rig.node.call('evm_setAutomine', isOn);
  const setBaseFee = (gwei: bigint) =>
    rig.node.call('anvil_setNextBlockBaseFeePerGas', `0x${(gwei * GWEI).toString(16)}`);
  const isKnown = async (hash: string) => (await rig.node.call('eth_getTransactionByHash', hash)) !== null;
  /** Mines until it is final, at a base fee that stays. */
  const mineAt = async (gwei: bigint, blocks: number): Promise<void> => {
    for (let block = 0; block < blocks; block++) {
      await setBaseFee(gwei);
      await rig.node.mine();
    }
  };

  it('are sent again when the nodes have forgotten them', async () => {
    await automine(false);
    await rig.payOut('one');
    await rig.payOut('two', '2');
    const [one, two] = await rig.transactions();
    await rig.node.call('anvil_dropAllTransactions');
    await rig.lookAfter();
    expect(await isKnown(one.hash)).to.equal(false);
    await rig.age(20_000);
    await rig.lookAfter();
    expect(await isKnown(one.hash)).to.equal(true);
    expect(await isKnown(two.hash)).to.equal(true);
    await rig.settle();
    expect((await rig.payOut('one')).status).to.equal('done');
    expect(await rig.transactions()).to.have.length(2);
    expect(await rig.paidTo(RECIPIENT)).to.equal(2);
  });

  const spike = async (): Promise<any[]> => {
    await automine(false);
    await rig.payOut('one');
    await mineAt(50n, 2);
    await rig.age(70_000);
    await rig.lookAfter();
    return rig.transactions();
  };

  it('are replaced with a higher fee under the same nonce when fees rise', async () => {
    const [first, second, ...others] = await spike();
    expect(others).to.deep.equal([]);
    expect(second.nonce).to.equal(first.nonce);
    for (const fee of ['max_fee', 'priority_fee']) {
      expect(BigInt(second[fee]) * 1_000n >= BigInt(first[fee]) * 1_125n, fee).to.equal(true);
    }
    // The reference by which it is pending stays that of the first one.
    const reference = `Polygon:${first.hash}`;
    expect(await rig.payOut('one')).to.deep.equal({ status: 'pending', providerReference: reference });
    await mineAt(50n, 3);
    await rig.lookAfter();
    expect(await rig.payOut('one')).to.deep.equal({
      status: 'done',
      providerReference: `Polygon:${second.hash}`,
    });
    expect(rig.reports.at(-1)).to.deep.equal({ type: 'transfer', providerReference: reference });
    expect(await rig.paidTo(RECIPIENT)).to.equal(1);
  });

  it('are done by whichever of the two is mined', async () => {
    const [first] = await spike();
    await rig.node.call('anvil_dropAllTransactions');
    await mineAt(1n, 1);
    await rig.node.call('eth_sendRawTransaction', first.raw);
    await mineAt(1n, 3);
    await rig.lookAfter();
    expect(await rig.payOut('one')).to.deep.equal({
      status: 'done',
      providerReference: `Polygon:${first.hash}`,
    });
    expect(await rig.paidTo(RECIPIENT)).to.equal(1);
  });

  it('are never replaced above the ceiling, and wait until fees fall', async () => {
    await rig.close();
    rig = await openSenderRig({ chain: { max_fee_gwei: 20 } });
    const transactions = await spike();
    expect(transactions.length).to.equal(2);
    expect(BigInt(transactions.at(-1).max_fee) <= 20n * GWEI).to.equal(true);
    await rig.age(70_000);
    await rig.lookAfter();
    expect(await rig.transactions()).to.have.length(2);
    expect((await rig.payOut('one')).status).to.equal('pending');
    await mineAt(5n, 1);
    await rig.age(20_000);
    await rig.lookAfter();
    await mineAt(5n, 3);
    await rig.lookAfter();
    expect((await rig.payOut('one')).status).to.equal('done');
  });

  it('cost no more on a chain that stands still, nor where their fee is enough', async () => {
    await automine(false);
    await rig.payOut('one');
    for (let minute = 0; minute < 5; minute++) {
      await rig.age(70_000);
      await rig.lookAfter();
    }
    expect(await rig.transactions()).to.have.length(1);
    // Blocks come without it, as when a pool has lost it.
    await rig.node.call('anvil_dropAllTransactions');
    await rig.node.mine(3);
    await rig.lookAfter();
    expect(await rig.transactions()).to.have.length(1);
    await rig.age(70_000);
    await rig.lookAfter();
    await rig.settle();
    expect((await rig.payOut('one')).status).to.equal('done');
  });

  it('get another gas limit when the one they have is above that of a block', async () => {
    await automine(false);
    await rig.payOut('one');
    // As an earlier version signed it, by what one endpoint said.
    await rig.node.call('anvil_dropAllTransactions');
    await rig.database.query('update evm_transactions set gas_limit = 100000000');
    await rig.lookAfter();
    const [, second, ...others] = await rig.transactions();
    expect(others).to.deep.equal([]);
    expect(Number(second.gas_limit)).to.be.within(30_000, 200_000);
    await rig.settle();
    expect((await rig.payOut('one')).status).to.equal('done');
    expect(await rig.paidTo(RECIPIENT)).to.equal(1);
  });

  it('come back after a reorganisation took them out of the chain', async () => {
    await rig.payOut('one');
    await rig.node.mined((await rig.transactions())[0].hash);
    await rig.lookAfter();
    expect((await rig.orders())[0].block_number).not.to.equal(null);
    await rig.node.call('anvil_rollback', 1);
    expect(await rig.paidTo(RECIPIENT)).to.equal(0);
    await rig.age(20_000);
    await rig.lookAfter();
    await rig.settle();
    expect((await rig.payOut('one')).status).to.equal('done');
    expect(await rig.paidTo(RECIPIENT)).to.equal(1);
    expect(await rig.transactions()).to.have.length(1);
  });

  it('wait for an operator when their nonce was used by somebody else', async () => {
    await automine(false);
    await rig.payOut('one');
    await rig.node.call('anvil_dropAllTransactions');
    await automine(true);
    const other = await clientsOf(rig.node)
      .walletOf(HOT)
      .sendTransaction({ to: walletAt(9).address, value: 1n });
    await rig.node.mined(other);
    await rig.lookAfter();
    expect((await rig.payOut('one')).status).to.equal('pending');
    const ruleOut = () =>
      rig.evm.ruleOut({ operation: 'pay_out', idempotencyKey: 'one' }, AbortSignal.timeout(5_000));
    expect(String(await ruleOut().catch((error: unknown) => error)), 'it is not final').to.include(
      'can still be mined',
    );
    await rig.settle();
    await ruleOut();
    const failure = await rig.payOut('one').catch((error: unknown) => error);
    expect(failure).to.include({ kind: 'unavailable' });
    expect(String(failure)).to.match(/Nonce 0 .* was used by a transaction that is not ours/);
    expect(rig.reports).to.deep.equal([]);
  });

  describe('without the guard', () => {
    it('would be paid twice: what is sent before it is stored is forgotten by a crash in between', async () => {
      const [config] = chainsOf(rig.node.url, rig.token.address);
      if (!config) throw new Error('there is no chain');
      const chain = createChain(config);
      const keys = parseSenderKeys(JSON.stringify(keysFile()), DEPOSIT_KEYS.publicExtendedKey, [config]);
      const records = new Map<string, string>();
      const signal = AbortSignal.timeout(20_000);
      const payNaively = async (key: string, crash: boolean): Promise<void> => {
        if (records.has(key)) return;
        const asked = {
          chainId: config.chainId,
          nonce: await readNonceAt(chain, keys.hotAddress, (await chain.newest(signal)).number, signal),
          to: rig.token.address,
          value: 0n,
          data: tokenCalls.transfer(RECIPIENT, 1_500_000n),
          gasLimit: 100_000n,
          maxFee: 10n * GWEI,
          priorityFee: GWEI,
        };
        const { raw, hash } = requireSigned(
          await keys.signTransaction('hot', asked, signal),
          asked,
          keys.hotAddress,
        );
        await broadcast(chain, raw, signal);
        await rig.node.mined(hash);
        if (crash) throw new Error('killed');
        records.set(key, hash);
      };
      await payNaively('one', true).catch(() => undefined);
      await payNaively('one', false);
      expect(await rig.paidTo(RECIPIENT)).to.equal(2);
    });
  });
});
