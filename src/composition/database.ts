import type { Config } from '../config/index.ts';
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
  findScreeningSince,
  requireCell,
  requireEnvironment,
  requireSecretsKeys,
  requireSettled,
} from '../deployment/index.ts';
import type { Cells } from '../cells/index.ts';
import type { Keyring } from '../lib/secrets/keyring.ts';
import type { Logger } from '../lib/logger.ts';
import type { Metrics } from '../lib/metrics.ts';
import { joinScreening } from '../screening/index.ts';

const MAX_TRANSACTIONS = 16;
/**
 * The limit for all WORKERS together. It is far above what a database works on at once, and within its connection
 * limit.
 */
const MAX_TRANSACTIONS_TOGETHER = 128;

export interface OpenDatabase {
  db: Database;
  /** The primary's own connection string, for migrations. */
  primary: string;
  connectionString: string;
  close(): Promise<void>;
}

/** Connects to the database of the deployment, which is bundled unless configured, and starts it if need be. */
export async function openDatabase(config: Config, metrics: Metrics, logger: Logger): Promise<OpenDatabase> {
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
  const connections = { applicationName: await programName(), maxTransactions, logger };
  const onPrimary = connect({ connectionString, primary, ...connections });
  const replicas = config.databaseReadUrls;
  const db =
    replicas.length === 0
      ? onPrimary
      : withReplicas(onPrimary, { connectionStrings: replicas, metrics, ...connections });
  return {
    db,
    primary,
    connectionString,
    async close() {
      await db.close();
      await embedded?.stop();
    },
  };
}

/**
 * Migrates the database, or only requires that its schema is current, and requires that it is this deployment's own.
 * Returns whether the payments of the deployment are screened. Throws StartupError, as `openFoundation` says.
 */
export async function prepareDatabase(
  { db, primary }: OpenDatabase,
  { config, logger, keyring, cells }: { config: Config; logger: Logger; keyring: Keyring; cells: Cells },
  mayMigrate: boolean,
): Promise<boolean> {
  if (mayMigrate) await migrate(primary, logger);
  else await requireCurrent(primary);
  await requireEnvironment(db, config.environment);
  await requireCell(db, config.cell);
  await requireSecretsKeys(db, keyring);
  if (mayMigrate && cells.others.length > 0) await requireSettled(db.read, config.cell);
  if (config.databaseReadUrls.length === 0) await warnOfReplicas(db, logger);
  return mayMigrate
    ? joinScreening(db, config.screening !== undefined, logger)
    : (await findScreeningSince(db.read)) !== undefined;
}

export function watchDatabase(metrics: Metrics, db: Database, config: Config): void {
  metrics.watch('payments_db_connections_open', 'Open connections for transactions.', () => db.usage().open);
  metrics.watch('payments_db_connections_idle', 'Idle connections for transactions.', () => db.usage().idle);
  metrics.watch('payments_db_waiting', 'Calls waiting for a connection.', () => db.usage().waiting);
  if (config.walArchiveDir !== undefined) {
    metrics.watch('payments_wal_archive_failing', '1 while the log cannot be archived.', async () =>
      Number(await isArchiveFailing(db.read)),
    );
  }
}
