import { expect } from 'chai';
import { createAddressDeriver } from '../../../../src/methods/providers/evm/addresses/derive.ts';
import { walletAt } from '../../../../test/support/chain/tokens.ts';
import {
  DEPOSIT_KEYS,
  openSenderRig,
  RECIPIENT,
  type SenderRig,
} from '../../../../test/methods/evm/sending/sender-rig.ts';

const deriver = createAddressDeriver(DEPOSIT_KEYS.publicExtendedKey);
const PAYER = walletAt(2);

describe('a chain on which sending is paused (D47)', () => {
  let rig: SenderRig;

  beforeEach(async () => {
    rig = await openSenderRig({ hotLimits: { USDC: '1100' } });
  });
  afterEach(() => rig?.close());

  const pause = (network: string) =>
    rig.database.query(`insert into rail_pauses (direction, network, paused_at) values ('out', $1, now())`, [
      network,
    ]);
  const resume = () => rig.database.query('delete from rail_pauses');
  const follow = async (): Promise<void> => {
    await rig.node.mine(3);
    await rig.database.query('update evm_chains set due_at = service_now()');
    await rig.follower.runOnce();
  };
  const sweep = async (): Promise<void> => {
    await rig.database.query('update evm_sweeps set due_at = service_now() where outcome is null');
    while ((await rig.sweeper.runOnce()) > 0);
  };

  it('takes no nonce for a payout, and says why it waits; once resumed, it pays', async () => {
    await pause('Polygon');
    const waiting = await rig.payOut('one', '5');
    expect(waiting).to.deep.include({ status: 'pending', providerReference: null });
    expect(waiting).to.have.nested.property('waits.reason', 'PAUSED');
    expect(await rig.orders()).to.deep.equal([]);
    await resume();
    await pause('Arbitrum');
    expect(await rig.payOut('one', '5')).not.to.have.property('waits');
    await rig.settle();
    expect(await rig.paidTo(RECIPIENT)).to.equal(1);
  });

  it('signs no sweep, and goes on with it once resumed', async () => {
    await rig.token.mint(PAYER.address, 1_000_000_000n);
    await rig.database.query(
      'insert into evm_addresses (address, index, issued_for, created_at) values ($1, 0, $1, now())',
      [deriver.addressAt(0)],
    );
    await rig.token.transfer(PAYER, deriver.addressAt(0), 30_000_000n);
    await follow();
    await rig.evm.sweeping.want(
      { network: 'Polygon', maxGasGwei: undefined, dryRun: false },
      AbortSignal.timeout(10_000),
    );
    await pause('Polygon');
    await sweep();
    expect(await rig.orders()).to.deep.equal([]);
    expect(await rig.database.query('select last_error from evm_sweeps')).to.deep.equal([
      { last_error: 'The operator has paused sending on Polygon.' },
    ]);
    await resume();
    await sweep();
    expect((await rig.orders()).map(({ kind }) => kind)).to.deep.equal(['sweep']);
  });

  it('still sees through what has a nonce, so that nothing behind it waits', async () => {
    await rig.payOut('one', '5');
    await pause('Polygon');
    await rig.settle();
    expect((await rig.orders()).map(({ status }) => status)).to.deep.equal(['done']);
    expect(await rig.payOut('one', '5')).to.include({ status: 'done' });
  });
});
