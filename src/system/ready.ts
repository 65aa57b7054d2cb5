import { Router } from 'express';
import { limitByAddress, PROBES } from '../http/index.ts';
import type { RateLimiter } from '../rate-limits/index.ts';

interface ReadinessOptions {
  /** Why the service cannot serve, as a sentence. */
  findFault: () => Promise<string | undefined>;
  limiter: RateLimiter;
}

/** For load balancers: unlike /v1/health it checks the database. */
export function createReadiness({ findFault, limiter }: ReadinessOptions): Router {
  return Router().get('/ready', limitByAddress(limiter, PROBES), async (_request, response) => {
    const reason = await findFault().catch(() => 'The database cannot be read.');
    response.status(reason === undefined ? 200 : 503).send({ ready: reason === undefined, reason });
  });
}
