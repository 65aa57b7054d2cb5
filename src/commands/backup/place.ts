import type { Config } from '../../config.ts';
import type { KeyMark } from '../../db/backup/format.ts';
import { startEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts';
import { Keyring } from '../../lib/secrets/keyring.ts';
import { readSecretsKey } from '../../lib/secrets/secrets-file.ts';
import { quietLogger } from '../deployment.ts';

export const ON_HOLD =
  'on hold: compare with the providers (`payments reconcile`), then `payments transfers resume`';
export const KEY_NOT_INCLUDED = 'not included: keep it elsewhere';

/** Runs the work on the deployment's database, which a command may be the first to start. */
export async function withDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  if (config.databaseUrl !== undefined) return work(config.databaseUrl);
  const { dataDir, walArchiveDir } = config;
  const postgres = await startEmbeddedPostgres({ dataDir, walArchiveDir, logger: quietLogger(config) });
  try {
    return await work(postgres.connectionString);
  } finally {
    await postgres.stop();
  }
}

/** Unlike the service, these commands make no key: a new one opens nothing. */
async function findKeyring({ secretsKey, dataDir }: Config): Promise<Keyring | undefined> {
  const text = secretsKey ?? (await readSecretsKey(dataDir));
  return text === undefined ? undefined : Keyring.parse(text);
}

export async function markKey(config: Config): Promise<KeyMark | null> {
  const keyring = await findKeyring(config);
  const fingerprint = keyring?.fingerprint();
  return keyring && fingerprint !== undefined ? { version: keyring.currentVersion, fingerprint } : null;
}

export async function describeKey(config: Config, mark: KeyMark | null): Promise<string> {
  const keyring = await findKeyring(config);
  if (mark && keyring?.fingerprint(mark.version) === mark.fingerprint)
    return 'the same as when it was backed up';
  const here = keyring ? 'not the one that it was backed up with' : 'none here';
  return `${here}: put that of the backup here before the service starts, or no API key works`;
}
