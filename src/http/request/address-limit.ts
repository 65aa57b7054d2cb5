import type { RequestHandler } from 'express';
import { networkOf } from '../../lib/cidr.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import type { RateLimiter } from '../../rate-limits/index.ts';
import type { Call } from './call.ts';

/** The requests of one kind that an address may send in a minute; each kind is counted separately. */
export interface AddressLimit {
  kind: string;
  requestsPerMinute: number;
}

/** Counts a request in its address's window. Throws `rate_limit_exceeded`. */
export async function countByAddress(
  call: Call,
  limiter: Pick<RateLimiter, 'count'>,
  limit: AddressLimit,
): Promise<void> {
  await countIn(call, limiter, windowOf(call, limit), limit.requestsPerMinute);
}

/** Counts a request in a window, which its response will report. Throws `rate_limit_exceeded`. */
export async function countIn(
  call: Call,
  limiter: Pick<RateLimiter, 'count'>,
  key: string,
  requestsPerMinute: number,
): Promise<void> {
  call.rateLimit = await limiter.count(key, requestsPerMinute);
  call.countedIn = { key, requestsPerMinute };
  if (call.rateLimit.exceeded) throw new DomainError('rate_limit_exceeded');
}

/** The window's key in the store. */
export function windowOf({ clientAddress }: Call, { kind }: AddressLimit): string {
  return `${kind}:${networkOf(clientAddress)}`;
}

export function limitByAddress(limiter: RateLimiter, limit: AddressLimit): RequestHandler {
  return async ({ call }, _response, next) => {
    await countByAddress(call, limiter, limit);
    next();
  };
}
