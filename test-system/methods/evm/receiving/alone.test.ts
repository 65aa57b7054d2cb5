import { expect } from 'chai';
import { connect, type Database } from '../../../../src/db/connect.ts';
import type { Loop } from '../../../../src/lib/work/loop.ts';
import { createLogger } from '../../../../src/lib/logger.ts';
import { parseChains } from '../../../../src/methods/providers/evm/chain/chains-file.ts';
import { createEvm } from '../../../../src/methods/providers/evm/evm.ts';
import type { Report } from '../../../../src/methods/providers/provider.ts';
import { chainEntry, chainsJson, TEST_XPUB } from '../../../../test/support/chain/chains-file.ts';
import { startFaultyEndpoint, type FaultyEndpoint } from '../../../../test/support/chain/faulty-endpoint.ts';
import { startNode, type TestNode } from '../../../../test/support/chain/node.ts';
import { deployFiatToken, walletAt, type TestToken } from '../../../../test/support/chain/tokens.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { until } from '../../../../test/support/poll.ts';

const PAYER = walletAt(2);
const OURS = walletAt(10).address;

/** What becomes of one chain is no other's business: all of them run here as in a service. */
describe('a chain waits alone', () => {
  let nodes: TestNode[] = [];
  let tokens: TestToken[] = [];
  let endpoint: FaultyEndpoint;
  let database: TestDatabase;
  let db: Database;
  let loops: Loop[] = [];
  let held: (() => void)[] = [];
  let isHeld = false;
  const told: { network: string | null; final: boolean }[] = [];

  before(async () => {
    nodes = await Promise.all([startNode(), startNode({ chainId: 80_002 })]);
    tokens = await Promise.all(nodes.map((node) => deployFiatToken(node, 'USDC')));
    for (const token of tokens) await token.mint(PAYER.address, 10n ** 12n);
    endpoint = await startFaultyEndpoint(nodes[0]!.url);
    database = await createTestDatabase();
    const logger = createLogger('silent');
    db = connect({ connectionString: database.url, maxTransactions: 10, logger });
    const chains = parseChains(
      chainsJson([
        chainEntry({ endpoints: [endpoint.url], tokens: { USDC: { address: tokens[0]!.address } } }),
        chainEntry({
          network: 'Polygon',
          chain_id: 80_002,
          endpoints: [nodes[1]!.url],
          tokens: { USDC: { address: tokens[1]!.address } },
        }),
      ]),
    );
    await database.query(
      `insert into evm_addresses (address, index, issued_for, created_at) values ($1, 1, 'test', now())`,
      [OURS.toLowerCase()],
    );
    const evm = createEvm({ db, logger, chains, xpub: TEST_XPUB, keys: undefined });
    const takeIn = async (_trx: unknown, reports: readonly Report[]): Promise<void> => {
      for (const report of reports) {
        if (report.type !== 'deposit') continue;
        const { network, final } = report.deposit;
        if (isHeld && network === 'Arbitrum') await new Promise<void>((resolve) => held.push(resolve));
        told.push({ network, final });
      }
    };
    loops = (evm.background?.(takeIn) ?? []).map((worker) => worker.start());
  });
  afterEach(() => {
    endpoint.heal();
    isHeld = false;
    held.splice(0).forEach((release) => release());
    told.length = 0;
  });
  after(async () => {
    held.forEach((release) => release());
    await Promise.all(loops.map((loop) => loop.stop()));
    await db?.close();
    await Promise.all([database?.drop(), endpoint?.close(), ...nodes.map((node) => node.stop())]);
    [nodes, tokens, loops, held] = [[], [], [], []];
  });

  const pay = async (place: 0 | 1): Promise<void> => {
    await tokens[place]!.transfer(PAYER, OURS, 1n);
    await nodes[place]!.mine(3);
  };
  const polygonIsTold = () =>
    until(() => told.some(({ network, final }) => network === 'Polygon' && final), {
      what: 'Polygon is told',
      timeoutMs: 12_000,
    });

  it('when its endpoints do not answer', async () => {
    endpoint.misbehave(() => 'timeout');
    await pay(1);
    await polygonIsTold();
  });

  it('when what it brings takes long to be taken in', async () => {
    isHeld = true;
    await pay(0);
    await until(() => held.length > 0, { what: 'one is being taken in' });
    await pay(1);
    await polygonIsTold();
    expect(told.every(({ network }) => network === 'Polygon')).to.equal(true);
  });

  it('when it is halted', async () => {
    await nodes[0]!.call('anvil_reorg', 6, []);
    const state = async () =>
      (await database.query(`select halted_at from evm_chains where network = 'Arbitrum'`))[0];
    await until(async () => (await state())?.['halted_at'] !== null, { what: 'it is halted' });
    await pay(1);
    await polygonIsTold();
  });
});
