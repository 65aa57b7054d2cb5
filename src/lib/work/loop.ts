import { DatabaseAway } from '../errors/database-away.ts';
import { describeError, type Logger } from '../logger.ts';

export interface Loop {
  /** Lets the running round finish, then ends. */
  stop(): Promise<void>;
}

export interface WakefulLoop extends Loop {
  /** Ends the pause, so that the next round begins immediately. */
  wake(): void;
}

/**
 * The pause of a worker that is woken. It is at most this late after a lost wake-up, and for work that falls due by
 * itself. A shorter pause would cost processor time while there is nothing to do.
 */
export const WOKEN_PAUSE_MS = 1_000;

/** Has `wake` called when there may be work; returns the function that ends that. */
export type WokenBy = (wake: () => void) => () => void;

/**
 * Repeats one round of a worker until stopped. A round returns whether it found work; if so, the next follows
 * immediately. A round that throws is retried after the pause. It is logged unless the database is away, which ends no
 * worker.
 */
export function startLoop(options: {
  name: string;
  pauseMs: number;
  logger: Logger;
  wokenBy?: WokenBy | undefined;
  round: () => Promise<boolean>;
}): WakefulLoop {
  let stopping = false;
  let woken = false;
  let endPause = (): void => undefined;

  const run = async (): Promise<void> => {
    while (!stopping) {
      woken = false;
      const foundWork = await options.round().catch((error: unknown) => {
        if (!(error instanceof DatabaseAway)) {
          options.logger.warn('worker round failed and will be repeated', {
            worker: options.name,
            ...describeError(error),
          });
        }
        return false;
      });
      if (foundWork || stopping || woken) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, options.pauseMs);
        endPause = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const finished = run();
  const wake = (): void => {
    // Also while a round runs, because it may have missed the new work.
    if (woken) return;
    woken = true;
    endPause();
  };
  const endWaking = options.wokenBy?.(wake);

  return {
    wake,
    async stop() {
      endWaking?.();
      stopping = true;
      endPause();
      await finished;
    },
  };
}
