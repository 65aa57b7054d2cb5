import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { getAddress } from 'viem';
import { money } from '../../../src/lib/money.ts';
import { readChainsFile, type ChainConfig } from '../../../src/methods/providers/evm/chain/chains-file.ts';
import { createPayerSide, recordingTokens } from '../../../src/methods/providers/evm/payer/payer.ts';
import { chainEntry, writeChainsFile } from '../../../test/support/chain/chains-file.ts';
import { NODE_PROGRAM } from '../../../test/support/chain/node.ts';
import { walletAt } from '../../../test/support/chain/tokens.ts';
import { openChainRig, type ChainRig } from './rig.ts';

const PAYER = walletAt(2);
const OURS = walletAt(10).address;
const EXPLORER = 'https://explorer.example.com/tx/{hash}';

describe('what payers see of a chain', () => {
  let rig: ChainRig;

  before(function () {
    if (NODE_PROGRAM !== undefined) return;
    process.stderr.write(
      '    There is no EVM node for this platform: what payers see of it is not tested.\n',
    );
    this.skip();
  });
  beforeEach(async () => {
    rig = await openChainRig();
    await rig.token.mint(PAYER.address, 10n ** 12n);
    await rig.own(OURS);
  });
  afterEach(() => rig?.close());

  const sideWith = (change: Partial<ChainConfig> = {}) =>
    createPayerSide(rig.db.read, [{ ...rig.chain.config, ...change }]);
  /** As the follower finds it when it first checks the chain. */
  const record = (decimals: number): Promise<unknown> =>
    recordingTokens(rig.db, () => Promise.resolve(new Map([['USDC', decimals]])))(
      rig.chain,
      AbortSignal.timeout(1_000),
    );

  describe('a payment URI', () => {
    const ask = (amount: string, change: { asset?: string; network?: string } = {}) =>
      sideWith().paymentUri({
        asset: 'USDC',
        network: 'Polygon',
        address: OURS,
        amount: money(amount),
        ...change,
      });
    const uri = (units: string) =>
      `ethereum:${getAddress(rig.token.address)}@31337/transfer?address=${OURS}&uint256=${units}`;

    beforeEach(() => rig.follow());

    it('names token, chain, address and exact amount, in smallest units', async () => {
      await record(6);
      expect(await ask('1500.5')).to.equal(uri('1500500000'));
      expect(await ask('0.000001')).to.equal(uri('1'));
      expect(await ask('999999999999.123456')).to.equal(uri('999999999999123456'));
    });

    it('counts in the decimals that the token itself has', async () => {
      await record(18);
      expect(await ask('1500.5')).to.equal(uri('1500500000000000000000'));
    });

    it('is not given before the token was read, nor for what the token or the configuration cannot carry', async () => {
      expect(await ask('1'), 'before').to.equal(undefined);
      await record(2);
      expect(await ask('1.25')).to.equal(uri('125'));
      expect(await ask('1.255'), 'more decimals than the token').to.equal(undefined);
      expect(await ask('1', { asset: 'USDT' })).to.equal(undefined);
      expect(await ask('1', { network: 'Arbitrum' })).to.equal(undefined);
    });
  });

  describe("a deposit's progress", () => {
    const pay = async (): Promise<{ hash: string; reference: string }> => {
      const hash = await rig.token.transfer(PAYER, OURS, 1_000_000n);
      await rig.follow();
      return { hash, reference: `Polygon:${hash}:0` };
    };

    it('is seen, then final, where the chain says what is final', async () => {
      const side = sideWith({ explorer: EXPLORER });
      const { hash, reference } = await pay();
      const url = `https://explorer.example.com/tx/${hash}`;
      expect(await side.progressOf(reference)).to.deep.equal({
        isFinal: false,
        confirmations: undefined,
        transaction: hash,
        url,
      });
      await rig.node.mine(3);
      await rig.follow();
      expect(await side.progressOf(reference)).to.deep.equal({
        isFinal: true,
        confirmations: undefined,
        transaction: hash,
        url,
      });
    });

    it('is counted in blocks on top, where those make it final', async () => {
      const side = sideWith({ finality: 5 });
      const { hash, reference } = await pay();
      const confirmations = async () => (await side.progressOf(reference))?.confirmations;
      expect(await confirmations()).to.deep.equal({ have: 0, of: 5 });
      await rig.node.mine();
      await rig.follow();
      expect(await confirmations()).to.deep.equal({ have: 1, of: 5 });
      await rig.node.mine(9);
      await rig.follow();
      expect(await side.progressOf(reference)).to.deep.equal({
        isFinal: true,
        confirmations: { have: 5, of: 5 },
        transaction: hash,
        url: undefined,
      });
    });

    it('begins again when a reorganisation takes the transaction out', async () => {
      const side = sideWith({ finality: 5 });
      const { reference } = await pay();
      await rig.node.mine();
      await rig.follow();
      await rig.node.call('anvil_reorg', 2, []);
      await rig.node.mine();
      await rig.follow();
      expect(await side.progressOf(reference)).to.deep.include({
        isFinal: false,
        confirmations: { have: 0, of: 5 },
      });
    });

    it('is unknown for what was never seen, or is on no chain of the configuration', async () => {
      const { hash, reference } = await pay();
      expect(await sideWith().progressOf(`Polygon:${hash}:1`)).to.equal(undefined);
      expect(await sideWith().progressOf('nonsense')).to.equal(undefined);
      expect(await sideWith({ network: 'Base' }).progressOf(reference)).to.equal(undefined);
    });
  });
});

describe('the example of CHAINS_FILE', () => {
  const chains = readChainsFile(
    fileURLToPath(new URL('../../../docs/rails/chains.example.json', import.meta.url)),
  );

  it('is accepted, and asks two of three endpoints on each chain', () => {
    expect(chains.map(({ network, chainId }) => [network, chainId])).to.deep.equal([
      ['Ethereum', 1],
      ['Arbitrum', 42_161],
      ['Polygon', 137],
      ['Base', 8_453],
    ]);
    for (const { endpoints, agree, explorer } of chains) {
      expect([endpoints.length, agree]).to.deep.equal([3, 2]);
      expect(endpoints.every((url) => new URL(url).host.endsWith('.example.com'))).to.equal(true);
      expect(explorer).to.match(/^https:\/\/.*\{hash\}$/);
    }
  });
});

describe('the explorer of CHAINS_FILE', () => {
  const parse = (explorer: string) => () => {
    const tokens = { USDC: { address: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831' } };
    const file = writeChainsFile([chainEntry({ endpoints: ['https://rpc.example.com'], tokens, explorer })]);
    try {
      return readChainsFile(file.path);
    } finally {
      file.remove();
    }
  };

  it('is linked for payers, so it must be https and have a place for the hash', () => {
    expect(parse(EXPLORER)).not.to.throw();
    for (const wrong of [
      'http://explorer.example.com/{hash}',
      'https://explorer.example.com/',
      'javascript:{hash}',
    ]) {
      expect(parse(wrong), wrong).to.throw('.explorer must be an https URL');
    }
  });
});
