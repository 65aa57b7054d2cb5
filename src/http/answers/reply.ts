import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { type Export, toVersion } from '../../contract/index.ts';
import type { ErrorCode } from '../../lib/errors/table.ts';
import { endInOnePiece } from './node-http.ts';
import type { Call } from '../request/call.ts';

export type Headers = Record<string, string>;

/** A response as it is sent. Its text is built once, and is stored in the idempotency record. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Sent instead of the text, piece by piece, when it is too much to hold at once. */
  stream?: AsyncIterable<string>;
  /** The object that the text was built from; a replayed response has only its text. */
  body?: unknown;
  errorCode?: ErrorCode;
}

export const JSON_CONTENT: Headers = { 'Content-Type': 'application/json; charset=utf-8' };
const SVG_CONTENT: Headers = { 'Content-Type': 'image/svg+xml' };

/**
 * The response to a change, before it is stored. It is encrypted if it is `sealed`, because it then contains a secret.
 */
export interface FreshAnswer extends Answer {
  sealed: boolean;
}

/** The outcome of a handler, for each of the forms that a response of the API has. */
export interface HandlerReply {
  status: number;
  headers?: Headers;
  body?: unknown;
  svg?: string;
  export?: Export;
  sealed?: boolean;
}

/** The headers of a response in JSON. Not a spread, which would give each of them a hidden class of its own in V8. */
export function withJsonContent(headers: Headers | undefined): Headers {
  return Object.assign({}, JSON_CONTENT, headers);
}

/** The response to a handler's reply, in the form of the given version. */
export function toAnswer({ status, headers, svg, body }: HandlerReply, version: string): Answer {
  if (svg !== undefined) return { status, headers: { ...SVG_CONTENT, ...headers }, text: svg };
  if (body === undefined) return { status, headers: { ...headers }, text: '' };
  const versioned = toVersion(body, version);
  return {
    status,
    headers: withJsonContent(headers),
    text: JSON.stringify(versioned),
    body: versioned,
  };
}

/** The same for a change, whose replay names the version that built it, whichever is requested by then. */
export function toFreshAnswer(version: string): (reply: HandlerReply) => FreshAnswer {
  return (reply) => {
    const answer = toAnswer(reply, version);
    const headers = { 'Service-Version': version, ...answer.headers };
    return { sealed: reply.sealed ?? false, ...answer, headers };
  };
}

/** The last step of every request. Sends the response, with the headers that every response carries. */
export function sendAnswer(response: ServerResponse, call: Call, answer: Answer): void {
  if (response.headersSent || response.destroyed) return;
  const length = Buffer.byteLength(answer.text);
  const headers = headersOf(call, answer);
  // A 204 has no body, and so no length.
  if (answer.status !== 204) headers['Content-Length'] = String(length);
  response.writeHead(answer.status, headers);
  const isAscii = length === answer.text.length;
  if (isAscii) endInOnePiece(response, answer.text);
  else response.end(answer.text);
}

/** Like `sendAnswer`, compressed, for pages of several kilobytes, which a phone loads. */
export function sendCompressed(response: ServerResponse, call: Call, answer: Answer): void {
  if (response.headersSent || response.destroyed) return;
  const bytes = gzipSync(answer.text);
  const headers = headersOf(call, answer);
  headers['Content-Encoding'] = 'gzip';
  headers['Content-Length'] = String(bytes.length);
  response.writeHead(answer.status, headers);
  response.end(bytes);
}

/**
 * Like `sendAnswer`, for a response in pieces, which are read only as fast as the client takes them. Rejects if they
 * fail before the end; the client then sees a broken response, never one that only looks complete.
 */
export async function streamAnswer(
  response: ServerResponse,
  call: Call,
  answer: Answer,
  stream: AsyncIterable<string | Buffer> | Iterable<Buffer>,
): Promise<void> {
  if (response.destroyed) return;
  response.writeHead(answer.status, headersOf(call, answer));
  try {
    await pipeline(Readable.from(stream, { highWaterMark: 1 }), response);
  } catch (error) {
    // The client may disconnect at any time.
    if (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    throw error;
  }
}

function headersOf({ requestId, version, rateLimit }: Call, answer: Answer): Headers {
  // Filled instead of spread, because Node.js 20 takes some microseconds to add properties to the copy of an object.
  const headers: Headers = {
    'X-Request-Id': requestId,
    'Service-Version': version,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  if (rateLimit) {
    headers['RateLimit-Limit'] = String(rateLimit.limit);
    headers['RateLimit-Remaining'] = String(rateLimit.remaining);
    headers['RateLimit-Reset'] = String(rateLimit.resetS);
  }
  return Object.assign(headers, answer.headers);
}
