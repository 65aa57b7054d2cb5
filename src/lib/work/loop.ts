import { setTimeout as delay } from 'node:timers/promises';
import { describeError, type Logger } from '../logger.ts';

export interface Loop {
  /** Lets the running round finish, then ends. */
  stop(): Promise<void>;
}

export interface WakefulLoop extends Loop {
  /** Ends the pause: the next round begins at once. */
  wake(): void;
}

/**
 * Repeats one round of a worker until stopped. A round says whether it found work: then the next follows at
 * once. A round that throws is logged and tried again after the pause, so that a database restart ends nothing.
 */
export function startLoop(options: {
  name: string;
  pauseMs: number;
  logger: Logger;
  round: () => Promise<boolean>;
}): WakefulLoop {
  let stopping = false;
  let woken = false;
  let pause = new AbortController();

  const run = async (): Promise<void> => {
    while (!stopping) {
      woken = false;
      const foundWork = await options.round().catch((error: unknown) => {
        options.logger.warn('a worker round failed and will be repeated', {
          worker: options.name,
          ...describeError(error),
        });
        return false;
      });
      if (foundWork || stopping || woken) continue;
      pause = new AbortController();
      // Aborting the pause is how stop is heard.
      await delay(options.pauseMs, undefined, { signal: pause.signal }).catch(() => undefined);
    }
  };
  const finished = run();

  return {
    wake() {
      // Also while a round runs: what gave the reason may have come too late for it.
      // Of many calls one ends the pause: to abort costs more than what some of them tell of.
      if (woken) return;
      woken = true;
      pause.abort();
    },
    async stop() {
      stopping = true;
      pause.abort();
      await finished;
    },
  };
}
