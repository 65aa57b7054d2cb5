import { setTimeout as delay } from 'node:timers/promises';
import { Router } from 'express';
import { limitByAddress, PROBES } from '../http/index.ts';
import type { RateLimiter } from '../rate-limits/index.ts';

interface ReadinessOptions {
  /** The reason why the service cannot serve, as a sentence. */
  findFault: () => Promise<string | undefined>;
  limiter: RateLimiter;
}

/** Shorter than the timeout of health checks, so that they get a response from here. */
const DEADLINE_MS = 750;
const UNREADABLE = 'The database cannot be read.';

/** For load balancers. Unlike /v1/health, it checks the database. */
export function createReadiness({ findFault, limiter }: ReadinessOptions): Router {
  return Router().get('/ready', limitByAddress(limiter, PROBES), async (_request, response) => {
    const reason = await Promise.race([findFault().catch(() => UNREADABLE), tooLate()]);
    response.status(reason === undefined ? 200 : 503).send({ ready: reason === undefined, reason });
  });
}

async function tooLate(): Promise<string> {
  await delay(DEADLINE_MS, undefined, { ref: false });
  return UNREADABLE;
}
