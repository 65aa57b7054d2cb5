import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ErrorCode } from '../../lib/errors/table.ts';
import type { Call } from '../call.ts';

export type Headers = Record<string, string>;

/** An answer as it goes over the wire: its text is made once, and is what the idempotency record keeps. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** What is sent instead of the text, piece by piece: too much to be held at once. */
  stream?: AsyncIterable<string>;
  /** What the text was made from; a replayed answer has only its text. */
  body?: unknown;
  errorCode?: ErrorCode;
}

export const JSON_CONTENT: Headers = { 'Content-Type': 'application/json; charset=utf-8' };
export const SVG_CONTENT: Headers = { 'Content-Type': 'image/svg+xml' };

/** The last step of every request: what was decided, with the headers that every answer carries. */
export function sendAnswer(response: ServerResponse, call: Call, answer: Answer): void {
  if (response.headersSent || response.destroyed) return;
  const length = Buffer.byteLength(answer.text);
  response.writeHead(answer.status, {
    // A 204 has no body, and so no length either.
    ...(answer.status !== 204 && { 'Content-Length': String(length) }),
    ...headersOf(call, answer),
  });
  // As text, which Node sends in one piece with the headers. What is ASCII, as most is, need not even be encoded.
  response.end(answer.text, length === answer.text.length ? 'latin1' : 'utf8');
}

/**
 * The same for an answer in pieces, which are asked for only as fast as the client takes them. Rejects when they give
 * out before the end: the client sees a broken answer then, never one that only looks whole.
 */
export async function streamAnswer(
  response: ServerResponse,
  call: Call,
  answer: Answer,
  stream: AsyncIterable<string>,
): Promise<void> {
  response.writeHead(answer.status, headersOf(call, answer));
  try {
    await pipeline(Readable.from(stream, { highWaterMark: 1 }), response);
  } catch (error) {
    // The client may go away whenever it likes.
    if (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    throw error;
  }
}

function headersOf(call: Call, { headers }: Answer): Headers {
  return {
    'X-Request-Id': call.requestId,
    'Service-Version': call.version,
    ...rateLimitHeaders(call),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  };
}

function rateLimitHeaders({ rateLimit }: Call): Headers {
  if (!rateLimit) return {};
  return {
    'RateLimit-Limit': String(rateLimit.limit),
    'RateLimit-Remaining': String(rateLimit.remaining),
    'RateLimit-Reset': String(rateLimit.resetS),
  };
}
