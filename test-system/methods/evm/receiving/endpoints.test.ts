import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createChain, type Chain } from '../../../../src/methods/providers/evm/chain/chain.ts';
import { isChainFailure } from '../../../../src/methods/providers/evm/chain/quorum.ts';
import { createRpcEndpoint } from '../../../../src/methods/providers/evm/chain/rpc.ts';
import { TRANSFER_TOPIC } from '../../../../src/methods/providers/evm/chain/token.ts';
import { parseChains } from '../../../../src/methods/providers/evm/chain/chains-file.ts';
import { chainEntry, chainsJson } from '../../../../test/support/chain/chains-file.ts';
import {
  startFaultyEndpoint,
  withoutLogs,
  type Fault,
  type FaultyEndpoint,
} from '../../../../test/support/chain/faulty-endpoint.ts';
import { walletAt } from '../../../../test/support/chain/tokens.ts';
import { openChainRig, type ChainRig } from '../rig.ts';

const PAYER = walletAt(2);
const OURS = walletAt(10).address;

describe('endpoints of a chain', () => {
  let rig: ChainRig;
  let endpoints: FaultyEndpoint[] = [];
  const open = async (count: number, agree: number): Promise<FaultyEndpoint[]> => {
    rig = await openChainRig({
      agree,
      endpoints: async (url) => {
        endpoints = await Promise.all(Array.from({ length: count }, () => startFaultyEndpoint(url)));
        return endpoints.map((endpoint) => endpoint.url);
      },
    });
    await rig.token.mint(PAYER.address, 10n ** 12n);
    await rig.own(OURS);
    return endpoints;
  };
  afterEach(async () => {
    await rig?.close();
    await Promise.all(endpoints.map((endpoint) => endpoint.close()));
    endpoints = [];
  });
  const payAndSettle = async (units: bigint): Promise<void> => {
    await rig.token.transfer(PAYER, OURS, units);
    await rig.node.mine(3);
  };

  describe('of which one loses logs', () => {
    it('lose deposits when there is only that one, and only the audit tells', async () => {
      const [lossy] = await open(1, 1);
      lossy!.misbehave(withoutLogs((log) => BigInt(log.data as string) === 2n));
      for (const units of [1n, 2n, 3n]) await payAndSettle(units);
      await rig.follow();
      expect(rig.told()).to.deep.equal(['0.000001 final', '0.000003 final']);
      const { ok, differences } = await rig.audit();
      expect(ok).to.equal(false);
      expect(differences).to.deep.equal([
        { address: OURS.toLowerCase(), asset: 'USDC', books: '0.00000400', chain: '0.00000600' },
      ]);
    });

    it('lose none when two of three must agree', async () => {
      const [lossy] = await open(3, 2);
      lossy!.misbehave(withoutLogs(() => true));
      for (const units of [1n, 2n, 3n]) await payAndSettle(units);
      await rig.follow();
      expect(rig.told()).to.have.length(3);
      expect((await rig.audit()).ok).to.equal(true);
    });

    it('stop the chain when two of two must agree, rather than lose one', async () => {
      const [lossy] = await open(2, 2);
      await rig.follow();
      lossy!.misbehave(withoutLogs(() => true));
      await payAndSettle(1n);
      await rig.follow();
      expect(rig.told()).to.deep.equal([]);
      expect((await rig.state()).lastError).to.match(/differs: 127.*\|.*127/);
      lossy!.heal();
      await rig.follow();
      expect(rig.told()).to.deep.equal(['0.000001 final']);
    });
  });

  const FAULTS: Record<string, Fault> = {
    'never answers': 'timeout',
    'rate-limits us (429)': { status: 429 },
    'is overloaded (502)': { status: 502, body: '<html>Bad gateway</html>' },
    'answers no JSON': { text: '<html>' },
    'answers garbage': { text: '[{"id":1}, null, 7]' },
    'answers null': { text: 'null' },
    'answers with nothing': { change: () => undefined },
    'answers with null results': { change: () => null },
    'answers with other types': { change: () => 42 },
    'answers with text': { change: () => 'latest' },
    'answers with empty objects': { change: () => ({}) },
    'answers with a list of nothing': { change: () => [null] },
    'answers with an error that is a text': { text: '{"error":"no","id":1}' },
    'answers other requests': { text: '{"jsonrpc":"2.0","id":-1,"result":"0x10"}' },
    'answers with huge numbers': { change: () => `0x${'f'.repeat(64)}` },
    'serves another chain': {
      change: (result, method) =>
        typeof result === 'object' && method === 'eth_getBlockByNumber'
          ? { ...result, hash: `0x${'ab'.repeat(32)}` }
          : result,
    },
    'is behind': {
      change: (result, method, [block]) => {
        if (method === 'eth_blockNumber') return '0x1';
        if (method === 'eth_getLogs') return [];
        return method === 'eth_getBlockByNumber' && block !== 'finalized' && Number(block) > 1
          ? null
          : result;
      },
    },
    'claims to be ahead': {
      change: (result, method) => (method === 'eth_blockNumber' ? '0xffffff' : result),
    },
    'claims that everything is final': {
      change: (result, method, [block]) =>
        method === 'eth_getBlockByNumber' && block === 'finalized'
          ? { ...result, number: '0xffffff' }
          : result,
    },
    'invents logs': {
      change: (result, method) =>
        method === 'eth_getLogs'
          ? [...result, { ...result[0], logIndex: '0x63', transactionHash: `0x${'cd'.repeat(32)}` }]
          : result,
    },
    'moves logs to another transaction': {
      change: (result, method) =>
        method === 'eth_getTransactionReceipt'
          ? { ...result, logs: [{ logIndex: '0x9' }, ...result.logs] }
          : result,
    },
  };
  for (const [what, fault] of Object.entries(FAULTS)) {
    it(`do their work while one of three ${what}`, async () => {
      const [faulty] = await open(3, 2);
      await payAndSettle(1n);
      // The first is asked first.
      await rig.follow();
      faulty!.misbehave((method) => (method === 'eth_chainId' ? undefined : fault));
      await payAndSettle(2n);
      await rig.follow();
      await payAndSettle(3n);
      await rig.follow();
      expect(rig.finals()).to.have.length(3);
      expect(rig.told().filter((told) => told.endsWith('final'))).to.deep.equal([
        '0.000001 final',
        '0.000002 final',
        '0.000003 final',
      ]);
      expect((await rig.state()).haltedAt).to.equal(null);
    });
  }

  it('do not wait for a silent one more than once', async () => {
    const [silent] = await open(3, 2);
    await rig.follow();
    silent!.misbehave(() => 'timeout');
    await payAndSettle(1n);
    await rig.follow();
    const before = Date.now();
    await payAndSettle(2n);
    await rig.follow();
    expect(Date.now() - before, 'ms').to.be.below(5_000);
    expect(rig.finals()).to.have.length(2);
  });
});

