import { setTimeout as delay } from 'node:timers/promises';
import { ProviderFailure } from '../../../index.ts';

/** Bridge documents no limit: this many calls a second and process stay below what any client was seen to make. */
export const CALLS_PER_SECOND = 5;
/** Calls that may be made at once after a pause. */
const BURST = 20;
/** Background work leaves the rest of the burst to calls that somebody waits for. */
const BACKGROUND_BURST = 10;
const LONGEST_PAUSE_MS = 60_000;

/** Spaces the calls of this process. */
export interface Pace {
  /** Throws a ProviderFailure of kind `timeout` when the signal aborts before it is a call's turn. */
  next(options: { isBackground: boolean }, signal: AbortSignal): Promise<void>;
  /** Makes no calls for as long as Bridge asked. */
  pause(ms: number): void;
}

export function createPace(callsPerSecond: number): Pace {
  const spacingMs = 1_000 / callsPerSecond;
  let usedTo = Number.NEGATIVE_INFINITY;
  let pausedTo = Number.NEGATIVE_INFINITY;
  return {
    async next({ isBackground }, signal) {
      const burstMs = spacingMs * (isBackground ? BACKGROUND_BURST : BURST);
      for (;;) {
        if (signal.aborted) throw new ProviderFailure('timeout', 'There was no time left to call Bridge.');
        const now = performance.now();
        const waitMs = Math.max(usedTo - burstMs, pausedTo) - now;
        if (waitMs <= 0) {
          usedTo = Math.max(usedTo, now) + spacingMs;
          return;
        }
        await delay(waitMs, undefined, { signal }).catch(() => undefined);
      }
    },
    pause(ms) {
      pausedTo = Math.max(pausedTo, performance.now() + Math.min(ms, LONGEST_PAUSE_MS));
    },
  };
}
