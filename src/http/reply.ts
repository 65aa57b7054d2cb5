import type { ServerResponse } from 'node:http';
import type { ErrorCode } from '../lib/errors.ts';
import type { Call } from './call.ts';

export type Headers = Record<string, string>;

/** An answer as it goes over the wire: its text is made once, and is what the idempotency record keeps. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** What the text was made from; a replayed answer has only its text. */
  body?: unknown;
  errorCode?: ErrorCode;
}

export const JSON_CONTENT: Headers = { 'Content-Type': 'application/json; charset=utf-8' };
export const SVG_CONTENT: Headers = { 'Content-Type': 'image/svg+xml' };

/** The last step of every request: what was decided, with the headers that every answer carries. */
export function sendAnswer(response: ServerResponse, call: Call, answer: Answer): void {
  if (response.headersSent || response.destroyed) return;
  const body = Buffer.from(answer.text);
  response.writeHead(answer.status, {
    'X-Request-Id': call.requestId,
    'Service-Version': call.version,
    ...rateLimitHeaders(call),
    // A 204 has no body, and so no length either.
    ...(answer.status === 204 ? {} : { 'Content-Length': String(body.length) }),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...answer.headers,
  });
  response.end(body);
}

function rateLimitHeaders({ rateLimit }: Call): Headers {
  if (!rateLimit) return {};
  return {
    'RateLimit-Limit': String(rateLimit.limit),
    'RateLimit-Remaining': String(rateLimit.remaining),
    'RateLimit-Reset': String(rateLimit.resetS),
  };
}
