import type { Config } from '../config/index.ts';
import { createCredentialService, type CredentialService } from '../credentials/index.ts';
import { isArchiveFailing } from '../db/backup/index.ts';
import {
  connect,
  type Database,
  migrate,
  programName,
  requireCurrent,
  requirePrimary,
  warnOfReplicas,
  withReplicas,
} from '../db/index.ts';
import { startEmbeddedPostgres } from '../db/embedded/index.ts';
import {
  createDepositService,
  createInbox,
  createTolerances,
  createPaymentConversion,
  createRefundQuotes,
  createRefunds,
  type DepositService,
  WRITE_OFF_KINDS,
  type HoldingParts,
  type Inbox,
  type Tolerances,
  type RefundQuotes,
  type Refunds,
  withDebts,
} from '../deposits/index.ts';
import {
  findScreeningSince,
  requireCell,
  requireEnvironment,
  requireSecretsKeys,
  requireSettled,
} from '../deployment/index.ts';
import { createCells, type Cells } from '../cells/index.ts';
import { workFor } from '../lib/cell.ts';
import { createEventRecorder } from '../events/index.ts';
import type { Faults } from '../faults/index.ts';
import { createRunOnce, type RunOnce } from '../idempotency/index.ts';
import { StartupError } from '../lib/errors/errors.ts';
import { Keyring } from '../lib/secrets/keyring.ts';
import type { Logger } from '../lib/logger.ts';
import { createMetrics, type Metrics } from '../lib/metrics.ts';
import { readOrMakeSecretsKey } from '../lib/secrets/secrets-file.ts';
import { type Bank, DECISION_KINDS, waitingKinds } from '../methods/providers/bank/index.ts';
import type { Bitso } from '../methods/providers/bitso/index.ts';
import { createCellRail } from '../methods/providers/cells/index.ts';
import type { Bridge } from '../methods/providers/bridge/index.ts';
import type { Mono } from '../methods/providers/mono/index.ts';
import type { Evm, FindRelease } from '../methods/providers/evm/index.ts';
import { createProviders, type Provider, type Providers } from '../methods/index.ts';
import {
  type Approvals,
  createApprovals,
  createDifferences,
  createOperators,
  DIFFERENCE_KINDS,
  type Differences,
  enrolmentKinds,
  type Operators,
} from '../operators/index.ts';
import { joinScreening, screeningKinds } from '../screening/index.ts';
import {
  type Conversions,
  createConversions,
  createFindRelease,
  createWithdrawals,
  hastenWaiting,
  RELEASE_KINDS,
  resolutionKinds,
  type TransferKinds,
  type Withdrawals,
} from '../transfers/index.ts';
import { configuredPanelBaseUrl } from '../people/index.ts';
import type { Simulator } from '../methods/providers/simulator/index.ts';
import { ADJUSTMENT_KINDS } from '../ledger/index.ts';
import { createRebalancingKind, LIQUIDITY_KINDS } from '../liquidity/index.ts';
import { createQuoteService, type QuoteService } from '../payment-links/index.ts';
import { insertEventsWithDeliveries } from '../webhooks/index.ts';

const MAX_TRANSACTIONS = 16;
/** For all WORKERS together: far more than a database works on at once, and within its connection limit. */
const MAX_TRANSACTIONS_TOGETHER = 128;

/** What the server, the workers and the command line all build on. */
export interface Foundation {
  config: Config;
  logger: Logger;
  metrics: Metrics;
  db: Database;
  keyring: Keyring;
  cells: Cells;
  runOnce: RunOnce;
  credentials: CredentialService;
  operators: Operators;
  /** Requests of one operator that another must approve. */
  approvals: Approvals;
  differences: Differences;
  providers: Providers;
  /** In the test environment only (D25). */
  simulator: Simulator | undefined;
  /** In the test environment only. */
  faults: Faults | undefined;
  /** Undefined when no chains are configured. */
  evm: Evm | undefined;
  /** Undefined when there is no account at Bitso. */
  bank: Bank | undefined;
  bitso: Bitso | undefined;
  /** Undefined when there is no account at Mono. */
  mono: Mono | undefined;
  quotes: QuoteService;
  deposits: DepositService;
  /** What taking in deposits needs. */
  holding: HoldingParts;
  inbox: Inbox;
  tolerances: Tolerances;
  withdrawals: Withdrawals;
  conversions: Conversions;
  refunds: Refunds;
  refundQuotes: RefundQuotes;
  transferKinds: TransferKinds;
  close(): Promise<void>;
}

/**
 * Starts and migrates the database (bundled unless configured), reads the secrets and wires the services. `rails` are
 * the real providers of this deployment. With `mayMigrate` false, this program must work with the schema as it is. Throws
 * StartupError when it does not, when the live environment has no provider, when the database belongs to another
 * environment (D25) or was worked on with another SECRETS_KEY, when it was restored and other cells have not been asked since
 * (D74), or when its payments are screened and this process does not know where (D53).
 */
