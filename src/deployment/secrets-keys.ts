import type { Database, Queryable, Trx } from '../db/index.ts';
import { StartupError } from '../lib/errors/errors.ts';
import type { Keyring } from '../lib/secrets/keyring.ts';
import {
  countSecretUses,
  findSecretsKeys,
  lockSecretsKeys,
  recordSecretsKeys,
  type SecretsKeys,
  type SecretUses,
} from './repository.ts';

/**
 * Ensures that a database is only used with the SECRETS_KEY that it was used with before, because with another every
 * API key would be refused. Each version must be the same key, and at least one must be present. Records new versions.
 * Throws StartupError with advice. Call it after `requireEnvironment`.
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

/** The records that still need each version of SECRETS_KEY, newest first. */
export async function listSecretsKeys(
  on: Queryable,
  keyring: Keyring,
): Promise<({ version: number; held: boolean } & SecretUses)[]> {
  const [known, uses] = [await findSecretsKeys(on), await countSecretUses(on)];
  const held = keyring.fingerprints();
  const usesOf = new Map(uses.map(({ version, ...counted }) => [version, counted]));
  const versions = new Set([...Object.keys({ ...known, ...held }).map(Number), ...usesOf.keys()]);
  return [...versions]
    .sort((one, other) => other - one)
    .map((version) => ({ version, held: version in held, ...(usesOf.get(version) ?? NO_USES) }));
}

const NO_USES: SecretUses = {
  apiKeys: 0,
  webhookSecrets: 0,
  secondFactors: 0,
  operatorKeys: 0,
  operatorRequests: 0,
  bankFiles: 0,
};

/**
 * Deletes the record of a lost version of SECRETS_KEY, so that the deployment can start with another. Returns the
 * remaining versions; throws StartupError for one that the database does not know.
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

/** Locked, so that of two processes that start concurrently with different keys only one continues. */
async function readKeys(trx: Trx): Promise<SecretsKeys> {
  return (await lockSecretsKeys(trx))?.secretsKeys ?? {};
}

function refusal(version: string, fault: string): StartupError {
  return new StartupError(
    `SECRETS_KEY ${fault} version ${version} that this database was worked on with: every API key would be refused. Set that key (without SECRETS_KEY, it is secrets.key in DATA_DIR), and for a new one put it in front: SECRETS_KEY=<newer version>:<new>,${version}:<old>. If it is lost, see “A lost SECRETS_KEY” in docs/runbooks.md.`,
  );
}
