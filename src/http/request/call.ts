import type { Request, Response } from 'express';
import type { OpenApiRequestMetadata } from 'express-openapi-validator/dist/framework/types.js';
import type { Caller } from '../../credentials/index.ts';
import { newRequestId } from '../../lib/ids.ts';
import type { VerbatimJson } from '../../lib/json.ts';
import type { RateLimitState } from '../../rate-limits/index.ts';
import type { Match } from './routes.ts';
import { CURRENT_VERSION } from '../../contract/index.ts';

/** The facts about one request that the steps of the chain collect. */
export interface Call {
  readonly requestId: string;
  /** On the process's monotonic clock. */
  readonly startedAtMs: number;
  readonly clientAddress: string;
  /** The id of this call in the caller's own logs, from the W3C `traceparent` that it sent. */
  readonly traceId: string | undefined;
  /** The dated version of the response; the newest until the caller's is known. */
  version: string;
  match: Match | undefined;
  /** The parameters of the query, once they are validated. */
  query: Request['query'] | undefined;
  /** The validated body, including defaults; the request's own body stays as it was sent. */
  body: unknown;
  caller: Caller | undefined;
  rateLimit: RateLimitState | undefined;
  /** The rate limiter's window in which the call was counted. */
  countedIn: { key: string; requestsPerMinute: number } | undefined;
  /** The body of a call that echoes it as it was sent. */
  echo: VerbatimJson | undefined;
}

declare module 'express-serve-static-core' {
  interface Request {
    call: Call;
    /** The time, on the process's monotonic clock, at which it became the next of its connection. */
    readonly arrivedAtMs: number;
    /** The result of express-openapi-validator's route match, for its later steps. */
    openapi?: OpenApiRequestMetadata;
  }
}

export type { Request, Response };

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** A call of which only its origin is known yet. */
export function newCall(clientAddress: string, traceparent?: string, arrivedAtMs = performance.now()): Call {
  return {
    requestId: newRequestId(),
    startedAtMs: arrivedAtMs,
    clientAddress,
    traceId: TRACEPARENT.exec(traceparent ?? '')?.[1],
    version: CURRENT_VERSION,
    match: undefined,
    query: undefined,
    body: undefined,
    caller: undefined,
    rateLimit: undefined,
    countedIn: undefined,
    echo: undefined,
  };
}

/** Whether it is an API call, valid or not; everything else is a page, a notice, a probe or a file. */
export function isOfApi(request: Request): boolean {
  return request.originalUrl.startsWith('/v1');
}

/** For the steps after authentication. */
export function requireCaller(call: Call): Caller {
  if (!call.caller) throw new Error('this step runs only after authentication');
  return call.caller;
}

/** For the steps after the route match. */
export function requireMatch(call: Call): Match {
  if (!call.match) throw new Error('this step runs only after the route match');
  return call.match;
}
