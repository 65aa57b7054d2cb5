import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../../../db/index.ts';
import { deterministicHex } from '../../../../lib/ids.ts';
import { ProviderFailure } from '../../../index.ts';
import { findLock, lockClient, takeTurn } from './repository.ts';

/** Mono names no limit and says that it will have one: five calls within this. A bit more than a second, for the way there. */
export const WINDOW_MS = 1_100;
/** The place, among the last five calls, of the one that must be that old. Background work leaves room for three others. */
const PLACES = { foreground: 1, background: 4 };
const LOCKED_FOR_MS = 5_000;
const PAUSE_MS = 60;

/** Calls of one client take turns, across all processes. */
export interface Turns {
  /** Waits for a call's turn. Throws a ProviderFailure: `unavailable` while Mono wants none, `timeout` when aborted. */
  next(options: { isBackground: boolean }, signal: AbortSignal): Promise<void>;
  /** Mono has had too many: no calls for as long as it asked, or a few seconds. */
  lockedOut(retryAfterMs: number): Promise<void>;
}

export function createTurns({
  db,
  clientId,
  windowMs,
}: {
  db: Pick<Database, 'read' | 'transaction'>;
  clientId: string;
  windowMs: number;
}): Turns {
  const client = deterministicHex('mono', clientId).slice(0, 32);
  return {
    async next({ isBackground }, signal) {
      const place = isBackground ? PLACES.background : PLACES.foreground;
      for (;;) {
        if (signal.aborted) throw new ProviderFailure('timeout', 'There was no time left to call Mono.');
        if (await db.transaction((trx) => takeTurn(trx, { client, windowMs, place }))) return;
        const locked = await findLock(db.read, client);
        if (locked)
          throw new ProviderFailure(
            'unavailable',
            `Mono has had too many calls; nothing is sent until ${locked.toISOString()}.`,
          );
        await delay(PAUSE_MS + randomInt(PAUSE_MS), undefined, { signal }).catch(() => undefined);
      }
    },

    async lockedOut(retryAfterMs) {
      const waitMs = Math.max(LOCKED_FOR_MS, retryAfterMs);
      await db.transaction((trx) => lockClient(trx, { client, waitMs }));
    },
  };
}
