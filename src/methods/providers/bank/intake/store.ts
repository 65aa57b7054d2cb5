import { createHash } from 'node:crypto';
import type { Trx } from '../../../../db/index.ts';
import { newId } from '../../../../lib/ids.ts';
import type { Keyring } from '../../../../lib/secrets/keyring.ts';
import type { HandedIn } from './handed-in.ts';
import { findRefused, insertFile } from './repository.ts';

export interface FileStore {
  keyring: Keyring;
}

/** Keeps a file that was refused, unless it was for the same reason before; then `false`. */
export async function storeRefused(
  trx: Trx,
  store: FileStore,
  file: HandedIn,
  { format, refused: words }: { format: string | null; refused: string },
): Promise<boolean> {
  const refused = words.slice(0, 500);
  if (await findRefused(trx, { sha256: hashOf(file.bytes), refused })) return false;
  await storeFile(trx, store, file, { format, refused });
  return true;
}

/** Keeps a file as it was handed in, sealed, with who did and what became of it. Returns its id. */
export async function storeFile(
  trx: Trx,
  { keyring }: FileStore,
  file: HandedIn,
  { format, refused }: { format: string | null; refused: string | null },
): Promise<string> {
  const id = newId();
  await insertFile(trx, {
    ...{ id, sha256: hashOf(file.bytes), format, refused, source: file.source, handedInBy: file.by },
    name: file.name.slice(-255),
    content: keyring.seal(file.bytes.toString('base64'), `bank_files ${id}`),
  });
  return id;
}

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
