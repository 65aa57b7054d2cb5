import { resolve } from 'node:path';
import { readConfig, withoutKeys, type Config } from '../config.ts';
import { hasDatabase } from '../db/embedded/home.ts';
import { openFoundation, type Foundation } from '../foundation.ts';
import { createLogger, type Logger } from '../lib/logger.ts';
import { Keyring } from '../lib/secrets/keyring.ts';
import { readSecretsKey } from '../lib/secrets/secrets-file.ts';
import { CommandFailure } from './command.ts';

/** What the environment says, on the data directory that was given, if one was. */
export function configOf(environment: NodeJS.ProcessEnv, dataDir: string | undefined): Config {
  const named = readConfig(environment);
  return dataDir === undefined ? named : { ...named, dataDir };
}

/**
 * Opens the deployment in a data directory, or else the one that the environment names. Never makes one, nor changes its
 * schema: throws CommandFailure or StartupError, which say what to do.
 */
export async function openExisting(
  environment: NodeJS.ProcessEnv,
  dataDir: string | undefined,
): Promise<Foundation> {
  // Commands send nothing themselves: the keys stay with the process that does.
  const config = withoutKeys(configOf(environment, dataDir));
  await requireDatabase(config, dataDir !== undefined);
  await requireKeyring(config);
  return openFoundation(config, quietLogger(config), [], false);
}

/** Startup and shutdown messages would only be noise on the command line. */
export function quietLogger({ logLevel }: Config): Logger {
  return createLogger(logLevel === 'info' ? 'warn' : logLevel);
}

/** Throws CommandFailure unless there is one database: `isGiven` is whether the data directory was given. */
export async function requireDatabase({ databaseUrl, dataDir }: Config, isGiven: boolean): Promise<void> {
  const folder = resolve(dataDir);
  const ownDatabase = await hasDatabase(folder);
  if (databaseUrl === undefined && !ownDatabase) {
    throw new CommandFailure(
      `There is no deployment in ${folder}. Make one with \`npm start\`, or say where it is: --data-dir <folder>, or DATABASE_URL.`,
    );
  }
  if (databaseUrl !== undefined && ownDatabase && isGiven) {
    throw new CommandFailure(
      `DATABASE_URL is set, but ${folder} has a database of its own: unset the one, or leave out the other.`,
    );
  }
}

/** Unlike the service, commands make no key: a new one opens nothing. */
export async function findKeyring({ dataDir, secretsKey }: Config): Promise<Keyring | undefined> {
  const text = secretsKey ?? (await readSecretsKey(dataDir));
  return text === undefined ? undefined : Keyring.parse(text);
}

export async function requireKeyring(config: Config): Promise<Keyring> {
  const keyring = await findKeyring(config);
  if (keyring) return keyring;
  throw new CommandFailure(
    `There is no secrets key in ${resolve(config.dataDir)}. Give that of the deployment: its data directory with --data-dir, or SECRETS_KEY.`,
  );
}
