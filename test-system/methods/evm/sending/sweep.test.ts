import { expect } from 'chai';
import { formatUnits } from 'viem';
import { verifyLedger } from '../../../../src/audit/verify.ts';
import { money } from '../../../../src/lib/money.ts';
import { createAddressDeriver } from '../../../../src/methods/providers/evm/addresses/derive.ts';
import { deploy, type TestContract } from '../../../../test/support/chain/contracts.ts';
import { clientsOf, walletAt } from '../../../../test/support/chain/tokens.ts';
import {
  COLD,
  DEPOSIT_KEYS,
  HOT,
  openSenderRig,
  RECIPIENT,
  type SenderRig,
} from '../../../../test/methods/evm/sending/sender-rig.ts';

const deriver = createAddressDeriver(DEPOSIT_KEYS.publicExtendedKey);
const PAYER = walletAt(2);

describe('sweeping deposit addresses', () => {
  let rig: SenderRig;
  let bare: TestContract;
  beforeEach(async () => {
    rig = await openSenderRig({
      // The hot wallet has 1,000 USDC already.
      hotLimits: { USDC: '1100', USDT: '50' },
      contracts: async (node) => {
        bare = await deploy(node, 'BareToken', ['USDT']);
        return { USDT: bare.address.toLowerCase() };
      },
    });
    await rig.token.mint(PAYER.address, 1_000_000_000n);
    for (let index = 0; index < 4; index++) {
      await rig.database.query(
        'insert into evm_addresses (address, index, issued_for, created_at) values ($1, $2, $1, now())',
        [deriver.addressAt(index), index],
      );
    }
  });
  afterEach(() => rig?.close());

  const deposit = async (index: number, units: bigint): Promise<void> => {
    await rig.token.transfer(PAYER, deriver.addressAt(index), units);
  };
  const follow = async (): Promise<void> => {
    await rig.node.mine(3);
    await rig.database.query('update evm_chains set due_at = service_now()');
    await rig.follower.runOnce();
  };
  const want = (maxGasGwei?: string, dryRun = false) =>
    rig.evm.sweeping.want(
      { network: 'Polygon', maxGasGwei: maxGasGwei === undefined ? undefined : money(maxGasGwei), dryRun },
      AbortSignal.timeout(10_000),
    );
  /** Every open sweep takes one step. */
  const sweep = async (): Promise<void> => {
    await rig.database.query('update evm_sweeps set due_at = service_now() where outcome is null');
    while ((await rig.sweeper.runOnce()) > 0);
  };
  const sweepAll = async (): Promise<void> => {
    for (let round = 0; round < 6; round++) {
      await sweep();
      await rig.settle();
      await follow();
    }
  };
  const audit = async (): Promise<unknown> => {
    await follow();
    const [{ ok, differences, error } = {}] = await rig.evm.audit('Polygon');
    return { ok, differences, error };
  };
  const SOUND = { ok: true, differences: [], error: undefined };
  const outcomes = async () =>
    (await rig.database.query('select outcome from evm_sweeps order by address, number')).map(
      ({ outcome }) => outcome,
    );
  const coinAt = (address: string) =>
    clientsOf(rig.node).reader.getBalance({ address: address as `0x${string}` });

  it('takes all by an authorization, without coin at the address, what is worth it and no dust', async () => {
    await deposit(0, 30_000_000n);
    await deposit(0, 1_234_567n);
    await deposit(1, 9_999_999n);
    await follow();
    expect(await rig.evm.sweeping.waiting('Polygon')).to.deep.equal([
      { asset: 'USDC', addresses: 2, amount: '41.234566000000000000', inProgress: 0 },
    ]);
    const dry = await want(undefined, true);
    expect(dry.addresses.map(({ address, amount }) => [address, money(amount).toFixed()])).to.deep.equal([
      [deriver.addressAt(0), '31.234567'],
    ]);
    expect(await outcomes()).to.deep.equal([]);
    await want();
    await sweepAll();
    expect(await outcomes()).to.deep.equal(['done']);
    expect(await rig.token.balanceOf(deriver.addressAt(0))).to.equal(0n);
    expect(await rig.token.balanceOf(deriver.addressAt(1))).to.equal(9_999_999n);
    expect(await rig.token.balanceOf(HOT.address)).to.equal(1_031_234_567n);
    expect(await coinAt(deriver.addressAt(0))).to.equal(0n);
    expect(await rig.evm.sweeping.waiting('Polygon')).to.deep.equal([
      { asset: 'USDC', addresses: 1, amount: '9.999999000000000000', inProgress: 0 },
    ]);
    expect((await want()).addresses).to.deep.equal([]);
    expect(await audit()).to.deep.equal(SOUND);
    const [status] = await rig.evm.status();
    expect(status?.to_sweep).to.deep.equal([
      { asset: 'USDC', addresses: 1, amount: '9.99999900', in_progress: 0 },
    ]);
    const coin = formatUnits(await coinAt(HOT.address), 18);
    expect(status?.hot_wallets).to.deep.equal([
      {
        address: HOT.address,
        transactions: 1,
        ...{ nonces_left: null, error: null, failing_since: null },
        balances: [
          { asset: 'ETH', amount: coin },
          { asset: 'USDC', amount: '1031.23456700' },
          { asset: 'USDT', amount: '0.00000000' },
        ],
      },
    ]);
  });

  it('ends once the books have all that it took', async () => {
    await deposit(0, 30_000_000n);
    await follow();
    await want();
    // It arrives before the sweep reads the balance, and is not followed when that is final.
    await deposit(0, 5_000_000n);
    for (let round = 0; round < 3; round++) {
      await sweep();
      await rig.settle();
    }
    expect(await rig.token.balanceOf(deriver.addressAt(0))).to.equal(0n);
    expect(await outcomes()).to.deep.equal([null]);
    await follow();
    await sweep();
    expect(await outcomes()).to.deep.equal(['done']);
    expect(await rig.evm.sweeping.waiting('Polygon')).to.deep.equal([]);
    expect(await audit()).to.deep.equal(SOUND);
  });

  it('fills the hot wallet up to its limit, and sends the rest to the cold address', async () => {
    for (const index of [0, 1, 2]) await deposit(index, 60_000_000n);
    await follow();
    await want();
    await sweepAll();
    expect(await outcomes()).to.deep.equal(['done', 'done', 'done']);
    expect(await rig.token.balanceOf(HOT.address)).to.equal(1_060_000_000n);
    expect(await rig.token.balanceOf(COLD.address)).to.equal(120_000_000n);
  });

  it('gives an address coin first where the token takes no authorizations, one that returns nothing too', async () => {
    await bare.write(0, 'mint', [deriver.addressAt(3), 40_000_001n]);
    await follow();
    await want();
    await sweepAll();
    expect(await outcomes()).to.deep.equal(['done']);
    expect(await bare.read('balanceOf', [deriver.addressAt(3)])).to.equal(0n);
    expect(await bare.read('balanceOf', [HOT.address])).to.equal(40_000_001n);
    const kinds = (await rig.orders()).map(({ kind, wallet }) => [
      kind,
      wallet === HOT.address.toLowerCase(),
    ]);
    expect(kinds).to.have.deep.members([
      ['top_up', true],
      ['sweep', false],
    ]);
    // And such a token is paid out as well.
    const paid = () =>
      rig.evm.payOut(
        {
          idempotencyKey: 'bare',
          method: 'USDT',
          asset: 'USDT',
          amount: money('7'),
          destination: { address: RECIPIENT, network: 'Polygon' },
        },
        AbortSignal.timeout(10_000),
      );
    await paid();
    await rig.settle();
    expect((await paid()).status).to.equal('done');
    expect(await bare.read('balanceOf', [RECIPIENT])).to.equal(7_000_000n);
  });

  it('books the gas of all of it, and the books are right', async () => {
    await bare.write(0, 'mint', [deriver.addressAt(3), 40_000_000n]);
    await deposit(0, 30_000_000n);
    await follow();
    const before = (await coinAt(HOT.address)) + (await coinAt(deriver.addressAt(3)));
    await want();
    await sweepAll();
    const after = (await coinAt(HOT.address)) + (await coinAt(deriver.addressAt(3)));
    const [costs] = await rig.database.query(
      'select (sum(amount) * 1e18)::numeric(78,0)::text as spent, count(*)::integer from provider_costs',
    );
    expect(costs).to.deep.equal({ spent: String(before - after), count: 3 });
    const { discrepancies } = await rig.db.snapshot(verifyLedger);
    expect(discrepancies).to.deep.equal([]);
  });

  it('waits while gas is dearer than was said, and goes on when it is cheap', async () => {
    await deposit(0, 30_000_000n);
    await follow();
    await want('0.000000001');
    await sweep();
    expect(await rig.orders()).to.deep.equal([]);
    const [{ last_error }] = (await rig.database.query('select last_error from evm_sweeps')) as any[];
    expect(last_error).to.equal('gas is too dear');
    await want('100');
    await sweepAll();
    expect(await outcomes()).to.deep.equal(['done']);
  });

  it('sweeps nothing twice when it is wanted twice, by two processes, or its process dies', async () => {
    await deposit(0, 30_000_000n);
    await follow();
    await Promise.all(Array.from({ length: 8 }, () => want()));
    await rig.node.call('evm_setAutomine', false);
    await sweep();
    // As if the process had died before it recorded anything more, and the nodes had forgotten it.
    await rig.node.call('anvil_dropAllTransactions');
    await sweep();
    await want();
    await sweep();
    expect(await rig.orders()).to.have.length(1);
    await rig.age(20_000);
    await rig.lookAfter();
    await rig.node.call('evm_setAutomine', true);
    await sweepAll();
    expect(await outcomes()).to.deep.equal(['done']);
    expect(await rig.token.balanceOf(HOT.address)).to.equal(1_030_000_000n);
  });

  it('is over when somebody else took the authorization to the token', async () => {
    await deposit(0, 30_000_000n);
    await follow();
    await want();
    await rig.node.call('evm_setAutomine', false);
    await sweep();
    const [order] = await rig.orders();
    await rig.node.call('anvil_dropAllTransactions');
    await rig.node.call('evm_setAutomine', true);
    const theirs = { to: rig.token.address, data: order.data };
    // Whoever carries it, the money goes where the sweep says: that is no alarm.
    expect(await rig.evm.unexplained()).to.deep.equal([]);
    await rig.node.mined(await clientsOf(rig.node).walletOf(PAYER).sendTransaction(theirs));
    await rig.age(20_000);
    await rig.lookAfter();
    await sweepAll();
    expect(await outcomes()).to.deep.equal(['reverted']);
    expect(await rig.token.balanceOf(HOT.address)).to.equal(1_030_000_000n);
    await want();
    await sweepAll();
    expect(await outcomes()).to.deep.equal(['reverted', 'empty']);
    expect(await audit()).to.deep.equal(SOUND);
    expect(await rig.evm.sweeping.waiting('Polygon')).to.deep.equal([]);
    expect(await rig.evm.unexplained()).to.deep.equal([]);
  });

  it('is told from a theft out of a deposit address, and so is the coin that one was given for gas', async () => {
    await bare.write(2, 'mint', [deriver.addressAt(0), 30_000_000n]);
    await follow();
    await want();
    await sweepAll();
    const coinOf = async (): Promise<any> => (await rig.evm.audit('Polygon'))[0]!.assets.at(-1);
    const { asset, books, chain } = await coinOf();
    expect({ asset, isSame: books === chain, isMuch: Number(books) > 0 }).to.deep.equal({
      ...{ asset: 'ETH', isSame: true, isMuch: true },
    });
    expect(await audit()).to.deep.equal(SOUND);

    // With the deposit keys: what is left of the gas, and what arrives.
    const victim = deriver.addressAt(0);
    await rig.node.call('anvil_setBalance', deriver.addressAt(0), '0x1');
    await rig.node.mine(3);
    await follow();
    const [poor] = await rig.evm.audit('Polygon');
    expect(poor!.differences).to.deep.equal([
      {
        address: deriver.addressAt(0),
        asset: 'ETH',
        books,
        chain: '0.000000000000000001',
      },
    ]);
    await rig.node.call('anvil_setBalance', deriver.addressAt(0), '0xde0b6b3a7640000');
    await rig.node.call('anvil_impersonateAccount', victim);
    await rig.token.mint(victim, 25_000_000n);
    const thief = walletAt(11).address;
    const hash = await rig.token.transfer({ address: victim } as never, thief, 25_000_000n);
    await follow();
    expect(await rig.evm.unexplained()).to.have.length(1);
    expect((await rig.evm.unexplained())[0]).to.include({
      ...{ reference: `${hash}:0`, wallet: victim, recipient: thief.toLowerCase() },
      amount: '25.00000000',
    });
    expect((await rig.evm.audit('Polygon'))[0]!.ok).to.equal(false);
  });

  it('takes what arrived after an earlier sweep with another authorization', async () => {
    for (const units of [30_000_000n, 20_000_000n]) {
      await deposit(0, units);
      await follow();
      await want();
      await sweepAll();
    }
    expect(await outcomes()).to.deep.equal(['done', 'done']);
    expect(await rig.token.balanceOf(HOT.address)).to.equal(1_050_000_000n);
  });

  it('is not kept waiting by sweeps of another network, or by others that wait for cheaper gas', async () => {
    // 20 on each of two networks wait for gas that is never so cheap; they are older, and their chains silent.
    for (let index = 10; index < 30; index++) {
      await rig.database.query(
        'insert into evm_addresses (address, index, issued_for, created_at) values ($1, $2, $1, now())',
        [deriver.addressAt(index), index],
      );
      for (const network of ['Elsewhere', 'Polygon']) {
        await rig.database.query(
          `insert into evm_sweeps (network, address, asset, number, max_gas_price, due_at, created_at)
           values ($1, $2, 'USDC', 1, 1, service_now() + interval '10 minutes', service_now() - interval '1 day')`,
          [network, deriver.addressAt(index)],
        );
      }
    }
    await deposit(0, 30_000_000n);
    await follow();
    await want();
    while ((await rig.sweeper.runOnce()) > 0);
    expect(await rig.orders()).to.have.length(1);
  });

  it('has few signed at once, so that payouts wait for few nonces', async () => {
    await rig.node.call('evm_setAutomine', true);
    for (let index = 4; index < 20; index++) {
      await rig.database.query(
        'insert into evm_addresses (address, index, issued_for, created_at) values ($1, $2, $1, now())',
        [deriver.addressAt(index), index],
      );
    }
    for (let index = 0; index < 20; index++) await deposit(index, 10_000_000n);
    await follow();
    await want();
    await rig.node.call('evm_setAutomine', false);
    await sweep();
    expect(await rig.orders()).to.have.length(16);
    await rig.node.call('evm_setAutomine', true);
    await sweepAll();
    expect((await outcomes()).filter((outcome) => outcome === 'done')).to.have.length(20);
  });

  it('is decided again when an operator had its transaction cancelled', async () => {
    await deposit(0, 30_000_000n);
    await follow();
    await want();
    await rig.node.call('evm_setAutomine', false);
    await sweep();
    const request = { network: 'Polygon', nonce: undefined, wallet: undefined };
    await rig.evm.nonces.cancel(request, AbortSignal.timeout(10_000));
    await rig.lookAfter();
    await rig.node.call('evm_setAutomine', true);
    await sweepAll();
    expect(await outcomes()).to.deep.equal(['reverted']);
    expect(await rig.token.balanceOf(HOT.address)).to.equal(1_000_000_000n);
    expect(await audit()).to.deep.equal(SOUND);
    await want();
    await sweepAll();
    expect(await outcomes()).to.deep.equal(['reverted', 'done']);
    expect(await audit()).to.deep.equal(SOUND);
  });

  it('is signed again when its nonce was too far ahead', async () => {
    await deposit(0, 30_000_000n);
    await follow();
    await rig.evm.requireReady?.(AbortSignal.timeout(10_000));
    await rig.database.query('update evm_wallets set next_nonce = 500');
    await want();
    await sweepAll();
    expect(await outcomes()).to.deep.equal([null]);
    await rig.evm.nonces.adopt('Polygon', AbortSignal.timeout(10_000));
    await sweepAll();
    expect(await outcomes()).to.deep.equal(['done']);
    expect(await rig.token.balanceOf(HOT.address)).to.equal(1_030_000_000n);
    expect(await audit()).to.deep.equal(SOUND);
  });
});
