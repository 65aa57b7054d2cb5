import { expect } from 'chai';
import {
  behindFaultyEndpoint,
  when,
  type FaultyEndpoint,
} from '../../../../test/support/chain/faulty-endpoint.ts';
import { deploy } from '../../../../test/support/chain/contracts.ts';
import { walletAt } from '../../../../test/support/chain/tokens.ts';
import { openChainRig, type ChainRig } from '../rig.ts';

const PAYER = walletAt(2);
const OURS = walletAt(10).address;
const ALSO_OURS = walletAt(11).address;
const NOT_OURS = walletAt(12).address;

describe('following a chain', () => {
  let rig: ChainRig;
  let endpoint: FaultyEndpoint;

  beforeEach(async () => {
    ({ rig, endpoint } = await behindFaultyEndpoint(openChainRig));
    await rig.token.mint(PAYER.address, 10n ** 12n);
    await rig.own(OURS);
    await rig.own(ALSO_OURS);
  });
  afterEach(async () => {
    await rig?.close();
    await endpoint?.close();
  });

  it('reports a transfer when it is seen, and again when it is final, under one reference', async () => {
    const hash = await rig.token.transfer(PAYER, OURS, 1_500_000n);
    await rig.token.transfer(PAYER, NOT_OURS, 9n);
    await rig.follow();
    expect(rig.told()).to.deep.equal(['1.5 seen']);
    await rig.node.mine(3);
    await rig.follow();
    expect(rig.told()).to.deep.equal(['1.5 seen', '1.5 final']);
    const [seen, final] = rig.reports;
    expect(seen?.providerReference).to.equal(`Polygon:${hash}:0`).and.to.equal(final?.providerReference);
    expect(final).to.deep.include({
      method: 'USDC',
      asset: 'USDC',
      network: 'Polygon',
      destination: OURS,
      reference: null,
      payer: { source_address: PAYER.address.toLowerCase(), transaction_hash: hash },
    });
    await rig.follow();
    expect(rig.told()).to.have.length(2);
    const { finalBlock, seenBlock, lastError } = await rig.state();
    expect(lastError).to.equal(null);
    expect(Number(seenBlock) - Number(finalBlock)).to.equal(2);
  });

  it('counts each transfer of a transaction, whatever other logs it has', async () => {
    const splitter = await deploy(rig.node, 'Splitter');
    await rig.token.approve(PAYER, splitter.address, 10n ** 12n);
    const to = [OURS, NOT_OURS, ALSO_OURS, OURS];
    const hash = await splitter.write(2, 'split', [rig.token.address, to, [1n, 2n, 3n, 4n]]);
    await rig.node.mine(3);
    await rig.follow();
    const reported = rig.reports.map(({ providerReference, amount }) => [
      providerReference,
      amount.toFixed(),
    ]);
    // Each is preceded by a log of the contract's own, and their order within the transaction is kept.
    expect(reported).to.deep.equal([
      [`Polygon:${hash}:1`, '0.000001'],
      [`Polygon:${hash}:5`, '0.000003'],
      [`Polygon:${hash}:7`, '0.000004'],
    ]);
  });

  it('ignores transfers of nothing, and those of contracts that only call themselves alike', async () => {
    const fake = await deploy(rig.node, 'Fake', ['USDC', 6]);
    await rig.token.transfer(PAYER, OURS, 0n);
    await fake.write(2, 'transfer', [OURS, 5_000_000n]);
    await rig.token.transfer(PAYER, OURS, 1n);
    await rig.node.mine(3);
    await rig.follow();
    expect(rig.told()).to.deep.equal(['0.000001 final']);
    expect(await rig.rows()).to.have.length(1);
  });

  it('sees what arrives at an address that was given out in the block before', async () => {
    await rig.follow();
    await rig.own(NOT_OURS);
    await rig.token.transfer(PAYER, NOT_OURS, 7n);
    await rig.follow();
    expect(rig.told()).to.deep.equal(['0.000007 seen']);
  });

  it('reports again what could not be taken in, while others go first', async () => {
    rig.refuse = ({ amount }) => amount.eq('0.000001');
    await rig.token.transfer(PAYER, OURS, 1n);
    await rig.token.transfer(PAYER, OURS, 2n);
    await rig.follow();
    expect(rig.told()).to.deep.equal(['0.000002 seen']);
    expect(rig.alarms).to.have.length(1);
    const waiting = (await rig.rows()).filter(({ last_error: error }) => error !== null);
    expect(waiting.map(({ amount, last_error: error }) => [Number(amount), error])).to.deep.equal([
      [0.000001, 'it cannot be taken in'],
    ]);
    rig.refuse = undefined;
    await rig.follow();
    expect(rig.told(), 'not at once').to.have.length(1);
    await rig.advance(60);
    await rig.follow();
    expect(rig.told()).to.deep.equal(['0.000002 seen', '0.000001 seen']);
    expect((await rig.rows()).map(({ last_error: error }) => error)).to.deep.equal([null, null]);
  });

  it('sets a transfer aside that no deposit can be, tells so once, and goes on', async () => {
    await rig.follow();
    await rig.token.mint(OURS, 10n ** 29n);
    await rig.token.transfer(PAYER, OURS, 1n);
    await rig.follow();
    expect(rig.told(), 'it may still become something else').to.deep.equal(['0.000001 seen']);
    await rig.node.mine(3);
    for (let pass = 0; pass < 3; pass++) await rig.follow();
    expect(await rig.state()).to.include({ lastError: null, failures: 0 });
    expect((await rig.lag()).lag).to.equal(0);
    expect(rig.told()).to.deep.equal(['0.000001 seen', '0.000001 final']);
    const [aside, ...others] = (await rig.rows()).filter(({ last_error: error }) => error !== null);
    expect(others).to.deep.equal([]);
    expect(aside).to.deep.include({
      status: 'set_aside',
      recipient: OURS.toLowerCase(),
      amount: `1${'0'.repeat(23)}.${'0'.repeat(18)}`,
      report_at: null,
      final_at: null,
    });
    expect(rig.alarms).to.have.length(1);
    expect(rig.alarms[0]).to.include({
      message: 'on-chain transfer set aside; see `payments chains status`',
      network: 'Polygon',
      transaction_hash: aside?.['transaction_hash'],
    });
    const { ok, differences } = await rig.audit();
    expect(ok, 'it is there, but not in the books').to.equal(false);
    expect(differences).to.have.length(1);
  });

  it('gives up what was seen when that becomes what no deposit can be', async () => {
    await rig.token.transfer(PAYER, OURS, 1n);
    await rig.follow();
    const [{ transaction_hash: hash }] = (await rig.rows()) as [{ transaction_hash: string }];
    // As its transaction, executed again, would say.
    endpoint.misbehave(
      when('eth_getLogs', {
        change: (logs: any[]) => logs.map((log) => ({ ...log, data: `0x${'ff'.repeat(32)}` })),
      }),
    );
    await rig.node.mine(3);
    await rig.follow();
    expect(await rig.rows()).to.have.length(1);
    expect((await rig.rows())[0]).to.include({ transaction_hash: hash, status: 'set_aside' });
    expect(rig.told()).to.deep.equal(['0.000001 seen']);
  });

  describe('catching up after an outage', () => {
    /** A transfer in every hundredth block. Returns how many. */
    const miss = async (blocks: number): Promise<number> => {
      for (let part = 0; part < blocks / 100; part++) {
        await rig.token.transfer(PAYER, OURS, BigInt(part + 1));
        await rig.node.mine(99);
      }
      return blocks / 100;
    };
    const catchUp = async (): Promise<void> => {
      for (let pass = 0; pass < 60; pass++) {
        await rig.follow();
        const { lag } = await rig.lag();
        if (lag === 0) return;
      }
      throw new Error('it never catches up');
    };
    const spans = () =>
      endpoint.calls
        .filter(({ method }) => method === 'eth_getLogs')
        .map(({ params: [{ fromBlock, toBlock }] }) => Number(toBlock) - Number(fromBlock) + 1);

    it('reads long ranges, and goes on where it was', async () => {
      const count = await miss(1_000);
      await catchUp();
      expect(Math.max(...spans())).to.be.greaterThan(500);
      expect(rig.finals()).to.have.length(count);
      const before = endpoint.calls.length;
      await rig.follow();
      expect(endpoint.calls.slice(before).filter(({ method }) => method === 'eth_getLogs')).to.deep.equal([]);
    });

    const TOO_LONG = {
      'with an error': { error: { code: -32_005, message: 'query returned more than 10000 results' } },
      'with an error under status 400': {
        status: 400,
        body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32602,"message":"ranges over 50 blocks are not supported"}}',
      },
      'with status 413': { status: 413 },
      'with more than 32 MB': { text: `{"result":"${'x'.repeat(33 * 1024 * 1024)}"}` },
    } as const;
    for (const [how, fault] of Object.entries(TOO_LONG)) {
      it(`shortens the ranges that an endpoint refuses ${how}, and lengthens them again`, async () => {
        const count = await miss(400);
        endpoint.misbehave((method, [filter]) =>
          method === 'eth_getLogs' && Number(filter.toBlock) - Number(filter.fromBlock) >= 60
            ? fault
            : undefined,
        );
        await catchUp();
        expect(rig.finals()).to.have.length(count);
        const accepted = spans().filter((span) => span <= 60);
        expect(accepted.length).to.be.greaterThan(5);
        endpoint.heal();
        await rig.node.mine(400);
        await catchUp();
        expect(Math.max(...spans().slice(-5))).to.be.greaterThan(60);
      });
    }

    it('shortens the range, too, when the endpoint is just not up to it', async () => {
      const count = await miss(400);
      endpoint.misbehave((method, [filter]) =>
        method === 'eth_getLogs' && Number(filter.toBlock) - Number(filter.fromBlock) >= 60
          ? { status: 504 }
          : undefined,
      );
      await catchUp();
      expect(rig.finals()).to.have.length(count);
      expect((await rig.state()).lastError).to.equal(null);
    });

    it('does not shorten the range when it is only asked too often', async () => {
      await rig.follow();
      const { rangeBlocks: before } = await rig.state();
      endpoint.misbehave(
        when('eth_blockNumber', { error: { code: -32_005, message: 'request rate limit exceeded' } }),
      );
      await rig.node.mine(5);
      await rig.follow();
      const { rangeBlocks, lastError } = await rig.state();
      expect(rangeBlocks).to.equal(before);
      expect(lastError).to.include('rate-limits us');
    });
  });

  it('looks at a chain again after its own pause', async () => {
    const due = async (): Promise<number> => {
      const [row] = await rig.database.query(
        'select extract(epoch from due_at - service_now())::float8 as wait from evm_chains',
      );
      return Math.round(row?.['wait'] as number);
    };
    await rig.follow();
    expect(await due()).to.equal(1);
    await rig.close();
    rig = await openChainRig({ pollSeconds: 60 });
    await rig.follow();
    expect(await due()).to.equal(60);
    await rig.node.stop();
    for (let failure = 0; failure < 3; failure++) await rig.follow();
    expect(await due(), 'failing makes it no sooner').to.equal(60);
  });

  it('waits longer with each failure, and not at all once that is over', async () => {
    endpoint.misbehave(() => ({ status: 502 }));
    const waits: number[] = [];
    for (let round = 0; round < 9; round++) {
      await rig.follow();
      const [row] = await rig.database.query(
        'select extract(epoch from due_at - service_now())::float8 as wait from evm_chains',
      );
      waits.push(Math.round(row?.['wait'] as number));
    }
    expect(waits).to.deep.equal([1, 2, 4, 8, 16, 32, 60, 60, 60]);
    endpoint.heal();
    await rig.follow();
    expect(await rig.state()).to.include({ failures: 0, lastError: null });
  });
});
