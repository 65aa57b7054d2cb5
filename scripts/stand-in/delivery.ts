import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** A notice as it is sent. */
export interface Notice {
  headers: Record<string, string>;
  body: string;
}

/** How often a notice is sent, and how fast. */
export interface DeliverySettings {
  attempts: number;
  retryMs: number;
  /** How long an answer may take. */
  timeoutMs: number;
}

/** How one provider delivers its notices. */
interface Manner {
  settings: DeliverySettings;
  /** Whether an answer with this status ends it. */
  isTaken: (status: number) => boolean;
  /** How long it waits after a failed attempt, counted from 1. */
  pauseMs: (attempt: number) => number;
}

/** Delivers notices at least once and in no order, as each provider does. */
export function createDelivery({ settings, isTaken, pauseMs }: Manner) {
  const statuses: Record<string, number> = {};
  const closing = new AbortController();
  setMaxListeners(0, closing.signal); // Any number of notices may be on their way.
  const underway = new Set<Promise<unknown>>();
  const pause = (ms: number) => delay(ms, undefined, { signal: closing.signal, ref: false });

  async function deliver(url: string, noticeOf: (attempt: number) => Notice, afterMs: number): Promise<void> {
    await pause(afterMs);
    for (let attempt = 1; attempt <= settings.attempts; attempt++) {
      const status = await attemptAt(url, noticeOf(attempt));
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (typeof status === 'number' && isTaken(status)) return;
      await pause(pauseMs(attempt));
    }
  }

  async function attemptAt(url: string, { headers, body }: Notice): Promise<number | 'none'> {
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(settings.timeoutMs), closing.signal]);
      const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 'none';
    }
  }

  return {
    /** How often each status was the answer; `none` for no answer. */
    statuses,
    /** Sends a notice from some time on; `noticeOf` may sign each attempt anew. */
    post(url: string, noticeOf: (attempt: number) => Notice, afterMs = 0): void {
      const work = deliver(url, noticeOf, afterMs).catch(() => undefined);
      underway.add(work);
      void work.finally(() => underway.delete(work));
    },
    /** Resolves when nothing is being delivered or waits to be. */
    atRest: async (): Promise<void> => {
      while (underway.size > 0) await Promise.all(underway);
    },
    close: () => closing.abort(),
  };
}
