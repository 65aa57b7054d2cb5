import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ProviderFailure } from '../../index.ts';
import { reachable } from './looked-up.ts';

/** Spaces calls, so that a rail never receives more than it allows. */
export interface RateLimit<Turn = unknown> {
  /**
   * Waits until a call may be made; background work leaves room for calls that a user waits for. Throws a
   * ProviderFailure: `timeout` if the signal aborts first, `unavailable` while the rail accepts no calls.
   */
  acquire(options: { isBackground: boolean }, signal: AbortSignal): Promise<Turn>;
  /** Records that the rail reported too many calls. No calls are made for as long as it requested (0: not stated). */
  noteTooMany(retryAfterMs: number): Promise<void>;
}

/** A rate limit that all processes share through the database. */
export function createSharedRateLimit<Turn>(options: {
  rail: string;
  /** The shortest pause before a waiting call tries again; the longest is twice that. */
  pauseMs: number;
  /** Undefined if the call must wait. */
  take(options: { isBackground: boolean }): Promise<Turn | undefined>;
  /** The end of a pause in calls; undefined outside of one. */
  findLock(): Promise<Date | undefined>;
  lock(retryAfterMs: number): Promise<void>;
}): RateLimit<Turn> {
  const { rail, pauseMs } = options;
  return {
    async acquire(call, signal) {
      for (;;) {
        if (signal.aborted) throw noTimeLeft(rail);
        const turn = await reachable(() => options.take(call));
        if (turn !== undefined) return turn;
        const locked = await reachable(() => options.findLock());
        if (locked)
          throw new ProviderFailure(
            'unavailable',
            `${rail} has had too many calls; nothing is sent until ${locked.toISOString()}.`,
          );
        await delay(pauseMs + randomInt(pauseMs), undefined, { signal }).catch(() => undefined);
      }
    },
    noteTooMany: (retryAfterMs) => reachable(() => options.lock(retryAfterMs)),
  };
}

const LIMITED_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** Spaces the calls of this process only, for rails that are far from their limit. */
export function createLocalRateLimit(options: {
  rail: string;
  callsPerSecond: number;
  /** Calls that may be made at once after a pause. */
  burst: number;
  /** The same, for background work. */
  backgroundBurst: number;
}): RateLimit<void> {
  const { rail, burst, backgroundBurst } = options;
  const spacingMs = 1_000 / options.callsPerSecond;
  let usedTo = Number.NEGATIVE_INFINITY;
  let pausedTo = Number.NEGATIVE_INFINITY;
  return {
    async acquire({ isBackground }, signal) {
      const burstMs = spacingMs * (isBackground ? backgroundBurst : burst);
      for (;;) {
        if (signal.aborted) throw noTimeLeft(rail);
        const now = performance.now();
        const waitMs = Math.max(usedTo - burstMs, pausedTo) - now;
        if (waitMs <= 0) {
          usedTo = Math.max(usedTo, now) + spacingMs;
          return;
        }
        await delay(waitMs, undefined, { signal }).catch(() => undefined);
      }
    },
    noteTooMany(retryAfterMs) {
      const pauseMs = Math.min(retryAfterMs || LIMITED_PAUSE_MS, LONGEST_PAUSE_MS);
      pausedTo = Math.max(pausedTo, performance.now() + pauseMs);
      return Promise.resolve();
    },
  };
}

function noTimeLeft(rail: string): ProviderFailure {
  return new ProviderFailure('timeout', `There was no time left to call ${rail}.`);
}
