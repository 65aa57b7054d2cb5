import { expect } from 'chai';
import { advance, booksOf, createLink, readLink } from '../../../../test/payment-links/links.ts';
import { deploy, type TestContract } from '../../../../test/support/chain/contracts.ts';
import { chainEntry, TEST_XPUB, writeChainsFile } from '../../../../test/support/chain/chains-file.ts';
import { startNode, type TestNode } from '../../../../test/support/chain/node.ts';
import { rawTransactions, reorganise } from '../../../../test/support/chain/reorganisation.ts';
import { deployFiatToken, walletAt, type TestToken } from '../../../../test/support/chain/tokens.ts';
import { startService, type TestAccount, type TestService } from '../../../../test/support/service.ts';
import { requireSoundBooks } from '../../../../test/transfers/rig.ts';

const [PAYER, OTHER_PAYER] = [walletAt(2), walletAt(3)];
const CALLER = 4;
const CHOOSER = 5;
const DUE = 25_000_000n;
const ENOUGH_GAS = 1_000_000n;

/** What the contract pays. */
interface Choice {
  token: TestToken;
  from: string;
  to: string;
  value: bigint;
  /** Logs of its own before the transfer. */
  noise: bigint;
}

/** One transaction that says something else once a reorganisation has executed it again: what is final counts (D27). */
describe('a transaction that a reorganisation executes again', () => {
  let node: TestNode;
  let mxnb: TestToken;
  let usdc: TestToken;
  let service: TestService;
  let account: TestAccount;
  let stranger: TestAccount;
  let chooser: TestContract;
  let file: { path: string; remove: () => void };

  before(async () => {
    node = await startNode();
    [mxnb, usdc] = [await deployFiatToken(node, 'MXNB'), await deployFiatToken(node, 'USDC')];
    file = writeChainsFile([
      chainEntry({
        endpoints: [node.url],
        tokens: { MXNB: { address: mxnb.address }, USDC: { address: usdc.address } },
      }),
    ]);
    service = await startService({ CHAINS_FILE: file.path, CHAIN_XPUB: TEST_XPUB });
    await service.database.query(`update payment_methods set provider = 'evm' where method = 'MXNB'`);
    [account, stranger] = [await service.createAccount(), await service.createAccount()];
    for (const token of [mxnb, usdc]) {
      for (const { address } of [PAYER, OTHER_PAYER]) await token.mint(address, 10n ** 15n);
    }
  });
  beforeEach(async () => {
    chooser = await deploy(node, 'Chooser');
    for (const token of [mxnb, usdc]) {
      for (const payer of [PAYER, OTHER_PAYER]) await token.approve(payer, chooser.address, 10n ** 15n);
    }
    await settle();
  });
  after(async () => {
    await service?.close();
    await node?.stop();
    file?.remove();
  });
  afterEach(async () => {
    await requireSoundBooks(service);
    const [audit] = await service.foundation.rails.evm!.audit();
    expect(audit?.differences).to.deep.equal([]);
    expect(audit?.ok).to.equal(true);
  });

  const follow = async (): Promise<void> => {
    await service.database.query('update evm_chains set due_at = service_now() where halted_at is null');
    await service.workers.rails.runOnce();
    await service.workers.rails.runOnce();
  };
  const settle = async (): Promise<void> => {
    await node.mine(3);
    await follow();
    await confirm();
  };
  const confirm = async (): Promise<void> => {
    await advance(service, 120);
    await service.workers.confirmations.runOnce();
  };
  const link = async (of = account): Promise<{ code: string; address: string }> => {
    const { code, methods } = await createLink(of.api, { accepted_methods: ['MXNB'], amount: '25' });
    return { code, address: methods[0].instructions.address };
  };
  const usual = (to: string): Choice => ({ token: mxnb, from: PAYER.address, to, value: DUE, noise: 0n });
  const statusOf = async (code: string, of = account): Promise<string> =>
    (await readLink(of.api, code)).status;
  const depositsOf = async (code: string, of = account) =>
    (await of.api.get(`/v1/deposits?payment_link_code=${code}`)).body.data as any[];
  const shown = async (code: string, of = account): Promise<string[]> =>
    (await depositsOf(code, of)).map(
      ({ status, unmatched_reason: reason, amount, asset }) =>
        `${status} ${Number(amount)} ${asset}${reason === undefined ? '' : ` ${reason}`}`,
    );

  /** Pays by a transaction that, executed again, pays `then`; it is seen as `first` before. */
  const payAndChange = async (first: Choice[], then: Choice[], seenAgain: boolean): Promise<string> => {
    for (const choices of [then, first]) {
      const made = choices.map((one) => ({ ...one, token: one.token.address }));
      await chooser.write(CHOOSER, 'offer', [made]);
    }
    await node.mine(3);
    await chooser.write(CHOOSER, 'choose', [1n]);
    const paid = await chooser.write(CALLER, 'pay', [], ENOUGH_GAS);
    await follow();
    const [raw] = await rawTransactions(node, [paid]);
    await reorganise(node, 2, [[raw!, 0]]);
    expect(await chooser.read('chosen', []), 'the choice is gone').to.equal(0n);
    const receipt = await node.call('eth_getTransactionReceipt', paid);
    expect(receipt?.status, 'the payment is there').to.equal('0x1');
    if (seenAgain) await follow();
    await settle();
    return paid;
  };

  for (const seenAgain of [false, true]) {
    describe(seenAgain ? 'and that is seen before it is final' : 'and that is final when it is seen', () => {
      it('with less is held as UNDERPAID in its final amount, and credits nothing', async () => {
        const { code, address } = await link();
        const before = await booksOf(service, account.id, 'available');
        await payAndChange([usual(address)], [{ ...usual(address), value: 1n }], seenAgain);
        expect(await shown(code)).to.deep.equal(['unmatched 0.000001 MXNB UNDERPAID']);
        expect(await statusOf(code)).to.equal('active');
        expect(await booksOf(service, account.id, 'available')).to.deep.equal(before);
      });

      it('with more is held as OVERPAID', async () => {
        const { code, address } = await link();
        await payAndChange([usual(address)], [{ ...usual(address), value: 2n * DUE }], seenAgain);
        expect(await shown(code)).to.deep.equal(['unmatched 50 MXNB OVERPAID']);
        expect(await statusOf(code)).to.equal('active');
      });

      it('with what is due after all pays the link', async () => {
        const { code, address } = await link();
        await payAndChange([{ ...usual(address), value: 1n }], [usual(address)], seenAgain);
        expect(await shown(code)).to.deep.equal(['credited 25 MXNB']);
        expect(await statusOf(code)).to.equal('paid');
      });

      it('in another token is held as WRONG_ASSET', async () => {
        const { code, address } = await link();
        await payAndChange([usual(address)], [{ ...usual(address), token: usdc }], seenAgain);
        expect(await shown(code)).to.deep.equal(['unmatched 25 USDC WRONG_ASSET']);
        expect(await statusOf(code)).to.equal('active');
      });

      it('from another sender pays the link, and shows the one who paid', async () => {
        const { code, address } = await link();
        const then = { ...usual(address), from: OTHER_PAYER.address };
        await payAndChange([usual(address)], [then], seenAgain);
        expect(await statusOf(code)).to.equal('paid');
        const [deposit] = await depositsOf(code);
        expect(deposit.payer.source_address).to.equal(OTHER_PAYER.address);
      });

      it("to another account's link pays that one, and fails for the first", async () => {
        const [first, second] = [await link(), await link(stranger)];
        await payAndChange([usual(first.address)], [usual(second.address)], seenAgain);
        expect(await shown(first.code)).to.deep.equal(['failed 25 MXNB NOT_CONFIRMED']);
        expect(await statusOf(first.code)).to.equal('active');
        expect(await shown(second.code, stranger)).to.deep.equal(['credited 25 MXNB']);
        expect(await statusOf(second.code, stranger)).to.equal('paid');
        const [deposit] = await depositsOf(second.code, stranger);
        expect(deposit.destination).to.equal(second.address);
      });

      it('to two links the other way round pays both, each by its own transfer', async () => {
        const [one, two] = [await link(), await link()];
        const choices = [usual(one.address), { ...usual(two.address), from: OTHER_PAYER.address }];
        await payAndChange(choices, choices.toReversed(), seenAgain);
        for (const { code } of [one, two]) expect(await statusOf(code)).to.equal('paid');
      });

      it('at another place among its logs pays the link once', async () => {
        const { code, address } = await link();
        await payAndChange([usual(address)], [{ ...usual(address), noise: 3n }], seenAgain);
        expect(await statusOf(code)).to.equal('paid');
        expect((await shown(code)).filter((one) => !one.startsWith('failed'))).to.deep.equal([
          'credited 25 MXNB',
        ]);
      });

      it('without the transfer credits nothing, and the link can be paid again', async () => {
        const { code, address } = await link();
        await payAndChange([usual(address)], [], seenAgain);
        await advance(service, 3_700);
        await settle();
        await settle();
        expect(await shown(code)).to.deep.equal(['failed 25 MXNB NOT_CONFIRMED']);
        expect(await statusOf(code)).to.equal('active');
        await mxnb.transfer(PAYER, address, DUE);
        await settle();
        expect(await statusOf(code)).to.equal('paid');
      });
    });
  }
});
