import { setTimeout as delay } from 'node:timers/promises';

/** Long enough to tell hanging from slow, and shorter than a test's timeout, to say what hangs. */
export const HANGS_AFTER_MS = 50_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;

/**
 * Waits until a condition holds. Polls less often the longer it takes: on a busy machine, polling slows down what is
 * waited for.
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  { what, timeoutMs = HANGS_AFTER_MS }: { what: string; timeoutMs?: number },
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (let pauseMs = FIRST_PAUSE_MS; !(await condition()); pauseMs *= 1.2) {
    if (performance.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await delay(Math.min(pauseMs, LONGEST_PAUSE_MS));
  }
}
