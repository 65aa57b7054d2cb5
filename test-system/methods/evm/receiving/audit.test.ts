import { expect } from 'chai';
import {
  readBalances,
  readCoins,
  MAX_ADDRESSES,
} from '../../../../src/methods/providers/evm/chain/balances.ts';
import { createChain } from '../../../../src/methods/providers/evm/chain/chain.ts';
import { createAuditor } from '../../../../src/methods/providers/evm/audit/auditor.ts';
import { createChecks } from '../../../../src/methods/providers/evm/chain/check.ts';
import type { Logger, LogFields } from '../../../../src/lib/logger.ts';
import { parseChains } from '../../../../src/methods/providers/evm/chain/chains-file.ts';
import { createWorkers } from '../../../../src/composition/index.ts';
import { createMetrics } from '../../../../src/lib/metrics.ts';
import { createLink } from '../../../../test/payment-links/links.ts';
import { chainEntry, TEST_XPUB, writeChainsFile } from '../../../../test/support/chain/chains-file.ts';
import { deploy } from '../../../../test/support/chain/contracts.ts';
import {
  startFaultyEndpoint,
  withoutLogs,
  type FaultyEndpoint,
} from '../../../../test/support/chain/faulty-endpoint.ts';
import { startNode, type TestNode } from '../../../../test/support/chain/node.ts';
import { deployFiatToken, walletAt, type TestToken } from '../../../../test/support/chain/tokens.ts';
import { runPayments } from '../../../../test/support/processes/command.ts';
import { addTwoOperators } from '../../../../test/operators/two-operators.ts';
import { startService, type TestAccount, type TestService } from '../../../../test/support/service.ts';

const PAYER = walletAt(2);
const HUNDRED = 100_000_000n;