export async function openFoundation(
  config: Config,
  logger: Logger,
  rails: readonly Provider[] = [],
  mayMigrate = true,
): Promise<Foundation> {
  const configured = [config.bank, config.evm, config.bitso, config.bridge, config.mono];
  const hasRails = [...rails, ...configured].some((rail) => rail !== undefined);
  if (config.environment === 'live' && !hasRails) {
    throw new StartupError(
      'ENVIRONMENT=live needs a payment provider that moves real money: for accounts at your own bank, set BANK_ACCOUNTS_FILE (docs/rails/bank.md); for stablecoins on chain, CHAINS_FILE and CHAIN_XPUB (docs/rails/evm.md); for SPEI by Bitso, BITSO_API_KEY and BITSO_API_SECRET (docs/rails/bitso.md); for wires in USD by Bridge, BRIDGE_API_KEY, BRIDGE_CUSTOMER_ID and BRIDGE_WALLET_ID (docs/rails/bridge.md); for Bre-B by Mono, MONO_CLIENT_ID and its other variables (docs/rails/mono.md).',
    );
  }
  workFor(config.cell);
  const cells = createCells(config.cellsFile);
  const secretsKey = config.secretsKey ?? (await readOrMakeSecretsKey(config.dataDir));
  const keyring = Keyring.parse(secretsKey);
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({
          ...config.sandbox,
          dataDir: config.dataDir,
          walArchiveDir: config.walArchiveDir,
          logger,
        })
      : undefined;
  const connectionString = config.databaseUrl ?? embedded?.connectionString ?? '';
  const maxTransactions = Math.min(MAX_TRANSACTIONS, Math.floor(MAX_TRANSACTIONS_TOGETHER / config.workers));
  const primary = await requirePrimary(connectionString);
  const metrics = createMetrics(cells.all.length > 0 || config.cell > 0 ? config.cell : undefined);
  const connections = { applicationName: await programName(), maxTransactions, logger };
  const onPrimary = connect({ connectionString, primary, ...connections });
  const replicas = config.databaseReadUrls;
  const db =
    replicas.length === 0
      ? onPrimary
      : withReplicas(onPrimary, { connectionStrings: replicas, metrics, ...connections });
  const operators = createOperators({ keyring });
  let bank: Bank | undefined;
  const approvals = createApprovals({
    keyring,
    kinds: {
      ...enrolmentKinds(operators),
      ...DIFFERENCE_KINDS,
      ...ADJUSTMENT_KINDS,
      ...RELEASE_KINDS,
      ...resolutionKinds(() => transferKinds),
      ...LIQUIDITY_KINDS,
      ...WRITE_OFF_KINDS,
      ...DECISION_KINDS,
      ...waitingKinds(() => bank?.importer),
      ...screeningKinds(hastenWaiting),
    },
  });
  const differences = createDifferences({ db, approvals });
  let evm: Evm | undefined;
  let bitso: Bitso | undefined;
  let bridge: Bridge | undefined;
  let mono: Mono | undefined;
  let screens: boolean;
  try {
    if (mayMigrate) await migrate(primary, logger);
    else await requireCurrent(primary);
    await requireEnvironment(db, config.environment);
    await requireCell(db, config.cell);
    await requireSecretsKeys(db, keyring);
    if (mayMigrate && cells.others.length > 0) await requireSettled(db.read, config.cell);
    if (replicas.length === 0) await warnOfReplicas(db, logger);
    screens = mayMigrate
      ? await joinScreening(db, config.screening !== undefined, logger)
      : (await findScreeningSince(db.read)) !== undefined;
    evm = await createConfiguredEvm(config, db, logger, {
      differences,
      findRelease: createFindRelease(approvals),
    });
    bank = await createConfiguredBank(config, db, logger, { keyring, secretsKey, connectionString });
    bitso = await createConfiguredBitso(config, db, logger);
    bridge = await createConfiguredBridge(config, db, logger);
    mono = await createConfiguredMono(config, db, logger);
  } catch (error) {
    await db.close();
    await embedded?.stop();
    throw error;
  }
  const credentials = createCredentialService({ db, keyring, environment: config.environment });
  const events = createEventRecorder({
    livemode: config.environment === 'live',
    insertEvents: insertEventsWithDeliveries,
  });
  const simulator = await createTestSimulator(config, db);
  const faults = await createTestFaults(config, db);
  const providers = createProviders(
    [simulator, bank, evm, bitso, bridge, mono, ...rails, ...createCellRails(config, db, cells)].filter(
      (provider) => provider !== undefined,
    ),
  );
  const panelUrl = `${configuredPanelBaseUrl(config)}/panel`;
  const withdrawals = createWithdrawals({ providers, events, panelUrl });
  const conversions = createConversions({ read: db.read, providers, approvals, events, panelUrl });
  const refunds = createRefunds({ read: db.read, providers, events, screens, panelUrl });
  const refundQuotes = createRefundQuotes({ read: db.read, providers, events, panelUrl });
  const holding = { events, providers, screens };
  const transferKinds: TransferKinds = {
    withdrawal: withdrawals.kind,
    conversion: withDebts(refundQuotes.withRefunds(conversions.kind, refunds.kind), { events, providers }),
    payment_conversion: createPaymentConversion({ ...holding, read: db.read, approvals }),
    refund: refunds.kind,
    rebalancing: createRebalancingKind(providers),
  };
  metrics.watch('payments_db_connections_open', 'Open connections for transactions.', () => db.usage().open);
  metrics.watch('payments_db_connections_idle', 'Idle connections for transactions.', () => db.usage().idle);
  metrics.watch('payments_db_waiting', 'Calls waiting for a connection.', () => db.usage().waiting);
  metrics.watch(
    'payments_bridge_funds_requests',
    'Requests of banks for deposits at Bridge, told within a week.',
    async () => (await bridge?.countFundsRequests()) ?? 0,
  );
  if (config.walArchiveDir !== undefined) {
    metrics.watch('payments_wal_archive_failing', '1 while the log cannot be archived.', async () =>
      Number(await isArchiveFailing(db.read)),
    );
  }
  return {
    config,
    logger,
    metrics,
    db,
    keyring,
    cells,
    runOnce: createRunOnce({ db, keyring }),
    credentials,
    operators,
    approvals,
    differences,
    providers,
    simulator,
    faults,
    evm,
    bank,
    bitso,
    mono,
    quotes: createQuoteService({ read: db.read, providers, logger }),
    deposits: createDepositService({ ...holding, logger }),
    holding,
    inbox: createInbox({ events, providers, kinds: transferKinds, panelUrl }),
    tolerances: createTolerances({ panelUrl }),
    withdrawals,
    conversions,
    refunds,
    refundQuotes,
    transferKinds,
    async close() {
      await Promise.all([credentials.close(), faults?.close()]);
      await db.close();
      await embedded?.stop();
    },
  };
}