describe('a response of an endpoint', () => {
  let server: ReturnType<typeof createServer>;
  let respond: (method: string) => unknown;
  let chain: Chain;
  const KEY = 'v3rys3cretkey';

  before(async () => {
    server = createServer((request, response) => {
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
        const { id, method } = JSON.parse(Buffer.concat(chunks).toString()) as { id: number; method: string };
        const answer = method === 'eth_chainId' ? { result: '0x7a69' } : respond(method);
        if (answer === 'hang up') request.socket.destroy();
        else if (answer === 'elsewhere') response.writeHead(302, { Location: `/${KEY}` }).end();
        else response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(answer as object) }));
      })();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const entry = chainEntry({
      endpoints: [`http://operator:${KEY}@127.0.0.1:${port}/v2/${KEY}?apikey=${KEY}`],
      tokens: { USDC: { address: `0x${'11'.repeat(20)}` } },
    });
    const [config] = parseChains(chainsJson([entry]));
    chain = createChain(config!);
  });
  after(() => server.close());

  const word = (hex: string) => `0x${hex.padStart(64, '0')}`;
  const HASH = `0x${'ab'.repeat(32)}`;
  const LOG = {
    address: `0x${'11'.repeat(20)}`,
    topics: [TRANSFER_TOPIC, word('22'.repeat(20)), word('33'.repeat(20))],
    data: word('5'),
    transactionHash: HASH,
    blockNumber: '0x2',
    blockHash: HASH,
    logIndex: '0x0',
    removed: false,
  };
  const logsOf = (log: unknown) => {
    respond = (method) => ({
      result: method === 'eth_getLogs' ? [log] : { number: '0x2', hash: HASH, gasLimit: '0x1c9c380' },
    });
    return chain.transfers(1, 2, AbortSignal.timeout(5_000));
  };
  const failureOf = async (call: Promise<unknown>): Promise<Error> => {
    const failure = await call.then(
      (result) => new Error(`it did not fail but returned ${JSON.stringify(result)}`),
      (error: unknown) => error,
    );
    expect(isChainFailure(failure), String((failure as Error).stack)).to.equal(true);
    return failure as Error;
  };

  it('is read when it is right', async () => {
    const { logs } = await logsOf(LOG);
    expect(logs).to.have.length(1);
    expect(logs[0]).to.include({ units: 5n, from: `0x${'22'.repeat(20)}`, blockNumber: 2, logIndex: 0 });
  });

  const GARBAGE = [
    undefined,
    null,
    '',
    '0x',
    '0xzz',
    7,
    true,
    {},
    [],
    '0x123',
    `0x${'f'.repeat(70)}`,
    -1,
    'x',
  ];
  for (const field of Object.keys(LOG).filter((name) => name !== 'removed')) {
    it(`is refused when a log has garbage as its ${field}`, async () => {
      for (const garbage of GARBAGE) {
        // A number of its own can be right for one field and wrong for another.
        if (['blockNumber', 'logIndex'].includes(field) && garbage === '0x123' && field === 'logIndex')
          continue;
        await failureOf(logsOf({ ...LOG, [field]: garbage }));
      }
    });
  }

  it('is refused when it is about something else than was asked for', async () => {
    const [first, from, to] = LOG.topics;
    await failureOf(logsOf({ ...LOG, address: `0x${'99'.repeat(20)}` }));
    await failureOf(logsOf({ ...LOG, blockNumber: '0x3' }));
    // An approval has the same form.
    const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
    await failureOf(logsOf({ ...LOG, topics: [approval, from, to] }));
    await failureOf(logsOf({ ...LOG, topics: [first, from] }));
    await failureOf(logsOf({ ...LOG, topics: [first, from, to, to] }));
    await failureOf(logsOf({ ...LOG, topics: [first, from, `0x01${to!.slice(4)}`] }));
  });

  it('leaves out logs that a reorganisation has removed', async () => {
    expect((await logsOf({ ...LOG, removed: true })).logs).to.deep.equal([]);
  });

  const RECEIPT = {
    status: '0x1',
    gasUsed: '0x5208',
    effectiveGasPrice: '0x3b9aca00',
    blockNumber: '0x2',
    blockHash: HASH,
    logs: [{ logIndex: '0x4' }],
  };
  for (const field of Object.keys(RECEIPT)) {
    it(`is refused when a receipt has garbage as its ${field}`, async () => {
      for (const garbage of GARBAGE) {
        if (field === 'logs' && Array.isArray(garbage)) continue;
        if (garbage === '0x123' && field !== 'blockHash' && field !== 'status' && field !== 'logs') continue;
        respond = () => ({ result: { ...RECEIPT, [field]: garbage } });
        await failureOf(chain.receipt(HASH, AbortSignal.timeout(5_000)));
      }
    });
  }

  it('never has the key of the endpoint in an error', async () => {
    const signal = () => AbortSignal.timeout(5_000);
    const said: (() => unknown)[] = [
      () => ({ error: { code: -32_000, message: `key ${KEY} of /v2/${KEY}?apikey=${KEY} has expired` } }),
      () => ({ error: { code: 429, message: `${KEY} is over its limit` } }),
      () => ({ error: { message: { key: KEY } } }),
      () => 'hang up',
      () => 'elsewhere',
      () => ({ result: { hash: KEY, number: KEY } }),
    ];
    for (const one of said) {
      respond = one;
      const failure = await failureOf(chain.blockHash(2, signal()));
      const told = [failure.message, failure.stack, JSON.stringify(failure), String(failure.cause)].join();
      expect(told).to.include('127.0.0.1');
      expect(told).to.not.include(KEY);
    }
    // Nothing listens there, and unlike port 1, `fetch` does not refuse to try.
    const nowhere = createRpcEndpoint(`http://127.0.0.1:2/${KEY}`);
    const away = await failureOf(nowhere.call('eth_chainId', []));
    expect(away.message).to.equal('127.0.0.1:2 did not respond (ECONNREFUSED)');
    expect((await failureOf(nowhere.call('eth_chainId', [], AbortSignal.abort()))).message).to.include(
      'given up',
    );
  });
});
