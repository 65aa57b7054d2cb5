import { expect } from 'chai';
import { verifyLedger } from '../../../../src/audit/verify.ts';
import { money } from '../../../../src/lib/money.ts';
import type { WaitReason } from '../../../../src/lib/reasons.ts';
import { ProviderFailure, type Outcome } from '../../../../src/methods/providers/provider.ts';
import { clientsOf, walletAt } from '../../../../test/support/chain/tokens.ts';
import { payOut } from '../../../../test/methods/evm/sending/sender-parts.ts';
import {
  HOT,
  openSenderRig,
  RECIPIENT,
  type SenderRig,
} from '../../../../test/methods/evm/sending/sender-rig.ts';

const waitsFor = (reason: WaitReason, words: string): Outcome => ({
  status: 'pending',
  providerReference: null,
  waits: { reason, words },
});
const EMPTY = waitsFor('HOT_WALLET_EMPTY', 'The hot wallet on Polygon has too little USDC.');

describe('paying out on chain', () => {
  let rig: SenderRig;
  beforeEach(async () => {
    rig = await openSenderRig();
  });
  afterEach(() => rig?.close());

  const refusalOf = (attempt: Promise<unknown>): Promise<ProviderFailure> =>
    attempt.then(
      (outcome) => {
        throw new Error(`it was not refused but ${JSON.stringify(outcome)}`);
      },
      (error: unknown) => {
        if (error instanceof ProviderFailure) return error;
        throw error;
      },
    );
  const setGas = (units: bigint) => rig.node.call('anvil_setBalance', HOT.address, `0x${units.toString(16)}`);

  it('is pending until its transaction is final, then done by its hash, and tells so', async () => {
    const first = await rig.payOut('one');
    const [{ hash }] = await rig.transactions();
    const reference = `Polygon:${hash}`;
    expect(first).to.deep.equal({ status: 'pending', providerReference: reference });
    await rig.lookAfter();
    expect(await rig.payOut('one')).to.deep.equal(first);
    expect(rig.reports).to.deep.equal([]);

    await rig.settle();
    expect(await rig.payOut('one')).to.deep.equal({ status: 'done', providerReference: reference });
    expect(rig.reports.map(({ type }) => type)).to.deep.equal(['cost', 'transfer']);
    expect(rig.reports[1]).to.deep.equal({ type: 'transfer', providerReference: reference });
    expect(await rig.token.balanceOf(RECIPIENT)).to.equal(1_500_000n);
    expect(await rig.paidTo(RECIPIENT)).to.equal(1);
  });

  it('lists what is final in its statement, as money that went out', async () => {
    const refund = { idempotencyKey: 'back', depositReference: 'x', asset: 'USDC' } as const;
    const to = { address: RECIPIENT, network: 'Polygon' };
    await rig.payOut('one');
    await rig.evm.refund({ ...refund, amount: money('0.25'), to }, AbortSignal.timeout(9_000));
    const read = async () => {
      const lines = [];
      let after: string | undefined;
      do {
        const page = await rig.evm.listStatement(
          { from: new Date(0), to: new Date(Date.now() + 60_000), after },
          AbortSignal.timeout(1_000),
        );
        lines.push(...page.lines);
        after = page.next;
      } while (after !== undefined);
      return lines;
    };
    const costs = async () =>
      (await rig.database.query('select reference, asset, amount from provider_costs')).map(
        ({ reference, asset, amount }) => ({
          kind: 'cost',
          reference: reference as string,
          sum: `-${money(amount as string).toFixed()} ${asset as string}`,
        }),
      );
    expect(await read()).to.deep.equal([]);
    await rig.settle();
    const hashes = (await rig.transactions()).map(({ hash }) => `Polygon:${hash}`);
    const lines = (await read()).map(({ kind, reference, asset, amount: sum }) => ({
      kind,
      reference,
      sum: `${sum.toFixed()} ${asset}`,
    }));
    expect(lines).to.have.deep.members([
      { kind: 'pay_out', reference: hashes[0], sum: '-1.5 USDC' },
      { kind: 'refund', reference: hashes[1], sum: '-0.25 USDC' },
      ...(await costs()),
    ]);
    expect(lines).to.have.length(4);
  });

  it('makes one transaction when the same key comes 20 times at once, in two processes', async () => {
    const other = rig.another();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, at) => payOut(at % 2 === 0 ? rig.evm : other, 'same', '1.5', RECIPIENT)),
    );
    expect(new Set(outcomes.map(({ status }) => status))).to.deep.equal(new Set(['pending']));
    // Some may have asked before it was signed.
    const references = outcomes.flatMap(({ providerReference: reference }) => reference ?? []);
    expect(new Set(references).size).to.equal(1);
    await rig.settle();
    expect(await rig.orders()).to.have.length(1);
    expect(await rig.paidTo(RECIPIENT)).to.equal(1);
  });

  it('refuses a blacklisted recipient before a nonce is taken, and for good', async () => {
    const listed = walletAt(8).address;
    await rig.token.blacklist(listed);
    // For good only once two blocks say so.
    expect(await rig.payOut('bad', '1', listed)).to.include({ status: 'pending', providerReference: null });
    await rig.node.mine();
    const refusal = await refusalOf(rig.payOut('bad', '1', listed));
    expect(refusal).to.include({ kind: 'refused', reason: 'DESTINATION_REJECTED' });
    expect(await rig.orders()).to.deep.equal([]);
    expect(await rig.database.query('select * from evm_wallets')).to.deep.equal([]);
    await rig.token.unblacklist(listed);
    expect(await refusalOf(rig.payOut('bad', '1', listed))).to.include({ reason: 'DESTINATION_REJECTED' });
    expect((await rig.payOut('good', '1', listed)).status).to.equal('pending');
  });

  it('waits while the token is paused, which no recipient can help', async () => {
    await rig.token.pause();
    expect(await rig.payOut('later')).to.deep.equal(
      waitsFor('TOKEN_PAUSED', 'Transfers of USDC on Polygon currently fail.'),
    );
    await rig.token.unpause();
    expect(await rig.payOut('later'))
      .to.have.property('providerReference')
      .that.is.a('string');
  });

  it('refuses addresses where money would be lost', async () => {
    for (const to of [rig.token.address, HOT.address, `0x${'0'.repeat(40)}`]) {
      expect(await refusalOf(rig.payOut(`to ${to}`, '1', to))).to.include({ reason: 'INVALID_DESTINATION' });
    }
    expect(await refusalOf(rig.payOut('dust', '0.0000001'))).to.include({ kind: 'refused' });
    expect(await rig.orders()).to.deep.equal([]);
  });

  it('waits for tokens, counting what is on its way, and goes on when there are enough', async () => {
    await rig.node.call('evm_setAutomine', false);
    expect(await rig.payOut('large', '900'))
      .to.have.property('providerReference')
      .that.is.a('string');
    expect(await rig.payOut('larger', '200')).to.deep.equal(EMPTY);
    // What is mined is in the balance: it counts once, final or not.
    expect(await rig.payOut('small', '99'))
      .to.have.property('providerReference')
      .that.is.a('string');
    await rig.node.mine();
    expect(await rig.payOut('smallest', '1'))
      .to.have.property('providerReference')
      .that.is.a('string');
    await rig.node.call('evm_setAutomine', true);
    await rig.settle();
    expect(await rig.payOut('larger', '200')).to.deep.equal(EMPTY);
    await rig.token.mint(HOT.address, 200_000_000n);
    expect(await rig.payOut('larger', '200'))
      .to.have.property('providerReference')
      .that.is.a('string');
    await rig.settle();
    expect((await rig.payOut('larger', '200')).status).to.equal('done');
    expect(await rig.token.balanceOf(HOT.address)).to.equal(0n);
  });

  it('waits for gas, and goes on when there is some', async () => {
    await setGas(1_000n);
    expect(await rig.payOut('one')).to.deep.equal(
      waitsFor('GAS_EMPTY', 'The hot wallet on Polygon has too little ETH for gas.'),
    );
    expect(await rig.orders()).to.deep.equal([]);
    await setGas(10n ** 18n);
    await rig.payOut('one');
    await rig.settle();
    expect((await rig.payOut('one')).status).to.equal('done');
  });

  it('waits while fees are above the ceiling', async () => {
    await rig.node.call('anvil_setNextBlockBaseFeePerGas', `0x${(600n * 10n ** 9n).toString(16)}`);
    await rig.node.mine();
    expect(await rig.payOut('dear')).to.deep.equal(
      waitsFor('FEES_TOO_HIGH', 'Fees on Polygon are above max_fee_gwei.'),
    );
    expect(await rig.orders()).to.deep.equal([]);
  });

  it('stays pending without a trace while no endpoint responds', async () => {
    await rig.node.stop();
    expect(await rig.payOut('one')).to.have.nested.property('waits.reason', 'RAIL_UNREACHABLE');
    expect(await rig.orders()).to.deep.equal([]);
  });

  it('is refused when it was mined and reverted, and its nonce is used up', async () => {
    await rig.node.call('evm_setAutomine', false);
    await rig.payOut('reverts');
    await rig.payOut('after it', '2', walletAt(9).address);
    // Blacklisted in between: the nodes forget the payouts, and get them again afterwards.
    await rig.node.call('anvil_dropAllTransactions');
    await rig.node.call('evm_setAutomine', true);
    await rig.token.blacklist(RECIPIENT);
    await rig.age(20_000);
    await rig.lookAfter();
    await rig.settle();
    expect(await refusalOf(rig.payOut('reverts'))).to.include({ kind: 'refused' });
    expect((await rig.payOut('after it', '2', walletAt(9).address)).status).to.equal('done');
    expect((await rig.orders()).map(({ status, nonce }) => `${nonce} ${status}`)).to.deep.equal([
      '0 reverted',
      '1 done',
    ]);
    expect(rig.reports.filter(({ type }) => type === 'cost')).to.have.length(2);
  });

  it('pays on no more when the wallet was used by somebody else', async () => {
    await rig.payOut('one');
    await rig.settle();
    await rig.token.transfer(HOT, walletAt(9).address, 5n);
    const failure = await refusalOf(rig.payOut('two'));
    expect(failure).to.include({ kind: 'unavailable' });
    expect(failure.message).to.match(/has sent 2 transactions on Polygon, 1 by this database/);
    expect(await rig.orders()).to.have.length(1);
    // An operator knows what it was.
    const adopted = await rig.evm.nonces.adopt('Polygon', AbortSignal.timeout(10_000));
    const nothingElse = { filled: 0, signed_again: 0, nonces_left: null };
    expect(adopted).to.deep.equal([
      { address: HOT.address.toLowerCase(), from: '1', to: '2', ...nothingElse },
    ]);
    await rig.payOut('two');
    await rig.settle();
    expect((await rig.payOut('two')).status).to.equal('done');
  });

  it('books what gas cost to the last digit, rounded up together and not each time', async () => {
    for (const key of ['one', 'two', 'three']) await rig.payOut(key);
    await rig.settle();
    const { reader } = clientsOf(rig.node);
    let spent = 0n;
    for (const { hash } of await rig.transactions()) {
      const { gasUsed, effectiveGasPrice } = await reader.getTransactionReceipt({ hash });
      spent += gasUsed * effectiveGasPrice;
    }
    const [costs] = await rig.database.query(
      `select sum(amount) * 1e18 = $1::numeric as exact, ceil(sum(amount) * 1e8) / 1e8 = sum(booked) as rounded, count(*)::integer
         from provider_costs`,
      [String(spent)],
    );
    expect(costs).to.deep.equal({ exact: true, rounded: true, count: 3 });
    const books = await rig.database.query(
      `select book, balance = (select sum(booked) from provider_costs) * case book when 'rail:evm' then 1 else -1 end as right
         from ledger_balances where asset = 'ETH' order by book`,
    );
    expect(books).to.deep.equal([
      { book: 'fee', right: true },
      { book: 'rail:evm', right: true },
    ]);
    // Reported again, as after a crash, it changes nothing.
    await rig.database.query(`update evm_orders set status = 'open', final_at = null`);
    await rig.database.query('update evm_wallets set due_at = service_now()');
    await rig.lookAfter();
    expect(rig.reports.filter(({ type }) => type === 'cost')).to.have.length(6);
    expect(await rig.database.query('select count(*)::integer from ledger_entries')).to.deep.equal([
      { count: 3 },
    ]);
    const { discrepancies } = await rig.db.snapshot(verifyLedger);
    expect(discrepancies).to.deep.equal([]);
  });
});
