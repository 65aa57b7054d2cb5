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
  type AutomaticRefunds,
  createAutomaticRefunds,
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
import { Keyring } from '../lib/secrets/keyring.ts';
import type { Logger } from '../lib/logger.ts';
import { createMetrics, type Metrics } from '../lib/metrics.ts';
import { readOrMakeSecretsKey } from '../lib/secrets/secrets-file.ts';
import { createProviders, type Provider, type Providers, type SimulatedProvider } from '../methods/index.ts';
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
import {
  type AllRailRecords,
  approvalKindsOf,
  loadRailRecords,
  type OpenedRails,
  openRails,
  providersOf,
  requireRealMoney,
} from '../rails/index.ts';
import { joinScreening, screeningKinds } from '../screening/index.ts';
import {
  type Conversions,
  createConversions,
  createWithdrawals,
  hastenWaiting,
  resolutionKinds,
  type TransferKinds,
  type Withdrawals,
} from '../transfers/index.ts';
import { configuredPanelBaseUrl } from '../people/index.ts';
import { ADJUSTMENT_KINDS } from '../ledger/index.ts';
import { createRebalancingKind, LIQUIDITY_KINDS } from '../liquidity/index.ts';
import { createQuoteService, type QuoteService } from '../payment-links/index.ts';
import { insertEventsWithDeliveries } from '../webhooks/index.ts';

const MAX_TRANSACTIONS = 16;
/** For all WORKERS together; far more than a database works on at once, and within its connection limit. */
const MAX_TRANSACTIONS_TOGETHER = 128;

/** The common base of the server, the workers and the command line. */
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
  /** The configured rails with their own types; among `providers` they are all alike. */
  rails: OpenedRails;
  /** Metrics, approvals and housekeeping for the rows of every rail, whether or not it is configured. */
  railRecords: AllRailRecords;
  /** In the test environment only (D25). */
  simulator: SimulatedProvider | undefined;
  /** In the test environment only. */
  faults: Faults | undefined;
  quotes: QuoteService;
  deposits: DepositService;
  /** The parts that recording deposits needs. */
  holding: HoldingParts;
  inbox: Inbox;
  tolerances: Tolerances;
  automaticRefunds: AutomaticRefunds;
  withdrawals: Withdrawals;
  conversions: Conversions;
  refunds: Refunds;
  refundQuotes: RefundQuotes;
  transferKinds: TransferKinds;
  close(): Promise<void>;
}

/**
 * Starts and migrates the database (bundled unless configured), reads the secrets and wires the services. `rails` are
 * the real providers of this deployment. With `mayMigrate` false, this program must work with the schema as it is.
 * Throws StartupError when it does not, when the live environment has no provider, when the database belongs to another
 * environment (D25) or was used with another SECRETS_KEY, when it was restored and other cells have not been asked
 * since (D74), or when its payments are screened and this process has no SCREENING_URL (D53).
 */
export async function openFoundation(
  config: Config,
  logger: Logger,
  rails: readonly Provider[] = [],
  mayMigrate = true,
): Promise<Foundation> {
  if (config.environment === 'live' && rails.length === 0) requireRealMoney(config.rails);
  workFor(config.cell);
  const cells = createCells(config.cellsFile);
  const railRecords = await loadRailRecords();
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
  let opened: OpenedRails | undefined;
  const approvals = createApprovals({
    keyring,
    kinds: {
      ...enrolmentKinds(operators),
      ...DIFFERENCE_KINDS,
      ...ADJUSTMENT_KINDS,
      ...resolutionKinds(() => transferKinds),
      ...LIQUIDITY_KINDS,
      ...WRITE_OFF_KINDS,
      ...approvalKindsOf(railRecords, () => opened),
      ...screeningKinds(hastenWaiting),
    },
  });
  const differences = createDifferences({ db, approvals });
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
    opened = await openRails(
      {
        ...{ config, db, logger, keyring, approvals, differences, otherCells: cells.others },
        secrets: { secretsKey, connectionString },
      },
      config.rails,
    );
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
  const faults = await createTestFaults(config, db);
  const providers = createProviders([...providersOf(opened), ...rails]);
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
    rails: opened,
    railRecords,
    simulator: providers.all.find(isSimulated),
    faults,
    quotes: createQuoteService({ read: db.read, providers, logger }),
    deposits: createDepositService({ ...holding, logger }),
    holding,
    inbox: createInbox({ events, providers, kinds: transferKinds, panelUrl }),
    tolerances: createTolerances({ panelUrl }),
    automaticRefunds: createAutomaticRefunds({ panelUrl }),
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

function isSimulated(provider: Provider): provider is SimulatedProvider {
  return provider.announceDeposit !== undefined;
}

/** Loaded only where it may run, so that no live process can ever use it. */
async function createTestFaults(config: Config, db: Database): Promise<Faults | undefined> {
  if (config.environment !== 'test') return undefined;
  const { Faults } = await import('../faults/index.ts');
  return new Faults(db);
}
