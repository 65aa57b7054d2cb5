import type { Database } from '../../../../db/index.ts';
import { deterministicHex } from '../../../../lib/ids.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { createSharedRateLimit, type RateLimit } from '../../http-rail/index.ts';
import { findLock, lockKey, takeTurn } from './repository.ts';

/** Bitso locks a key for a minute after 300 calls in one, and for a day when that recurs. */
export const CALLS_PER_MINUTE = 220;
/** The burst, which together with a minute's calls stays below Bitso's limit. */
const BURST = 50;
/** Background work leaves the rest of the burst to calls that a user waits for. */
const BACKGROUND_BURST = 15;
const LOCKED_FOR_MS = 75_000;
const PAUSE_MS = 150;

/**
 * Rate-limits the calls of one API key across all processes. A turn is the nonce for the call, which has 13 digits of
 * milliseconds and then 6 that count.
 */
export function createRateLimit({
  db,
  logger,
  apiKey,
  callsPerMinute,
}: {
  db: Pick<Database, 'read' | 'transaction'>;
  logger: Logger;
  apiKey: string;
  callsPerMinute: number;
}): RateLimit<string> {
  const key = deterministicHex('bitso', apiKey).slice(0, 32);
  const spacingMs = 60_000 / callsPerMinute;
  const share = callsPerMinute / CALLS_PER_MINUTE;

  return createSharedRateLimit({
    rail: 'Bitso',
    pauseMs: PAUSE_MS,
    async take({ isBackground }) {
      const burstMs = spacingMs * share * (isBackground ? BACKGROUND_BURST : BURST);
      const turn = await db.transaction((trx) => takeTurn(trx, { key, spacingMs, burstMs }));
      return turn && turn.atMs + String(turn.number).padStart(6, '0');
    },
    findLock: () => findLock(db.read, key),
    async lock(retryAfterMs) {
      const waitMs = Math.max(LOCKED_FOR_MS, retryAfterMs);
      const lock = await db.transaction((trx) => lockKey(trx, { key, waitMs }));
      if (!lock) return;
      logger.warn('Bitso locked the API key for too many calls; calls paused', {
        until: lock.lockedUntil.toISOString(),
        in_a_row: lock.lockouts,
      });
    },
  });
}
