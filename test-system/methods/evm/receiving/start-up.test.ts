import { HDKey } from '@scure/bip32';
import { expect } from 'chai';
import { StartupError } from '../../../../src/lib/errors/errors.ts';
import type { Provider } from '../../../../src/methods/providers/provider.ts';
import {
  chainEntry,
  TEST_SEED,
  TEST_XPUB,
  writeChainsFile,
  type ChainEntry,
} from '../../../../test/support/chain/chains-file.ts';
import { deploy } from '../../../../test/support/chain/contracts.ts';
import {
  startFaultyEndpoint,
  when,
  type FaultyEndpoint,
} from '../../../../test/support/chain/faulty-endpoint.ts';
import { startNode, type TestNode } from '../../../../test/support/chain/node.ts';
import { deployFiatToken, type TestToken } from '../../../../test/support/chain/tokens.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { buildPrograms, runProgram } from '../../../../test/support/processes/program.ts';
import { runningOn } from '../../../../test/support/service.ts';

describe('the start with chains', () => {
  let node: TestNode;
  let token: TestToken;
  let endpoint: FaultyEndpoint;
  let database: TestDatabase;
  const removals: (() => void)[] = [];

  before(async () => {
    node = await startNode();
    token = await deployFiatToken(node, 'USDC');
    endpoint = await startFaultyEndpoint(node.url);
  });
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    endpoint.heal();
    await database.drop();
    removals.splice(0).forEach((remove) => remove());
  });
  after(async () => {
    await endpoint?.close();
    await node?.stop();
  });

  const fileOf = (chain: Partial<ChainEntry> = {}): string => {
    const tokens = { USDC: { address: token.address } };
    const file = writeChainsFile([
      chainEntry({ endpoints: [node.url, endpoint.url], agree: 2, tokens, ...chain }),
    ]);
    removals.push(file.remove);
    return file.path;
  };
  const running = (chain: Partial<ChainEntry> = {}, xpub = TEST_XPUB) =>
    runningOn(database, { CHAINS_FILE: fileOf(chain), CHAIN_XPUB: xpub });
  /** What a start says; undefined when it goes on. */
  const start = async (chain: Partial<ChainEntry> = {}, xpub = TEST_XPUB): Promise<string | undefined> => {
    const refused = (error: unknown): string => {
      expect(error).to.be.instanceOf(StartupError);
      const { message } = error as Error;
      expect(message).to.not.include('\n');
      return message;
    };
    let service;
    try {
      service = await running(chain, xpub);
    } catch (error) {
      return refused(error);
    }
    try {
      const evm = service.foundation.rails.evm as Provider;
      await evm.requireReady?.(AbortSignal.timeout(10_000));
      return undefined;
    } catch (error) {
      return refused(error);
    } finally {
      await service.close();
    }
  };

  it('succeeds when the chain is what the file says', async () => {
    expect(await start()).to.equal(undefined);
  });

  it('stops when an endpoint serves another chain', async () => {
    endpoint.misbehave(when('eth_chainId', { change: () => '0x1' }));
    expect(await start()).to.match(
      /^CHAINS_FILE: 127\.0\.0\.1:\d+ serves chain 1, but Arbitrum is chain 31337\.$/,
    );
  });

  it('goes on when enough endpoints serve the chain, and stops when enough agree on another', async () => {
    const others = await Promise.all([startFaultyEndpoint(node.url), startFaultyEndpoint(node.url)]);
    const elsewhere = when('eth_chainId', { change: () => '0x1' });
    try {
      const endpoints = [endpoint.url, ...others.map(({ url }) => url)];
      endpoint.misbehave(elsewhere);
      expect(await start({ endpoints, agree: 2 })).to.equal(undefined);
      expect(await start({ endpoints, agree: 1 })).to.include('serves chain 1, but Arbitrum is chain 31337');
      // One that is away may still be right.
      others[0].misbehave(() => ({ status: 503 }));
      expect(await start({ endpoints, agree: 2 })).to.equal(undefined);
      others[0].misbehave(elsewhere);
      expect(await start({ endpoints, agree: 2 })).to.match(/(127\S+ serves chain 1, ){2}but Arbitrum/);
    } finally {
      await Promise.all(others.map((other) => other.close()));
    }
  });

  it('does not stop because one endpoint contradicts another about a token while a third is away', async () => {
    const others = await Promise.all([startFaultyEndpoint(node.url), startFaultyEndpoint(node.url)]);
    try {
      const endpoints = [endpoint.url, ...others.map(({ url }) => url)];
      endpoint.misbehave(when('eth_call', { error: { code: 3, message: 'execution reverted' } }));
      others[0].misbehave(() => ({ status: 503 }));
      expect(await start({ endpoints, agree: 2 })).to.equal(undefined);
    } finally {
      await Promise.all(others.map((other) => other.close()));
    }
  });

  it('stops when a token calls itself something else, unless the file says so', async () => {
    const tokens = { MXNB: { address: token.address } };
    expect(await start({ tokens })).to.include(`calls itself USDC, not MXNB`);
    expect(await start({ tokens: { MXNB: { address: token.address, symbol: 'USDC' } } })).to.equal(undefined);
  });

  for (const [symbol, shown] of [
    ['USD₮0', 'USD₮0'],
    ['US\u202eDC\n"', String.raw`US\u202eDC\n\"`],
  ] as const) {
    it(`advises what can be copied for a token that calls itself ${shown}`, async () => {
      const { address } = await deployFiatToken(node, symbol);
      const message = await start({ tokens: { USDT: { address } } });
      expect(message).to.include(`calls itself ${shown}, not USDT`);
      const [, advised = ''] = /"symbol": (".*")\}\.$/.exec(message ?? '') ?? [];
      expect(JSON.parse(advised)).to.equal(symbol);
      expect(await start({ tokens: { USDT: { address, symbol: JSON.parse(advised) } } })).to.equal(undefined);
    });
  }

  it('stops when there is no token, or one with too many decimals', async () => {
    const nothing = await deploy(node, 'Nothing');
    const odd = await deploy(node, 'Fake', ['USDC', 19]);
    const named = (address: string) => start({ tokens: { USDC: { address } } });
    expect(await named(`0x${'12'.repeat(20)}`)).to.include('there is no token at 0x1212');
    expect(await named(nothing.address)).to.include('there is no token at');
    expect(await named(odd.address)).to.include('USDC on Arbitrum has 19 decimals; at most 18');
  });

  it('stops when endpoints contradict each other about a token', async () => {
    endpoint.misbehave((method, [call]) =>
      method === 'eth_call' && call.data === '0x313ce567'
        ? { change: () => `0x${'8'.padStart(64, '0')}` }
        : undefined,
    );
    expect(await start()).to.include('contradict each other about USDC');
  });

  it('stops when the key is a private one, or none', async () => {
    const { privateExtendedKey } = HDKey.fromMasterSeed(TEST_SEED);
    expect(await start({}, privateExtendedKey))
      .to.include('extended private key')
      .and.not.include(privateExtendedKey);
    expect(await start({}, 'xpub6nothing')).to.include('CHAIN_XPUB is not an extended public key');
    expect(await start({}, TEST_XPUB.slice(0, -1))).to.include('CHAIN_XPUB is not an extended public key');
  });

  it('stops when addresses were given out from another key', async () => {
    const other = HDKey.fromMasterSeed(new Uint8Array(32).fill(8)).publicExtendedKey;
    expect(await start({}, other)).to.equal(undefined);
    const service = await running({}, other);
    try {
      const key = { idempotencyKey: 'one', method: 'USDC', kind: 'on_chain', network: 'Arbitrum' } as const;
      const place = await (service.foundation.rails.evm as Provider).issueAtOnce(key);
      await service.foundation.db.transaction((trx) => Promise.resolve(place?.record?.(trx)));
    } finally {
      await service.close();
    }
    expect(await start({}, other)).to.equal(undefined);
    expect(await start()).to.match(/^CHAIN_XPUB is another one than that of the addresses in this database/);
  });

  it('stops when the database knows the chain under another name, or the name as another chain', async () => {
    expect(await start()).to.equal(undefined);
    expect(await start({ network: 'Base' })).to.include(
      'Base is chain 31337, but this database knows Arbitrum as chain 31337',
    );
    expect(await start({ chain_id: 5 })).to.include(
      'Arbitrum is chain 5, but this database knows Arbitrum as chain 31337',
    );
  });

  it('goes on when endpoints are only away; a contradiction found later halts the chain', async () => {
    endpoint.misbehave(() => ({ status: 503 }));
    const tokens = { MXNB: { address: token.address } };
    expect(await start({ tokens })).to.equal(undefined);
    const service = await running({ tokens });
    try {
      const stateOf = async () => (await database.query('select halted_at, last_error from evm_chains'))[0];
      await service.workers.rails.runOnce();
      expect((await stateOf())?.['halted_at']).to.equal(null);
      endpoint.heal();
      await database.query('update evm_chains set due_at = service_now()');
      await service.workers.rails.runOnce();
      const { halted_at, last_error } = (await stateOf()) ?? {};
      expect(halted_at).to.be.instanceOf(Date);
      expect(last_error)
        .to.include('calls itself USDC, not MXNB')
        .and.include('payments chains resume Arbitrum');
    } finally {
      await service.close();
    }
  });

  it('prints one line and ends with 1, as a process', async () => {
    await buildPrograms();
    const environment = {
      DATABASE_URL: database.url,
      CHAIN_XPUB: TEST_XPUB,
      PORT: '0',
      SECRETS_KEY: 'x'.repeat(43) + '=',
    };
    const program = runProgram('build/main.js', [], { ...environment, CHAINS_FILE: fileOf({ chain_id: 7 }) });
    expect(await program.exited).to.equal(1);
    expect(program.stderr()).to.match(
      /^CHAINS_FILE: (127\.0\.0\.1:\d+ serves chain 31337, ){2}but Arbitrum is chain 7\.\n$/,
    );
    const broken = runProgram('build/cli.js', ['chains', 'status'], {
      ...environment,
      CHAINS_FILE: '/nowhere',
    });
    expect(await broken.exited).to.equal(3);
    expect(broken.stderr()).to.equal('CHAINS_FILE cannot be read: /nowhere.\n');
  });
});
