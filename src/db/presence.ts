import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseAway, isConnectionLoss } from '../lib/errors/database-away.ts';
import { describeError, type Logger } from '../lib/logger.ts';
import type { Hosts } from './hosts.ts';

const PROBE_PAUSE_MS = 250;
/** How often several hosts are probed even though the current one works. */
const LOOK_PAUSE_MS = 2_000;

/**
 * Tracks whether the database is away, and is the only one to log it, with a warning when that begins and a line when
 * it ends. All other code that fails for that reason gets `DatabaseAway`, and logs nothing.
 */
export interface Presence {
  /**
   * Returns the error to throw for a failed connection or query, which is `DatabaseAway` if the connection was lost or
   * not made.
   */
  judge(error: unknown): unknown;
  close(): Promise<void>;
}

export function watchPresence(hosts: Hosts, logger: Logger): Presence {
  const closing = new AbortController();
  const { signal } = closing;
  let checking: Promise<void> | undefined;

  const pause = (ms: number): Promise<unknown> =>
    // `close` aborts it.
    delay(ms, undefined, { signal }).catch(() => undefined);

  /** One lost connection does not mean that the database is away; only a failed new one does. */
  const check = async (error: Error): Promise<void> => {
    const sinceMs = performance.now();
    let failure = await hosts.find();
    if (signal.aborted) return;
    if (!failure) return logger.warn('database connection lost', describeLoss(error));
    logger.warn('database unavailable; logged again when it recovers', describeLoss(failure));
    while (failure && !signal.aborted) {
      await pause(PROBE_PAUSE_MS);
      failure = await hosts.find();
    }
    if (!failure) logger.info('database recovered', { away_ms: Math.round(performance.now() - sinceMs) });
  };

  /** A primary whose successor was promoted without its knowledge still responds, so no failure would reveal it. */
  const lookOften = async (): Promise<void> => {
    for (await pause(LOOK_PAUSE_MS); !signal.aborted; await pause(LOOK_PAUSE_MS)) await hosts.find();
  };
  const looking = hosts.areSeveral ? lookOften() : undefined;

  return {
    judge(error) {
      if (!isConnectionLoss(error)) return error;
      if (!signal.aborted) checking ??= check(error).finally(() => (checking = undefined));
      return new DatabaseAway(error);
    },
    async close() {
      closing.abort();
      await Promise.all([checking, looking]);
    },
  };
}

/** The stack is dropped, because where it was noticed is irrelevant. */
function describeLoss(error: Error) {
  const { error: message, error_code } = describeError(error);
  return { error: message || error.name, error_code };
}
