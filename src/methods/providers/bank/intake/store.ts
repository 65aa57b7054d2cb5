import { createHash } from 'node:crypto';
import type { Database, Trx } from '../../../../db/index.ts';
import { newId } from '../../../../lib/ids.ts';
import type { Logger } from '../../../../lib/logger.ts';
import type { Keyring } from '../../../../lib/secrets/keyring.ts';
import type { HandedIn, Imported } from '../../../index.ts';
import { NOTHING_TAKEN } from './nothing-taken.ts';
import { findRefused, insertFile } from './repository.ts';

export interface FileStore {
  keyring: Keyring;
}

/**
 * Refuses a file, which is stored with the reason. The alarm is raised once for each reason, because a folder is read
 * again at each start. `what` names the kind of file in the log.
 */
export async function refuseFile(
  { db, logger, keyring }: FileStore & { db: Database; logger: Logger },
  what: string,
  file: HandedIn,
  { format, refused }: { format: string | null; refused: string },
): Promise<Imported> {
  const stored = { format, refused: refused.slice(0, 500) };
  const isNews = await db.transaction(async (trx) => {
    if (await findRefused(trx, { sha256: hashOf(file.bytes), refused: stored.refused })) return false;
    await storeFile(trx, { keyring }, file, stored);
    return true;
  });
  if (isNews) logger.error(`bank ${what} refused`, { file: file.name, refused });
  return { ...NOTHING_TAKEN, format, refused };
}

/** Stores a file as uploaded, sealed, with its sender and outcome. Returns its id. */
export async function storeFile(
  trx: Trx,
  { keyring }: FileStore,
  file: HandedIn,
  { format, refused }: { format: string | null; refused: string | null },
): Promise<string> {
  const id = newId();
  await insertFile(trx, {
    id,
    sha256: hashOf(file.bytes),
    format,
    refused,
    source: file.source,
    handedInBy: file.by,
    name: file.name.slice(-255),
    content: keyring.seal(file.bytes.toString('base64'), `bank_files ${id}`),
  });
  return id;
}

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
