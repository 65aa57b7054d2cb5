import { setTimeout as delay } from 'node:timers/promises';
import { randomInt } from 'node:crypto';
import type { Database } from '../../../../db/index.ts';
import { deterministicHex } from '../../../../lib/ids.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { ProviderFailure } from '../../../index.ts';
import { reachable } from './reachable.ts';
import { findLock, lockKey, takeTurn } from './repository.ts';

/** Bitso locks a key for a minute after 300 calls in one, and for a day when that happens again and again. */
export const CALLS_PER_MINUTE = 220;
/** The burst: together with a minute's calls below Bitso's limit. */
const BURST = 50;
/** Background work leaves the rest of the burst to calls that somebody waits for. */
const BACKGROUND_BURST = 15;
const LOCKED_FOR_MS = 75_000;
const PAUSE_MS = 150;

/** Calls of one API key take turns, across all processes. */
export interface Turns {
  /**
   * Waits for a call's turn, and returns the nonce for it: 13 digits of milliseconds, then 6 that count. Throws a
   * ProviderFailure: `unavailable` at once while the key is locked, `timeout` when the signal aborts before.
   */
  next(options: { isBackground: boolean }, signal: AbortSignal): Promise<string>;
  /** Stops all calls until Bitso's lock-out is over. */
  lockedOut(retryAfterMs: number): Promise<void>;
}

export function createTurns(options: {
  db: Pick<Database, 'read' | 'transaction'>;
  logger: Logger;
  apiKey: string;
  callsPerMinute: number;
}): Turns {
  const { db, logger, callsPerMinute } = options;
  const key = deterministicHex('bitso', options.apiKey).slice(0, 32);
  const spacingMs = 60_000 / callsPerMinute;
  const share = callsPerMinute / CALLS_PER_MINUTE;

  return {
    async next({ isBackground }, signal) {
      const burstMs = spacingMs * share * (isBackground ? BACKGROUND_BURST : BURST);
      for (;;) {
        if (signal.aborted) throw new ProviderFailure('timeout', 'There was no time left to call Bitso.');
        const turn = await reachable(() =>
          db.transaction((trx) => takeTurn(trx, { key, spacingMs, burstMs })),
        );
        if (turn) return turn.atMs + String(turn.number).padStart(6, '0');
        const locked = await reachable(() => findLock(db.read, key));
        if (locked) {
          throw new ProviderFailure(
            'unavailable',
            `Bitso has locked the API key; nothing is sent until ${locked.toISOString()}.`,
          );
        }
        await delay(PAUSE_MS + randomInt(PAUSE_MS), undefined, { signal }).catch(() => undefined);
      }
    },

    async lockedOut(retryAfterMs) {
      const waitMs = Math.max(LOCKED_FOR_MS, retryAfterMs);
      const lock = await reachable(() => db.transaction((trx) => lockKey(trx, { key, waitMs })));
      if (lock) {
        logger.warn('Bitso has locked the API key: too many calls; nothing is sent for a while', {
          until: lock.lockedUntil.toISOString(),
          in_a_row: lock.lockouts,
        });
      }
    },
  };
}
