import type { Database } from '../../../../db/index.ts';
import { deterministicHex } from '../../../../lib/ids.ts';
import { createSharedRateLimit, type RateLimit } from '../../http-rail/index.ts';
import { findLock, lockClient, takeTurn } from './repository.ts';

/**
 * Mono documents no rate limit yet but announces one. We allow five calls per window; a little over a second absorbs
 * network jitter.
 */
export const WINDOW_MS = 1_100;
/**
 * Which of the last five calls must be that old, counted from the oldest. Background work leaves room for three others.
 */
const NTH_CALL = { foreground: 1, background: 4 };
const LOCKED_FOR_MS = 5_000;
const PAUSE_MS = 60;

/** Rate-limits the calls of one client across all processes. */
export function createRateLimit({
  db,
  clientId,
  windowMs,
}: {
  db: Pick<Database, 'read' | 'transaction'>;
  clientId: string;
  windowMs: number;
}): RateLimit<true> {
  const client = deterministicHex('mono', clientId).slice(0, 32);
  return createSharedRateLimit({
    rail: 'Mono',
    pauseMs: PAUSE_MS,
    async take({ isBackground }) {
      const nth = isBackground ? NTH_CALL.background : NTH_CALL.foreground;
      return (await db.transaction((trx) => takeTurn(trx, { client, windowMs, nth }))) && true;
    },
    findLock: () => findLock(db.read, client),
    async lock(retryAfterMs) {
      const waitMs = Math.max(LOCKED_FOR_MS, retryAfterMs);
      await db.transaction((trx) => lockClient(trx, { client, waitMs }));
    },
  });
}
