export { createConfiguredStore } from './configured-store.ts';
export { rememberFullWindows } from './full-windows.ts';
export { createMemoryStore, createRateLimiter, type RateLimiter, type RateLimitState } from './limiter.ts';
export { countForWorkers } from './primary-store.ts';
export { purgeWindows } from './repository.ts';
export { createReserve } from './reserve.ts';
