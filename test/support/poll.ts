import { setTimeout as delay } from 'node:timers/promises';

/** Tells what hangs from what is slow, and ends before the test does, to say what it was. */
export const HANGS_AFTER_MS = 50_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;

/**
 * Waits until a condition holds. Looks less often the longer that takes: on a busy machine, looking takes its time
 * from what is waited for.
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