/** Loaded only where it may run, so that no live process can ever use it. */
async function createTestSimulator(config: Config, db: Database): Promise<Simulator | undefined> {
  if (config.environment !== 'test') return undefined;
  const { createSimulator } = await import('../methods/providers/simulator/index.ts');
  return createSimulator({ db });
}

async function createTestFaults(config: Config, db: Database): Promise<Faults | undefined> {
  if (config.environment !== 'test') return undefined;
  const { Faults } = await import('../faults/index.ts');
  return new Faults(db);
}

/** The other cells, as far as they can tell of deposits (D74). */
function createCellRails(config: Config, db: Database, { others }: Cells): Provider[] {
  const { cell: own, cellsKeys: keys } = config;
  return keys.length === 0 ? [] : others.map(({ cell }) => createCellRail({ db, own, cell, keys }));
}

/** Loaded only where it is configured: its libraries take a fifth of a second to load. */
async function createConfiguredEvm(
  config: Config,
  db: Database,
  logger: Logger,
  decisions: { differences: Differences; findRelease: FindRelease },
): Promise<Evm | undefined> {
  if (!config.evm) return undefined;
  const { createEvm, readChainsFile, readSenderKeys, warnOfNoLimits } =
    await import('../methods/providers/evm/index.ts');
  const { chainsFile, xpub, senderKeysFile } = config.evm;
  const chains = readChainsFile(chainsFile);
  const keys = senderKeysFile === undefined ? undefined : readSenderKeys(senderKeysFile, xpub, chains);
  if (config.environment === 'live' && keys) warnOfNoLimits(keys, chains, logger);
  return createEvm({ ...decisions, db, logger, chains, xpub, keys });
}

/** Loaded only where it is configured. */
async function createConfiguredBitso(
  config: Config,
  db: Database,
  logger: Logger,
): Promise<Bitso | undefined> {
  if (!config.bitso) return undefined;
  const { createBitso } = await import('../methods/providers/bitso/index.ts');
  return createBitso({ db, logger, config: config.bitso });
}

/** Loaded only where it is configured. */
async function createConfiguredBank(
  config: Config,
  db: Database,
  logger: Logger,
  { keyring, ...secrets }: { keyring: Keyring; secretsKey: string; connectionString: string },
): Promise<Bank | undefined> {
  if (!config.bank) return undefined;
  const { createBank } = await import('../methods/providers/bank/index.ts');
  const apart = { ...secrets, cell: config.cell, logLevel: config.logLevel };
  return createBank({ db, logger, keyring, accountsFile: config.bank.accountsFile, apart });
}

/** Loaded only where it is configured. */
async function createConfiguredBridge(
  config: Config,
  db: Database,
  logger: Logger,
): Promise<Bridge | undefined> {
  if (!config.bridge) return undefined;
  const { createBridge, noticesUrlOf } = await import('../methods/providers/bridge/index.ts');
  return createBridge({ db, logger, config: config.bridge, noticesUrl: noticesUrlOf(config) });
}

async function createConfiguredMono(config: Config, db: Database, logger: Logger): Promise<Mono | undefined> {
  if (!config.mono) return undefined;
  const { createMono } = await import('../methods/providers/mono/index.ts');
  return createMono({ db, logger, config: config.mono });
}
