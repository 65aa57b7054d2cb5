import type { Config } from '../../config/index.ts';
import { startEmbeddedPostgres } from '../../db/embedded/index.ts';
import { requirePrimary } from '../../db/index.ts';
import type { Keyring } from '../../lib/secrets/keyring.ts';
import { isHeld, type KeyMark } from '../../lib/secrets/seal.ts';
import { quietLogger } from '../frame/deployment.ts';

export const ON_HOLD =
  'on hold: compare with the providers (`payments reconcile`), then `payments transfers resume`';
export const KEY_NOT_INCLUDED = 'not included: keep it elsewhere';

/** Runs the work on the deployment's database, which a command may have to start first. */
export async function withDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  if (config.databaseUrl !== undefined) return work(await requirePrimary(config.databaseUrl));
  const { dataDir, walArchiveDir } = config;
  const postgres = await startEmbeddedPostgres({ dataDir, walArchiveDir, logger: quietLogger(config) });
  try {
    return await work(postgres.connectionString);
  } finally {
    await postgres.stop();
  }
}

export function describeSeal(isVerified: boolean): string {
  return isVerified
    ? 'verified'
    : 'NOT VERIFIED: anyone who could write to the backup could have changed what was restored. Check the books with `payments ledger verify` and `payments reconcile`';
}

export function describeKey(keyring: Keyring | undefined, mark: KeyMark | null): string {
  if (mark && isHeld(keyring, mark)) return 'the same as when it was backed up';
  const here = keyring ? 'not the one that it was backed up with' : 'none here';
  return `${here}: put the backup's key here before the service starts, or no API key will work`;
}
