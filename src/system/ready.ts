import { Router } from 'express';
import { limitByAddress } from '../http/address-limit.ts';
import { PROBES } from '../http/authenticate.ts';
import type { RateLimiter } from '../rate-limits/limiter.ts';

/** For load balancers: unlike /v1/health it checks the database. */
export function createReadiness(options: { isReady: () => Promise<boolean>; limiter: RateLimiter }): Router {
  return Router().get('/ready', limitByAddress(options.limiter, PROBES), async (_request, response) => {
    const ready = await options.isReady().catch(() => false);
    response.status(ready ? 200 : 503).send({ ready });
  });
}
