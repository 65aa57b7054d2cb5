import cluster from 'node:cluster';
import type { Database } from '../db/index.ts';
import type { Logger } from '../lib/logger.ts';
import type { Metrics } from '../lib/metrics.ts';
import { createMemoryStore, withFallback, type RateLimitStore } from './limiter.ts';
import { createPostgresStore } from './postgres-store.ts';
import { createPrimaryStore } from './primary-store.ts';

/** This process's store, as set by RATE_LIMIT_STORE. */
export async function createConfiguredStore({
  config,
  logger,
  metrics,
  db,
}: {
  config: { rateLimitStore: 'memory' | 'postgres' | 'redis'; redisUrl: string };
  logger: Logger;
  metrics: Metrics;
  db: Database;
}): Promise<RateLimitStore> {
  switch (config.rateLimitStore) {
    case 'memory':
      return cluster.isWorker ? createPrimaryStore() : createMemoryStore();
    case 'postgres':
      return withFallback(createPostgresStore(db.read), logger, () => metrics.countRateLimitFallback());
    case 'redis': {
      // Loaded on demand, because its client is large and few deployments use it.
      const { createRedisStore } = await import('./redis-store.ts');
      return withFallback(createRedisStore(config.redisUrl, logger), logger, () =>
        metrics.countRateLimitFallback(),
      );
    }
  }
}
