import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { type Logger, describeError } from '../lib/logger.ts';
import { WINDOW_S, type RateLimitStore } from './limiter.ts';

/** A limiter that makes callers wait for Redis would be worse than none. */
const COMMAND_TIMEOUT_MS = 250;

/** Counts in Redis, by its clock. */
export function createRedisStore(url: string, logger: Logger): RateLimitStore {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  redis.on('error', (error: Error) => logger.debug('Redis client error', describeError(error)));
  const counter = new RateLimiterRedis({
    storeClient: redis,
    points: Number.MAX_SAFE_INTEGER,
    duration: WINDOW_S,
    keyPrefix: 'payments-rate-limit',
    rejectIfRedisNotReady: true,
  });
  return {
    async increment(key, by) {
      const { consumedPoints, msBeforeNext } = await counter.penalty(key, by);
      return { used: consumedPoints, endsInMs: msBeforeNext };
    },
    close: () => Promise.resolve(redis.disconnect()),
  };
}
