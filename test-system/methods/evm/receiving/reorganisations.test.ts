import { expect } from 'chai';
import { keccak256 } from 'viem';
import { createChance } from '../../../../scripts/chaos/chance.ts';
import { rawTransactions, reorganise } from '../../../../test/support/chain/reorganisation.ts';
import { walletAt } from '../../../../test/support/chain/tokens.ts';
import { openChainRig, type ChainRig } from '../rig.ts';

const PAYERS = [2, 3, 4, 5, 6, 7, 8, 9].map(walletAt);
const [PAYER, OTHER_PAYER] = [walletAt(2), walletAt(3)];
const OURS = walletAt(10).address;
const NOT_OURS = walletAt(12).address;
const HOUR_S = 3600;

describe('a reorganisation', () => {
  let rig: ChainRig;
  const open = async (finality: 'finalized' | { confirmations: number }): Promise<void> => {
    rig = await openChainRig({ finality });
    for (const { address } of PAYERS) await rig.token.mint(address, 10n ** 12n);
    await rig.own(OURS);
    await rig.node.mine(8);
  };
  afterEach(() => rig?.close());

  const settle = async (): Promise<void> => {
    await rig.node.mine(9);
    await rig.follow();
  };
  const requireSame = async (): Promise<void> => {
    const [row] = await rig.database.query(
      `select coalesce(sum(amount), 0) * 1000000 as units from evm_transfers where status = 'final'`,
    );
    expect(Number(row?.['units'])).to.equal(Number(await rig.token.balanceOf(OURS)));
  };

  describe('above what is final', () => {
    beforeEach(() => open({ confirmations: 8 }));

    it('that changes the log index of a transfer leaves its identity, and counts it once', async () => {
      const ours = await rig.token.transfer(PAYER, OURS, 1n);
      const other = await rig.token.transfer(OTHER_PAYER, NOT_OURS, 2n);
      await rig.follow();
      const [before] = await rig.rows();
      const [rawOurs, rawOther] = await rawTransactions(rig.node, [ours, other]);
      await reorganise(rig.node, 2, [
        [rawOther!, 1],
        [rawOurs!, 1],
      ]);
      const receipt = await rig.node.call('eth_getTransactionReceipt', ours);
      expect(receipt.logs[0].logIndex, 'it was the first of its block').to.equal('0x1');
      await rig.follow();
      const [after, ...more] = await rig.rows();
      expect(more).to.deep.equal([]);
      expect(after).to.include({ status: 'seen', transaction_hash: ours, position: 0 });
      expect(after?.['block_hash']).to.not.equal(before?.['block_hash']);
      await settle();
      expect(rig.told()).to.deep.equal(['0.000001 seen', '0.000001 final']);
      expect(new Set(rig.reports.map(({ providerReference }) => providerReference)).size).to.equal(1);
      await requireSame();
    });

    it('that drops a transfer leaves it neither seen nor dropped while it can come back', async () => {
      const hash = await rig.token.transfer(PAYER, OURS, 1n);
      await rig.follow();
      const [raw] = await rawTransactions(rig.node, [hash]);
      await reorganise(rig.node, 1);
      await rig.follow();
      expect((await rig.rows())[0]).to.include({ status: 'gone' });
      await rig.advance(HOUR_S - 60);
      await settle();
      expect((await rig.rows())[0]).to.include({ status: 'gone' });
      await rig.node.send(raw!);
      await rig.follow();
      expect((await rig.rows())[0]).to.include({ status: 'seen', gone_at: null });
      await settle();
      expect(rig.told()).to.deep.equal(['0.000001 seen', '0.000001 final']);
      await requireSame();
    });

    it('that drops a transfer for good drops it after an hour, and takes it in when it comes after all', async () => {
      const hash = await rig.token.transfer(PAYER, OURS, 1n);
      await rig.follow();
      const [raw] = await rawTransactions(rig.node, [hash]);
      await reorganise(rig.node, 1);
      await rig.follow();
      await rig.advance(HOUR_S + 60);
      await settle();
      expect((await rig.rows())[0]).to.include({ status: 'dropped', gone_at: null });
      await requireSame();
      await rig.node.send(raw!);
      await settle();
      expect((await rig.rows())[0]).to.include({ status: 'final' });
      expect(rig.told()).to.deep.equal(['0.000001 seen', '0.000001 final']);
      await requireSame();
    });

    it('is seen when it leaves the chain shorter', async () => {
      await rig.token.transfer(PAYER, OURS, 1n);
      await rig.node.mine(2);
      await rig.follow();
      await rig.node.call('anvil_rollback', 3);
      await rig.follow();
      expect((await rig.state()).lastError).to.equal(null);
      await rig.token.transfer(OTHER_PAYER, OURS, 2n);
      await settle();
      expect(rig.finals()).to.have.length(1);
      await requireSame();
    });

    /** The node sometimes brings back by itself what a reorganisation took out. */
    const sendAgain = (raw: string): Promise<unknown> =>
      rig.node.send(raw).catch((error: unknown) => {
        if (!/nonce too low/.test(String(error))) throw error;
        return rig.node.mined(keccak256(raw as `0x${string}`));
      });

    for (let depth = 1; depth <= 7; depth++) {
      it(`of ${depth} moves, reorders and drops transfers, and none is lost or doubled`, async () => {
        const chance = createChance(depth);
        const sent: string[] = [];
        const pay = async (): Promise<void> => {
          for (const payer of PAYERS) {
            sent.push(await rig.token.transfer(payer, OURS, BigInt(sent.length + 1)));
            if (chance.happens(0.5)) await rig.follow();
          }
        };
        await pay();
        for (let round = 0; round < 3; round++) {
          const head = Number(await rig.node.call('eth_blockNumber'));
          const receipts = await Promise.all(
            sent.map((hash) => rig.node.call('eth_getTransactionReceipt', hash)),
          );
          const hit = sent.filter((_, at) => Number(receipts[at]?.blockNumber ?? 0) > head - depth);
          const raws = await rawTransactions(rig.node, hit);
          // Each payer has one in these blocks at most, so that any order and any gap is possible.
          const moved = raws.filter(() => chance.happens(0.7));
          const shuffled = moved
            .map((raw) => ({ raw, at: chance.share() }))
            .sort((one, other) => one.at - other.at);
          await reorganise(
            rig.node,
            depth,
            shuffled.map(({ raw }) => [raw, Math.floor(chance.share() * depth)] as const),
          );
          await rig.follow();
          for (const raw of raws.filter((one) => !moved.includes(one))) {
            await sendAgain(raw);
            if (chance.happens(0.5)) await rig.follow();
          }
        }
        await settle();
        const rows = await rig.rows();
        expect(rows.map(({ transaction_hash }) => transaction_hash)).to.have.members(sent);
        expect(rows.every(({ status }) => status === 'final')).to.equal(true);
        expect(rig.finals()).to.have.length(sent.length);
        expect(new Set(rig.finals()).size).to.equal(sent.length);
        expect((await rig.audit()).differences).to.deep.equal([]);
        await requireSame();
      });
    }
  });

  describe('of what was final', () => {
    beforeEach(() => open('finalized'));

    it('halts the chain, says what to do, and changes nothing', async () => {
      const hash = await rig.token.transfer(PAYER, OURS, 1n);
      await rig.node.mine(4);
      await rig.follow();
      const before = { rows: await rig.rows(), final: (await rig.state()).finalBlock };
      await reorganise(rig.node, 5);
      await rig.node.mine(3);
      await rig.follow();
      const halted = await rig.state();
      expect(halted.haltedAt).to.be.instanceOf(Date);
      expect(halted.lastError)
        .to.include(`Block ${before.final} of Polygon was final as 0x`)
        .and.include('CHAINS_FILE')
        .and.include('payments chains resume Polygon');
      await rig.token.transfer(OTHER_PAYER, OURS, 2n);
      await rig.node.mine(5);
      await rig.follow();
      expect({ rows: await rig.rows(), final: (await rig.state()).finalBlock }).to.deep.equal(before);

      await rig.resume();
      await rig.follow();
      expect((await rig.state()).haltedAt, 'nothing has changed about it').to.be.instanceOf(Date);
      await rig.resume(Number(before.final) - 5);
      await rig.follow();
      expect(await rig.state()).to.include({ haltedAt: null, lastError: null });
      expect(rig.told()).to.deep.equal(['0.000001 final', '0.000002 final']);
      const { ok, assets } = await rig.audit();
      // What was final stays, though the chain has it no more: only this tells.
      expect({ ok, assets }).to.deep.equal({
        ok: false,
        assets: [
          { asset: 'USDC', books: '0.00000300', chain: '0.00000200' },
          // The address is one that the node itself gave coin to.
          { asset: 'ETH', books: '0.00000000', chain: '10000.00000000' },
        ],
      });
      expect((await rig.rows()).map(({ transaction_hash }) => transaction_hash)).to.include(hash);
    });

    it('does not halt the chain when endpoints are only behind', async () => {
      await rig.node.mine(4);
      await rig.follow();
      await rig.node.call('anvil_rollback', 5);
      await rig.follow();
      const { haltedAt, lastError } = await rig.state();
      expect(haltedAt).to.equal(null);
      expect(lastError).to.include('before the final block');
    });
  });
});
