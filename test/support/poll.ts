import { setTimeout as delay } from 'node:timers/promises';

/** Waits until a condition holds, looking every few milliseconds; fails after the deadline. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  { what, timeoutMs = 15_000 }: { what: string; timeoutMs?: number },
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await delay(10);
  }
}
