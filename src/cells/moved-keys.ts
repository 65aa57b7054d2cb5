import { parseApiKey, type KeyLookUp } from '../credentials/index.ts';
import type { Queryable } from '../db/index.ts';
import { misdirected, type Cells } from './cells.ts';
import type { Cell } from './cells-file.ts';

/** How long a look-up is reused, which moves wait for. No window counts these calls here, however many they are. */
const MAX_AGE_MS = 1_000;
const MAX_KNOWN = 10_000;

/**
 * A look-up of keys that redirects the keys of accounts that have moved to their cell (D74). For them, `authenticate`
 * throws `misdirected_request`, and AccountMoves while they are between two cells. Every key that is not usable here is
 * looked up, so that all refusals still take the same path (D13). By the public id alone, because the other cell
 * compares the secret.
 */
export function leadMovedKeys(credentials: KeyLookUp, cells: Cells, read: Queryable): KeyLookUp {
  if (cells.others.length === 0) return credentials;
  /** By public id, least recently looked up first. */
  const known = new Map<string, { cell: Cell; readAtMs: number }>();

  const note = (publicId: string, cell: Cell | undefined): void => {
    known.delete(publicId);
    if (!cell) return;
    const [oldest] = known.keys();
    if (known.size >= MAX_KNOWN && oldest !== undefined) known.delete(oldest);
    known.set(publicId, { cell, readAtMs: performance.now() });
  };

  return {
    recall: (apiKey, clientAddress) => credentials.recall(apiKey, clientAddress),

    mayBeUsable: (apiKey) => known.has(publicIdOf(apiKey)) || credentials.mayBeUsable(apiKey),

    async authenticate(apiKey, clientAddress) {
      const publicId = publicIdOf(apiKey);
      const last = known.get(publicId);
      if (last && performance.now() - last.readAtMs <= MAX_AGE_MS) throw misdirected(last.cell.cell);
      const caller = await credentials.authenticate(apiKey, clientAddress);
      const cell = caller ? undefined : await cells.findHoldingCell(read, { key: publicId });
      note(publicId, cell?.isComing ? undefined : cell);
      if (cell) throw misdirected(cell.cell);
      return caller;
    },
  };
}

/** '' for text that cannot be a key, which is looked up like any other. */
function publicIdOf(apiKey: string): string {
  return parseApiKey(apiKey)?.publicId ?? '';
}
