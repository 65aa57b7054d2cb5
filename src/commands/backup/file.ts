import { existsSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { backUp, restore } from '../../db/backup/index.ts';
import { writeWholeFile } from '../../lib/files/whole-file.ts';
import { CommandFailure } from '../frame/index.ts';
import {
  configOf,
  findKeyring,
  requireDatabase,
  requireKeyring,
  withDatabase,
} from '../deployment/deployment.ts';
import { describeKey, describeSeal, KEY_NOT_INCLUDED, ON_HOLD } from './place.ts';

/** Stands for standard output or input. */
const STANDARD = '-';

/**
 * Undefined if the backup itself goes to standard output. Throws CommandFailure for a file that exists, unless it may be
 * replaced.
 */
export async function backUpFile(
  dataDir: string | undefined,
  file: string,
  mayReplace: boolean,
): Promise<object | undefined> {
  // Once the new one is complete, the older one would be lost.
  if (!mayReplace && file !== STANDARD && existsSync(file))
    throw new CommandFailure(`${file} exists already; --force replaces it.`);
  const config = configOf(process.env, dataDir);
  await requireDatabase(config, dataDir !== undefined);
  const keyring = await requireKeyring(config);
  return withDatabase(config, async (url) => {
    if (file === STANDARD) {
      await backUp(url, keyring, process.stdout);
      return undefined;
    }
    const summary = await writeWholeFile(file, (sink) => backUp(url, keyring, sink)).catch(explainFile);
    return { file, ...summary, bytes: (await stat(file)).size, secrets_key: KEY_NOT_INCLUDED };
  });
}

export async function restoreFile(
  dataDir: string | undefined,
  file: string,
  acceptUnsealed: boolean,
): Promise<object> {
  const config = configOf(process.env, dataDir);
  const keyring = await findKeyring(config);
  const source = await openSource(file);
  const { header, isVerified, tables, rows } = await withDatabase(config, (url) =>
    restore(url, source, config.environment, { acceptUnsealed, keyring }),
  );
  return {
    backup_of: header.created_at,
    environment: header.environment,
    tables,
    rows,
    seal: describeSeal(isVerified),
    secrets_key: describeKey(keyring, header.secrets_key),
    transfers: ON_HOLD,
  };
}

/** A file, or standard input. */
export async function openSource(file: string): Promise<Readable> {
  if (file === STANDARD) return process.stdin;
  const handle = await open(file, 'r').catch(explainFile);
  return handle.createReadStream();
}

/** The system's error messages name the file. */
function explainFile(error: unknown): never {
  throw error instanceof Error && 'syscall' in error ? new CommandFailure(error.message) : error;
}
