import type { Database } from '../../../../db/index.ts';
import { wordsOf } from '../../../../lib/errors/words.ts';
import { ProviderFailure } from '../../../index.ts';
import { findRefusal, recordRefusal } from './repository.ts';

/**
 * Moves money unless the key was refused before. Bitso does not remember rejected requests, so it might accept the same
 * request later, after the caller was told that it never will.
 */
export async function unlessRefused<T>(
  db: Pick<Database, 'read' | 'transaction'>,
  key: string,
  move: () => Promise<T>,
): Promise<T> {
  const refusal = await findRefusal(db.read, { key });
  if (refusal) throw new ProviderFailure('refused', refusal.message, { reason: refusal.reason });
  try {
    return await move();
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.kind !== 'refused') throw error;
    const { reason } = error;
    await db.transaction((trx) => recordRefusal(trx, { key, reason, message: wordsOf(error) }));
    throw error;
  }
}
