// Asks the processes at the given URLs whether they are ready, until it is told to stop; then prints what came of it.
import { setTimeout as delay } from 'node:timers/promises';
import type { Readiness } from './readiness.ts';

const ASKED_EVERY_MS = 150;
const TIMEOUT_MS = 5_000;

const readiness: Readiness = { asked: 0, slowest_ms: 0, slowest_health_ms: 0, failed: 0 };
let isOver = false;
process.once('SIGTERM', () => (isOver = true));
await Promise.all(process.argv.slice(2).map(watch));
console.log(JSON.stringify(readiness));

async function watch(url: string): Promise<void> {
  for (; !isOver; await delay(ASKED_EVERY_MS)) {
    const [ready, health] = await Promise.all([ask(`${url}/ready`), ask(`${url}/v1/health`)]);
    readiness.asked += 1;
    if (ready.status !== 200 && ready.status !== 503) readiness.failed += 1;
    readiness.slowest_ms = Math.max(readiness.slowest_ms, Math.round(ready.tookMs));
    readiness.slowest_health_ms = Math.max(readiness.slowest_health_ms, Math.round(health.tookMs));
  }
}

async function ask(url: string): Promise<{ status: number | undefined; tookMs: number }> {
  const startMs = performance.now();
  const status = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    .then((response) => response.text().then(() => response.status))
    .catch(() => undefined);
  return { status, tookMs: performance.now() - startMs };
}
