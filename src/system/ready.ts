import { Router } from 'express';
import { limitByAddress } from '../http/address-limit.ts';
import { PROBES } from '../http/authenticate.ts';
import type { RateLimiter } from '../rate-limits/limiter.ts';

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
