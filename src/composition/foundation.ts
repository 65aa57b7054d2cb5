import type { Config } from '../config/index.ts';
import { createCredentialService, type CredentialService } from '../credentials/index.ts';
import type { Database } from '../db/index.ts';
import { WRITE_OFF_KINDS } from '../deposits/index.ts';
import { createCells, type Cells } from '../cells/index.ts';
import { workFor } from '../lib/cell.ts';
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
import { screeningKinds } from '../screening/index.ts';
import { hastenWaiting, resolutionKinds } from '../transfers/index.ts';
import { ADJUSTMENT_KINDS } from '../ledger/index.ts';
import { LIQUIDITY_KINDS } from '../liquidity/index.ts';
import { createQuoteService, type QuoteService } from '../payment-links/index.ts';
import { openDatabase, prepareDatabase, watchDatabase } from './database.ts';
import { createMoneyServices, type MoneyServices } from './money.ts';

/** The common base of the server, the workers and the command line. */
export interface Foundation extends MoneyServices {
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
  /** In the test environment only, because no live deployment may credit simulated money (D25). */
  simulator: SimulatedProvider | undefined;
  /** In the test environment only. */
  faults: Faults | undefined;
  quotes: QuoteService;
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
  const metrics = createMetrics(cells.all.length > 0 || config.cell > 0 ? config.cell : undefined);
  const database = await openDatabase(config, metrics, logger);
  const { db, connectionString } = database;
  const operators = createOperators({ keyring });
  let opened: OpenedRails | undefined;
  const approvals = createApprovals({
    keyring,
    kinds: {
      ...enrolmentKinds(operators),
      ...DIFFERENCE_KINDS,
      ...ADJUSTMENT_KINDS,
      ...resolutionKinds(() => money.transferKinds),
      ...LIQUIDITY_KINDS,
      ...WRITE_OFF_KINDS,
      ...approvalKindsOf(railRecords, () => opened),
      ...screeningKinds(hastenWaiting),
    },
  });
  const differences = createDifferences({ db, approvals });
  let screens: boolean;
  try {
    screens = await prepareDatabase(database, { config, logger, keyring, cells }, mayMigrate);
    opened = await openRails(
      {
        ...{ config, db, logger, keyring, approvals, differences, otherCells: cells.others },
        secrets: { secretsKey, connectionString },
      },
      config.rails,
    );
  } catch (error) {
    await database.close();
    throw error;
  }
  const credentials = createCredentialService({ db, keyring, environment: config.environment });
  const faults = await createTestFaults(config, db);
  const providers = createProviders([...providersOf(opened), ...rails]);
  const money = createMoneyServices({ db, config, logger, providers, approvals, screens });
  watchDatabase(metrics, db, config);
  return {
    ...{ config, logger, metrics, db, keyring, cells, credentials, operators, approvals, differences },
    ...{ providers, railRecords, faults },
    ...money,
    runOnce: createRunOnce({ db, keyring }),
    rails: opened,
    simulator: providers.all.find(isSimulated),
    quotes: createQuoteService({ read: db.read, providers, logger }),
    async close() {
      await Promise.all([credentials.close(), faults?.close()]);
      await database.close();
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
