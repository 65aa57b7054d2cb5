import { createHash } from 'node:crypto';
import type { Trx } from '../../../../db/index.ts';
import { newId } from '../../../../lib/ids.ts';
import type { Keyring } from '../../../../lib/secrets/keyring.ts';
import type { HandedIn } from './handed-in.ts';
import { insertFile } from './repository.ts';

export interface FileStore {
  keyring: Keyring;
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
