import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../config/index.ts';
import { restore } from '../../db/backup/index.ts';
import { startEmbeddedPostgres } from '../../db/embedded/index.ts';
import { connect } from '../../db/index.ts';
import type { Keyring } from '../../lib/secrets/keyring.ts';
import { createApprovals, createDifferences } from '../../operators/index.ts';
import { CommandFailure } from '../frame/index.ts';
import { configOf, quietLogger, requireKeyring } from '../deployment/deployment.ts';
import { proveBooks } from '../money/ledger-actions.ts';
import { openSource } from './file.ts';

/** Its rows are read once, in large parts. */
const SETTINGS = { shared_buffers: '128MB', max_wal_size: '1GB', checkpoint_timeout: '30min' };

/**
 * Restores a backup into a Postgres of its own in a temporary folder, and proves its books there. Nothing else is
 * opened, so it cannot touch the deployment, its providers or any webhooks. It leaves nothing behind, even when it is
 * interrupted.
 */
export async function verifyBackup(dataDir: string | undefined, file: string): Promise<object> {
  const beganMs = performance.now();
  const config = configOf(process.env, dataDir);
  const keyring = await requireKeyring(config);
  const source = await openSource(file);
  return withScratchDatabase(config, async (url) => {
    const unsealing = { acceptUnsealed: false, keyring };
    const { header, tables, rows } = await restore(url, source, config.environment, unsealing);
    const { ok, ...proof } = await prove(url, keyring, config);
    return {
      ok,
      backup_of: header.created_at,
      age_seconds: Math.round((Date.now() - Date.parse(header.created_at)) / 1_000),
      environment: header.environment,
      tables,
      rows,
      ...proof,
      seconds: Math.round(performance.now() - beganMs) / 1_000,
    };
  });
}

/** Runs the work on an empty database, which is gone afterwards. An interruption ends the work first. */
async function withScratchDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  let interrupt = (): void => undefined;
  const interrupted = new Promise<never>((_, reject) => {
    interrupt = () => reject(new CommandFailure('Interrupted before the backup was verified.'));
  });
  interrupted.catch(() => undefined);
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    const folder = await mkdtemp(join(tmpdir(), 'payments-verify-'));
    const postgres = await startEmbeddedPostgres({
      dataDir: folder,
      throwAway: true,
      settings: SETTINGS,
      logger: quietLogger(config),
    });
    try {
      return await Promise.race([interrupted, work(postgres.connectionString)]);
    } finally {
      await postgres.stop();
    }
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

async function prove(
  connectionString: string,
  keyring: Keyring,
  config: Config,
): ReturnType<typeof proveBooks> {
  const db = connect({ connectionString, maxTransactions: 1, logger: quietLogger(config) });
  try {
    const approvals = createApprovals({ keyring, kinds: {} });
    return await proveBooks({ db, approvals, differences: createDifferences({ db, approvals }) });
  } finally {
    await db.close();
  }
}
