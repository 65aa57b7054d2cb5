import type { Request, Response } from 'express';
import type { OpenApiRequestMetadata } from 'express-openapi-validator/dist/framework/types.js';
import type { Caller } from '../credentials/service.ts';
import type { RateLimitState } from '../rate-limits/limiter.ts';
import type { Match } from './routes.ts';

/** What the kernel comes to know of one request on its way down. */
export interface Call {
  readonly requestId: string;
  readonly clientAddress: string;
  /** The dated version that builds the answer; the newest until the caller's is known. */
  version: string;
  match: Match | undefined;
  caller: Caller | undefined;
  rateLimit: RateLimitState | undefined;
}

declare module 'express-serve-static-core' {
  interface Request {
    call: Call;
    /** What express-openapi-validator's route match leaves for its later steps. */
    openapi?: OpenApiRequestMetadata;
  }
}

export type { Request, Response };

/** For the steps behind authentication. */
export function requireCaller(call: Call): Caller {
  if (!call.caller) throw new Error('this step runs behind authentication');
  return call.caller;
}

/** For the steps behind the route match. */
export function requireMatch(call: Call): Match {
  if (!call.match) throw new Error('this step runs behind the route match');
  return call.match;
}
