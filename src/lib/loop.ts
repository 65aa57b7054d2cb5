import { setTimeout as delay } from 'node:timers/promises';
import { describeError, type Logger } from './logger.ts';

export interface Loop {
  /** Lets the running round finish, then ends. */
  stop(): Promise<void>;
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
}): Loop {
  let stopping = false;
  let pause = new AbortController();

  const run = async (): Promise<void> => {
    while (!stopping) {
      const foundWork = await options.round().catch((error: unknown) => {
        options.logger.warn('a worker round failed and will be repeated', {
          worker: options.name,
          ...describeError(error),
        });
        return false;
      });
      if (foundWork || stopping) continue;
      pause = new AbortController();
      // Aborting the pause is how stop is heard.
      await delay(options.pauseMs, undefined, { signal: pause.signal }).catch(() => undefined);
    }
  };
  const finished = run();

  return {
    async stop() {
      stopping = true;
      pause.abort();
      await finished;
    },
  };
}
