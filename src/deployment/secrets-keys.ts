import type { Database, Trx } from '../db/index.ts';
import { StartupError } from '../lib/errors/errors.ts';
import type { Keyring } from '../lib/secrets/keyring.ts';
import { lockSecretsKeys, recordSecretsKeys, type SecretsKeys } from './repository.ts';

/**
 * Makes sure that a database is only worked on with the SECRETS_KEY that it was worked on with before: a version is still the
 * same key, and one at least is here. With another, every API key would be refused. Records the versions that are new. Throws
 * StartupError that says what to do. Call it after `requireEnvironment`.
 */
export async function requireSecretsKeys(db: Pick<Database, 'transaction'>, keyring: Keyring): Promise<void> {
  await db.transaction(async (trx) => {
    const known = await readKeys(trx);
    const held = keyring.fingerprints();
    const versions = Object.keys(known);
    const another = versions.find((version) => version in held && held[version] !== known[version]);
    if (another !== undefined) throw refusal(another, 'has another key as');
    const newest = versions.at(-1);
    if (newest !== undefined && !versions.some((version) => version in held)) throw refusal(newest, 'lacks');
    if (Object.keys(held).some((version) => !(version in known))) {
      await recordSecretsKeys(trx, { secretsKeys: JSON.stringify({ ...known, ...held }) });
    }
  });
}

/**
 * Forgets a version of SECRETS_KEY that is lost, so that the deployment can start with another. Returns the versions that are
 * left; throws StartupError for one that the database does not know.
 */
export function forgetSecretsKey(db: Pick<Database, 'transaction'>, version: number): Promise<string[]> {
  return db.transaction(async (trx) => {
    const { [version]: forgotten, ...left } = await readKeys(trx);
    if (forgotten === undefined) {
      throw new StartupError(`This database was not worked on with version ${version} of SECRETS_KEY.`);
    }
    await recordSecretsKeys(trx, { secretsKeys: JSON.stringify(left) });
    return Object.keys(left);
  });
}

/** Locked, so that of two processes that start at once with different keys only one goes on. */
async function readKeys(trx: Trx): Promise<SecretsKeys> {
  return (await lockSecretsKeys(trx))?.secretsKeys ?? {};
}

function refusal(version: string, fault: string): StartupError {
  return new StartupError(
    `SECRETS_KEY ${fault} version ${version} that this database was worked on with: every API key would be refused. Set that key (without SECRETS_KEY, it is secrets.key in DATA_DIR), and for a new one put it in front: SECRETS_KEY=<newer version>:<new>,${version}:<old>. If it is lost, see “A lost SECRETS_KEY” in docs/runbooks.md.`,
  );
}
