import { resolve } from 'node:path';
import { type Config, readConfig, withoutKeys } from '../../config/index.ts';
import { hasDatabase, startEmbeddedPostgres } from '../../db/embedded/index.ts';
import { requirePrimary } from '../../db/index.ts';
import { type Foundation, openFoundation } from '../../composition/index.ts';
import { createLogger, type Logger } from '../../lib/logger.ts';
import { Keyring } from '../../lib/secrets/keyring.ts';
import { readSecretsKey } from '../../lib/secrets/secrets-file.ts';
import { CommandFailure } from '../frame/index.ts';

/** The environment's settings, with --data-dir taking precedence. */
export function configOf(environment: NodeJS.ProcessEnv, dataDir: string | undefined): Config {
  const named = readConfig(environment);
  return dataDir === undefined ? named : { ...named, dataDir };
}

/**
 * Opens the deployment in a data directory, or else the one set in the environment. Never creates one, nor changes its
 * schema; throws a CommandFailure or StartupError with advice instead.
 */
export async function openExisting(
  environment: NodeJS.ProcessEnv,
  dataDir: string | undefined,
): Promise<Foundation> {
  // Commands send no transactions, so the keys stay with the process that does.
  const config = withoutKeys(configOf(environment, dataDir));
  await requireDatabase(config, dataDir !== undefined);
  await requireKeyring(config);
  return openFoundation(config, quietLogger(config), [], false);
}

/** Startup and shutdown messages would only be noise on the command line. */
export function quietLogger({ logLevel }: Config): Logger {
  return createLogger(logLevel === 'info' ? 'warn' : logLevel);
}

/** Throws CommandFailure unless there is exactly one database; `isGiven` tells whether --data-dir was given. */
export async function requireDatabase({ databaseUrl, dataDir }: Config, isGiven: boolean): Promise<void> {
  const folder = resolve(dataDir);
  const ownDatabase = await hasDatabase(folder);
  if (databaseUrl === undefined && !ownDatabase) {
    throw new CommandFailure(
      `There is no deployment in ${folder}. Create one with \`npm start\`, or point to one with --data-dir <folder> or DATABASE_URL.`,
    );
  }
  if (databaseUrl !== undefined && ownDatabase && isGiven) {
    throw new CommandFailure(
      `DATABASE_URL is set, but ${folder} has a database of its own: unset DATABASE_URL, or omit --data-dir.`,
    );
  }
}

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

/** Unlike the service, commands do not create a key, because a new one would decrypt nothing. */
export async function findKeyring({ dataDir, secretsKey }: Config): Promise<Keyring | undefined> {
  const text = secretsKey ?? (await readSecretsKey(dataDir));
  return text === undefined ? undefined : Keyring.parse(text);
}

export async function requireKeyring(config: Config): Promise<Keyring> {
  const keyring = await findKeyring(config);
  if (keyring) return keyring;
  throw new CommandFailure(
    `There is no secrets key in ${resolve(config.dataDir)}. Pass the deployment's data directory with --data-dir, or set SECRETS_KEY.`,
  );
}
