import { connect, type Database, type Trx } from '../../../src/db/connect.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { auditChain, type ChainAudit } from '../../../src/methods/providers/evm/audit/audit.ts';
import { createChain, type Chain } from '../../../src/methods/providers/evm/chain/chain.ts';
import { createChecks } from '../../../src/methods/providers/evm/chain/check.ts';
import { parseChains } from '../../../src/methods/providers/evm/chain/chains-file.ts';
import {
  listChains,
  resumeChain,
  type ChainRow,
} from '../../../src/methods/providers/evm/follower/chain-repository.ts';
import { createFollower } from '../../../src/methods/providers/evm/follower/follower.ts';
import { createReporter } from '../../../src/methods/providers/evm/follower/reporter.ts';
import type { Report, ReportedDeposit } from '../../../src/methods/providers/provider.ts';
import type { Worker } from '../../../src/lib/work/claim-worker.ts';
import { chainEntry, chainsJson } from '../../../test/support/chain/chains-file.ts';
import { startNode, type TestNode } from '../../../test/support/chain/node.ts';
import { deployFiatToken, type TestToken } from '../../../test/support/chain/tokens.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';

/** A chain with a token, and a follower with its own database. */
export interface ChainRig {
  node: TestNode;
  token: TestToken;
  database: TestDatabase;
  db: Database;
  chain: Chain;
  follower: Worker;
  /** What was reported, in order. */
  reports: ReportedDeposit[];
  /** Makes an address ours. */
  own(address: string): Promise<void>;
  /** Another process that follows the same chain, through its own endpoints. */
  watcher(): Worker;
  audit(): Promise<ChainAudit>;
  /** What `payments chains resume` does. */
  resume(fromBlock?: number): Promise<void>;
  /** What was logged as an error. */
  alarms: { message: string; [fact: string]: unknown }[];
  /** What was reported, as `1.5 final`. */
  told(): string[];
  /** The references of what was reported as final. */
  finals(): string[];
  /** Reports that cannot be taken in. */
  refuse: ((deposit: ReportedDeposit) => boolean) | undefined;
  rows(): Promise<Record<string, unknown>[]>;
  /** How many blocks of the node's are not read yet. */
  lag(): Promise<{ lag: number }>;
  /** Moves the deployment's clock on. */
  advance(seconds: number): Promise<void>;
  state(): Promise<ChainRow>;
  /** Follows the chain to its head, and reports what it found. */
  follow(): Promise<void>;
  close(): Promise<void>;
}

export interface RigOptions {
  finality?: 'finalized' | { confirmations: number };
  /** Instead of the node itself, how many must agree among which endpoints. */
  endpoints?: (url: string) => Promise<string[]> | string[];
  agree?: number;
  pollSeconds?: number;
}

export async function openChainRig({
  endpoints = (url) => [url],
  agree = 1,
  finality = 'finalized',
  pollSeconds = 1,
}: RigOptions = {}): Promise<ChainRig> {
  const [database, node] = await Promise.all([createTestDatabase(), startNode()]);
  const token = await deployFiatToken(node, 'USDC');
  const db = connect({ connectionString: database.url, maxTransactions: 10, logger: createLogger('silent') });
  const entry = chainEntry({
    network: 'Polygon',
    endpoints: await endpoints(node.url),
    agree,
    finality,
    poll_seconds: pollSeconds,
    tokens: { USDC: { address: token.address } },
  });
  const [config] = parseChains(chainsJson([entry]));
  if (!config) throw new Error('there is no chain');
  const chain = createChain(config);
  const alarms: ChainRig['alarms'] = [];
  const logger = createLogger((process.env['TEST_LOG_LEVEL'] ?? 'silent') as 'silent');
  const log = logger.error.bind(logger);
  logger.error = (message, facts) => {
    alarms.push({ message, ...facts });
    log(message, facts);
  };
  const checked = createChecks();
  const follower = createFollower({ db, logger, chains: [chain], checked });
  const reports: ReportedDeposit[] = [];
  const reporter = createReporter({
    db,
    logger,
    network: config.network,
    takeIn: (_trx: Trx, told: readonly Report[]) => {
      const deposits = told.map((report) => {
        if (report.type !== 'deposit') throw new Error(`nobody expects a ${report.type}`);
        return report.deposit;
      });
      // One that is refused undoes them all.
      if (deposits.some((deposit) => rig.refuse?.(deposit)))
        return Promise.reject(new Error('it cannot be taken in'));
      reports.push(...deposits);
      return Promise.resolve();
    },
  });
  let owned = 0;
  const rig: ChainRig = {
    alarms,
    refuse: undefined,
    told: () => reports.map(({ amount, final }) => `${amount.toFixed()} ${final ? 'final' : 'seen'}`),
    finals: () => reports.filter(({ final }) => final).map(({ providerReference }) => providerReference),
    rows: () =>
      database.query('select * from evm_transfers order by block_number, transaction_hash, position'),
    async lag() {
      const head = Number(await node.call('eth_blockNumber'));
      return { lag: head - Number((await rig.state()).seenBlock) };
    },
    async advance(seconds) {
      await database.query(`update service_clock set advanced_by = advanced_by + $1 * interval '1 second'`, [
        seconds,
      ]);
    },
    node,
    token,
    database,
    db,
    chain,
    follower,
    reports,
    async own(address) {
      await database.query(
        'insert into evm_addresses (address, index, issued_for, created_at) values ($1, $2, $1, now())',
        [address.toLowerCase(), owned++],
      );
    },
    watcher: () => createFollower({ db, logger, chains: [createChain(config)], checked: createChecks() }),
    audit: () => auditChain(db, checked, chain),
    async resume(fromBlock) {
      const before = fromBlock === undefined ? undefined : fromBlock - 1;
      await db.transaction((trx) => resumeChain(trx, config.network, before));
    },
    async state() {
      const [row] = await listChains(db.read, { networks: [config.network] });
      if (!row) throw new Error('the chain was never followed');
      return row;
    },
    async follow() {
      await database.query(`update evm_chains set due_at = service_now()`);
      await follower.runOnce();
      while ((await reporter.runOnce()) > 0);
    },
    async close() {
      await db.close();
      await Promise.all([database.drop(), node.stop()]);
    },
  };
  return rig;
}