describe('what addresses hold', () => {
  let node: TestNode;
  let token: TestToken;
  let endpoint: FaultyEndpoint;
  let service: TestService;
  let account: TestAccount;
  let file: { path: string; remove: () => void };

  before(async () => {
    node = await startNode();
    token = await deployFiatToken(node, 'MXNB');
    await token.mint(PAYER.address, 10n ** 15n);
    endpoint = await startFaultyEndpoint(node.url);
    const tokens = { MXNB: { address: token.address } };
    file = writeChainsFile([chainEntry({ endpoints: [`${endpoint.url}s3cr3tkey`], tokens })]);
    service = await startService({ CHAINS_FILE: file.path, CHAIN_XPUB: TEST_XPUB });
    await service.database.query(`update payment_methods set provider = 'evm' where method = 'MXNB'`);
    account = await service.createAccount();
  });
  after(async () => {
    await service?.close();
    await endpoint?.close();
    await node?.stop();
    file?.remove();
  });
  beforeEach(() => endpoint.heal());

  const settle = async (): Promise<void> => {
    await node.mine(3);
    await service.database.query('update evm_chains set due_at = service_now() where halted_at is null');
    await service.workers.rails.runOnce();
    await service.workers.rails.runOnce();
  };
  const payLink = async (units = HUNDRED): Promise<string> => {
    const link = await createLink(account.api, { accepted_methods: ['MXNB'], amount: '100' });
    const { address } = link.methods[0].instructions;
    await token.transfer(PAYER, address, units);
    return address;
  };
  const payments = async (...args: string[]) => {
    const { code, stdout, stderr } = await runPayments(service, ...args, '--json');
    return { code, said: stdout + stderr, result: JSON.parse(stdout) };
  };

  it('is read for 500 addresses with one call, and is what the token tells one by one', async () => {
    const entry = chainEntry({ endpoints: [endpoint.url], tokens: { MXNB: { address: token.address } } });
    const chain = createChain(parseChains(JSON.stringify({ chains: [entry] }))[0]!);
    const addresses = Array.from(
      { length: MAX_ADDRESSES },
      (_, at) => `0x${(at + 1).toString(16).padStart(40, '0')}`,
    );
    await token.transfer(PAYER, addresses[0]!, 7n);
    await token.transfer(PAYER, addresses[499]!, 9n);
    const block = Number(await node.call('eth_blockNumber'));
    await token.transfer(PAYER, addresses[1]!, 1n);
    endpoint.calls.length = 0;
    const of = (contract: string, asked: readonly string[]) =>
      readBalances(chain, { contract, addresses: asked, block }, AbortSignal.timeout(10_000));
    const balances = await of(token.address, addresses);
    expect(endpoint.calls.filter(({ method }) => method === 'eth_call')).to.have.length(1);
    expect(balances).to.deep.equal([7n, ...Array.from({ length: 498 }, () => 0n), 9n]);
    expect(await of(token.address, [PAYER.address])).to.deep.equal([
      (await token.balanceOf(PAYER.address)) + 1n,
    ]);
    expect(await of(token.address, [])).to.deep.equal([]);
    const coin = `0x${'7'.repeat(40)}`;
    await node.call('anvil_setBalance', coin, '0x1bc16d674ec80000');
    const coins = await readCoins(
      chain,
      {
        addresses: [addresses[9]!, coin, ...addresses.slice(0, 498)],
        block: Number(await node.call('eth_blockNumber')),
      },
      AbortSignal.timeout(10_000),
    );
    expect(coins).to.have.length(500);
    expect(coins[1]).to.equal(2_000_000_000_000_000_000n);
    expect(coins[0]).to.equal(BigInt(await node.call('eth_getBalance', addresses[9]!, 'latest')));
    // What is no token does not tell balances, rather than zeros.
    const nothing = await deploy(node, 'Nothing');
    for (const contract of [nothing.address, `0x${'12'.repeat(20)}`]) {
      expect(String(await of(contract, addresses.slice(0, 2)).catch((error: unknown) => error))).to.include(
        'refused',
      );
    }
  });

  it('is read for 500 addresses one by one, where the chain has no Multicall3', async () => {
    const bare = await startNode({ multicall: false });
    const watched = await startFaultyEndpoint(bare.url);
    try {
      const its = await deployFiatToken(bare, 'MXNB');
      const entry = chainEntry({ endpoints: [watched.url], tokens: { MXNB: { address: its.address } } });
      const chain = createChain(parseChains(JSON.stringify({ chains: [entry] }))[0]!);
      const addresses = Array.from(
        { length: MAX_ADDRESSES },
        (_, at) => `0x${(at + 1).toString(16).padStart(40, '0')}`,
      );
      await its.mint(addresses[0]!, 7n);
      await its.mint(addresses[499]!, 9n);
      const block = Number(await bare.call('eth_blockNumber'));
      await its.mint(addresses[1]!, 1n);
      const of = (contract: string, asked: readonly string[]) =>
        readBalances(chain, { contract, addresses: asked, block }, AbortSignal.timeout(30_000));
      const none = Array.from({ length: 498 }, () => 0n);
      expect(await of(its.address, addresses)).to.deep.equal([7n, ...none, 9n]);
      await bare.call('anvil_setBalance', addresses[3]!, '0x1bc16d674ec80000');
      const coins = await readCoins(
        chain,
        { addresses: addresses.slice(2, 5), block: Number(await bare.call('eth_blockNumber')) },
        AbortSignal.timeout(10_000),
      );
      const coinOf = async (address: string) => BigInt(await bare.call('eth_getBalance', address, 'latest'));
      expect(coins).to.deep.equal([
        await coinOf(addresses[2]!),
        2_000_000_000_000_000_000n,
        await coinOf(addresses[4]!),
      ]);
      const nothing = await deploy(bare, 'Nothing');
      for (const contract of [nothing.address, `0x${'12'.repeat(20)}`]) {
        expect(String(await of(contract, addresses.slice(0, 2)).catch((error: unknown) => error))).to.include(
          'refused',
        );
      }
    } finally {
      await watched.close();
      await bare.stop();
    }
  });

  it('is compared to the unit, at a named final block', async () => {
    await payLink();
    await payLink(HUNDRED - 1n);
    await settle();
    const { code, result } = await payments('chains', 'audit');
    expect(code).to.equal(0);
    expect(result).to.deep.equal({
      ok: true,
      data: [
        {
          network: 'Arbitrum',
          ok: true,
          block: Number(await node.call('eth_blockNumber')) - 2,
          addresses: 2,
          assets: [
            { asset: 'MXNB', books: '199.99999900', chain: '199.99999900' },
            { asset: 'ETH', books: '0.00000000', chain: '0.00000000' },
          ],
          hot_wallets: [],
          unexplained: [],
          differences: [],
          acknowledged: [],
        },
      ],
    });
  });

  it('that the books do not know is named, by the command, `ledger verify`, `reconcile` and the daily audit', async () => {
    endpoint.misbehave(withoutLogs((log) => BigInt(log.data as string) === 5n));
    const address = await payLink(5n);
    await settle();
    const difference = {
      address: address.toLowerCase(),
      asset: 'MXNB',
      books: '0.00000000',
      chain: '0.00000500',
    };
    const { code, result } = await payments('chains', 'audit', 'Arbitrum');
    expect(code).to.equal(1);
    const [{ id, ...found }, ...others] = result.data[0].differences;
    expect([found, ...others]).to.deep.equal([difference]);
    const named = { ...difference, id };

    const verified = await payments('ledger', 'verify');
    expect(verified.code).to.equal(1);
    expect(verified.result.discrepancies).to.deep.equal([]);
    expect(verified.result.chains[0].differences).to.deep.equal([named]);

    const period = ['--from', '2020-01-01T00:00:00Z', '--to', '2100-01-01T00:00:00Z'];
    const reconciled = await payments('reconcile', '--provider', 'evm', ...period);
    expect(reconciled.code).to.equal(1);
    expect(reconciled.result.providers[0].differences).to.deep.equal([]);
    expect(reconciled.result.chains[0].differences).to.deep.equal([named]);
    const other = await payments('reconcile', '--provider', 'simulator', ...period);
    expect(other.result).to.not.have.property('chains');

    const logged: [string, LogFields | undefined][] = [];
    const logger = {
      debug() {},
      info() {},
      warn() {},
      error: (message, fields) => logged.push([message, fields]),
    } as Logger;
    const [config] = parseChains(
      JSON.stringify({
        chains: [chainEntry({ endpoints: [endpoint.url], tokens: { MXNB: { address: token.address } } })],
      }),
    );
    const { db } = service.foundation;
    const auditor = createAuditor({ db, logger, chains: [createChain(config!)], checked: createChecks() });
    expect(await auditor.runOnce(), 'it was made today').to.equal(0);
    await service.database.query(`update service_clock set advanced_by = advanced_by + interval '25 hours'`);
    expect(await auditor.runOnce()).to.equal(1);
    expect(await auditor.runOnce()).to.equal(0);
    expect(logged).to.have.length(1);
    expect(logged[0]![0]).to.include('chain audit found differences');
    expect(logged[0]![1]?.['differences']).to.deep.equal([difference]);

    // Two operators know it; the daily audit is quiet about it, too.
    const { ana, bruno, json } = await addTwoOperators(service);
    const why = ['--reason', 'Sent by the foundry', '--evidence', 'Ticket 4711'];
    const request = await json(ana, 'differences', 'acknowledge', id, ...why);
    await json(bruno, 'approvals', 'approve', request.id);
    const { result: known } = await payments('ledger', 'verify');
    expect(known).to.include({ ok: true });
    expect(known.chains[0]).to.deep.include({
      differences: [],
      acknowledged: [{ ...named, acknowledged_by: request.id }],
    });
    const { differences } = service.foundation;
    const knowing = createAuditor({
      ...{ db, logger, chains: [createChain(config!)], checked: createChecks() },
      differences,
    });
    await service.database.query(`update service_clock set advanced_by = advanced_by + interval '25 hours'`);
    expect(await knowing.runOnce()).to.equal(1);
    expect(logged).to.have.length(1);

    // An operator who has found the fault reads the blocks again.
    endpoint.heal();
    const { result: resumed } = await payments('chains', 'resume', 'Arbitrum', '--from-block', '1');
    expect(resumed).to.include({ network: 'Arbitrum', halted_at: null, final: null });
    await settle();
    expect((await payments('ledger', 'verify')).result).to.deep.include({ ok: true, discrepancies: [] });
  });

  it('that the chain has not is named, too', async () => {
    await payLink();
    await settle();
    const [row] = await service.database.query(
      `update evm_transfers set amount = amount + 1 where ctid = (select ctid from evm_transfers limit 1)
       returning recipient, amount`,
    );
    const { result } = await payments('ledger', 'verify');
    expect(result.chains[0].differences.map(({ address }: any) => address)).to.deep.equal([
      row!['recipient'],
    ]);
    expect(result.discrepancies.map(({ check }: any) => check)).to.deep.equal([
      'every final transfer on chain is a deposit',
    ]);
    await service.database.query('update evm_transfers set amount = amount - 1 where recipient = $1', [
      row!['recipient'],
    ]);
    expect((await payments('ledger', 'verify')).code).to.equal(0);
  });

  const ALTERED: Record<string, { alter: string; mend: string }> = {
    'where it went to': {
      alter: `destination = '${PAYER.address}'`,
      mend: `destination = was.destination`,
    },
    'who sent it': {
      alter: `payer = payer || '{"source_address": "0x00"}'`,
      mend: 'payer = was.payer',
    },
    'its transaction': {
      alter: `payer = payer || '{"transaction_hash": "0x00"}'`,
      mend: 'payer = was.payer',
    },
    'its network': { alter: `network = 'Polygon'`, mend: 'network = was.network' },
  };
  for (const [what, { alter, mend }] of Object.entries(ALTERED)) {
    it(`is proven by each transfer: \`ledger verify\` names a deposit that differs in ${what}`, async () => {
      await payLink();
      await settle();
      const where = `where provider = 'evm' and status = 'credited'`;
      await service.database.query(`create table was as select * from deposits ${where}`);
      await service.database.query(
        `update deposits set ${alter} ${where} and id = (select id from was order by created_at desc limit 1)`,
      );
      const { result } = await payments('ledger', 'verify');
      await service.database.query(
        `update deposits d set ${mend} from was where was.id = d.id; drop table was`,
      );
      expect(result.discrepancies.map(({ check }: any) => check)).to.deep.equal([
        'every final transfer on chain is a deposit',
      ]);
      expect((await payments('ledger', 'verify')).code).to.equal(0);
    });
  }

  it('is not called right when nobody can tell', async () => {
    endpoint.misbehave(() => ({ status: 503 }));
    const { code, said, result } = await payments('chains', 'audit');
    expect(code).to.equal(1);
    expect(result.data[0].error).to.include('responded with 503');
    expect(said).to.not.include('s3cr3tkey');
  });

  describe('`payments chains status`', () => {
    it('says how far each chain is, and how each endpoint does', async () => {
      await settle();
      const head = Number(await node.call('eth_blockNumber'));
      const { result, said } = await payments('chains', 'status');
      expect(said).to.not.include('s3cr3tkey');
      const [given] = await service.database.query('select count(*)::integer as count from evm_addresses');
      expect(result.addresses).to.equal(given!['count']);
      expect(result.data).to.have.length(1);
      expect(result.data[0]).to.deep.include({
        ...{ network: 'Arbitrum', chain_id: 31_337, state: 'following', error: null, halted_at: null },
        ...{ head, seen: head, final: head - 2, lag: 0, agree: 1 },
        endpoints: [
          {
            endpoint: new URL(endpoint.url).host,
            ...{ responds: true, head, final: head - 2, agrees: true, error: null },
          },
        ],
      });
      await node.mine(7);
      expect((await payments('chains', 'status')).result.data[0]).to.include({ head: head + 7, lag: 7 });
    });

    it('says what is wrong with an endpoint', async () => {
      endpoint.misbehave(() => ({ status: 429 }));
      const [silent] = (await payments('chains', 'status')).result.data[0].endpoints;
      expect(silent).to.include({ responds: false, agrees: null, head: null });
      expect(silent.error).to.include('responded with 429');
      endpoint.misbehave((method) => (method === 'eth_chainId' ? { change: () => '0x1' } : undefined));
      const [other] = (await payments('chains', 'status')).result.data[0].endpoints;
      expect(other).to.include({ responds: true, agrees: false, error: 'it serves chain 1, not 31337' });
      endpoint.misbehave((method, [block]) =>
        method === 'eth_getBlockByNumber' && block !== 'finalized'
          ? { change: (result) => ({ ...result, hash: `0x${'ee'.repeat(32)}` }) }
          : undefined,
      );
      const [contradicting] = (await payments('chains', 'status')).result.data[0].endpoints;
      expect(contradicting).to.include({ responds: true, agrees: false });
      expect(contradicting.error).to.match(/^its block \d+ is not the one that was followed as final$/);
    });

    it('shows what was set aside and what could not be taken in, and the metrics count both', async () => {
      const address = await payLink();
      await settle();
      await token.mint(address, 10n ** 29n);
      await settle();
      const metrics = createMetrics();
      createWorkers({ ...service.foundation, metrics });
      const counted = async () =>
        Number(/^payments_chain_transfers_set_aside (\S+)$/m.exec(await metrics.expose())?.[1]);
      expect(await counted()).to.equal(1);
      const [aside, ...others] = (await payments('chains', 'status')).result.data[0].not_taken_in;
      expect(others).to.deep.equal([]);
      expect(aside).to.include({
        asset: 'MXNB',
        amount: `1${'0'.repeat(23)}`,
        recipient: address,
        is_set_aside: true,
        error: 'No deposit can be 1000000000000 or more.',
      });
      expect(aside.transfer).to.match(/^Arbitrum:0x[0-9a-f]{64}:[0-9]$/);
      // The link's own row, as if taking it in failed.
      await service.database.query(
        `update evm_transfers set report_at = service_now() + interval '1 hour', last_error = 'no'
          where recipient = $1 and status = 'final'`,
        [address.toLowerCase()],
      );
      expect(await counted()).to.equal(2);
      const { result } = await payments('chains', 'status');
      expect(result.data[0].not_taken_in.map((one: any) => [one.is_set_aside, one.error])).to.deep.equal([
        [false, 'no'],
        [true, 'No deposit can be 1000000000000 or more.'],
      ]);
      const { stdout } = await runPayments(service, 'chains', 'status');
      expect(stdout).to.include('not_taken_in').and.to.include('No deposit can');
      await service.database.query(
        'update evm_transfers set report_at = service_now() where report_at is not null',
      );
      await settle();
      expect(await counted()).to.equal(1);
    });

    it('says why a chain is halted, and `chains resume` lets it go on', async () => {
      await settle();
      await node.call('anvil_reorg', 6, []);
      await settle();
      const { result } = await payments('chains', 'status');
      expect(result.data[0]).to.include({ state: 'halted' });
      expect(result.data[0].error).to.include('payments chains resume Arbitrum');
      const final = result.data[0].final as number;
      const beyond = await payments('chains', 'resume', 'Arbitrum', '--from-block', String(final + 10));
      expect(beyond.code).to.equal(1);
      expect(beyond.result.error.message).to.include('must be a block of Arbitrum that was already read');
      const { code } = await payments('chains', 'resume', 'Arbitrum', '--from-block', String(final - 8));
      expect(code).to.equal(0);
      await settle();
      expect((await payments('chains', 'status')).result.data[0]).to.include({
        state: 'following',
        error: null,
      });
    });

    it('names the networks there are for one that is not', async () => {
      for (const command of ['audit', 'resume']) {
        const { code, result } = await payments('chains', command, 'Base');
        expect(code).to.equal(1);
        expect(result.error.message).to.equal('CHAINS_FILE has no network Base. It has: Arbitrum.');
      }
    });
  });
});

describe('`payments chains`', () => {
  it('says what to set when there are no chains', async () => {
    const service = await startService();
    try {
      const { code, stderr } = await runPayments(service, 'chains', 'status');
      expect(code).to.equal(1);
      expect(stderr).to.equal('This deployment follows no chains: set CHAINS_FILE and CHAIN_XPUB.\n');
    } finally {
      await service.close();
    }
  });
});
