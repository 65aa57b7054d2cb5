import express from 'express';
import type { RequestLimits } from '../../config/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { parseJson, parseVerbatimJson } from '../../lib/json.ts';
import { requireMatch, type Request, type Response } from './call.ts';

const JSON_TYPE = /^application\/json *(?:;|$)/i;
/** For a body that is echoed as it was sent. */
const MAX_ECHOED_BYTES = 64 * 1024;
const CHARSET = /; *charset *= *"?([^\s;"]+)/i;

/**
 * Reads the body as JSON; it is undefined when there is none. One that is echoed as it was sent is kept as text as
 * well. Throws `payload_too_large`, `unsupported_media_type` and `invalid_request`.
 */
export function createBodyReader(
  limits: RequestLimits,
): (request: Request, response: Response) => Promise<void> {
  const readBytes = createBytesReader(limits.bodyBytes);
  const readEchoed = createBytesReader(Math.min(limits.bodyBytes, MAX_ECHOED_BYTES));
  return async (request, response) => {
    const { takesBody, requiresBody, echoesBody } = requireMatch(request.call).operation;
    if (!takesBody) {
      if (sendsBody(request)) await requireNoBody(readBytes(request, response), limits.jsonDepth);
      request.body = undefined;
    } else if (echoesBody) {
      const bytes = await readEchoed(request, response);
      const verbatim = bytes && parseVerbatimJson(bytes, limits.jsonDepth);
      request.call.echo = verbatim;
      request.body = verbatim?.value;
    } else {
      const bytes = await readBytes(request, response);
      request.body = bytes && parseJson(bytes, limits.jsonDepth);
    }
    // Validation would accept a missing body when none of its fields is required.
    if (requiresBody && request.body === undefined) {
      throw new DomainError('invalid_request', { message: 'The body is required.' });
    }
  };
}

/** Whether a body follows the headers, going by them. */
export function sendsBody({ headers }: Request): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}

type BytesReader = (request: Request, response: Response) => Promise<Buffer | undefined>;

/** Reads the bytes of a body that is declared as JSON; undefined when there is none. */
function createBytesReader(limit: number): BytesReader {
  // The type is checked only when there are any bytes: a call without a body need not declare one.
  const readRaw = express.raw({ limit, inflate: false, type: () => true });
  return async (request, response) => {
    await new Promise<void>((resolve, reject) => {
      readRaw(request, response, (failure?: unknown) =>
        failure instanceof Error ? reject(refusalOf(failure, limit)) : resolve(),
      );
    });
    // To the reader, a client that disconnected before sending its body looks like one that sent none.
    if (!request.complete)
      throw new DomainError('invalid_request', {
        message: 'The request ended before its body was complete.',
      });
    const bytes: unknown = request.body;
    if (!Buffer.isBuffer(bytes) || bytes.length === 0) return undefined;
    if (!isJsonType(request.get('content-type') ?? '')) throw new DomainError('unsupported_media_type');
    return bytes;
  };
}

function refusalOf(failure: Error & { status?: number }, limit: number): Error {
  if (failure.status !== 413) return failure;
  return new DomainError('payload_too_large', {
    message: `The request body is larger than ${limit} bytes, the limit of this call.`,
    cause: failure,
  });
}

function isJsonType(type: string): boolean {
  return JSON_TYPE.test(type) && (CHARSET.exec(type)?.[1] ?? 'utf-8').toLowerCase() === 'utf-8';
}

/** Refuses a body. An empty object counts as none, because many clients send one by default. */
async function requireNoBody(reading: Promise<Buffer | undefined>, maxDepth: number): Promise<void> {
  const isEmpty = await reading
    .then((bytes) => bytes === undefined || JSON.stringify(parseJson(bytes, maxDepth)) === '{}')
    .catch(() => false);
  if (!isEmpty) throw new DomainError('invalid_request', { message: 'This call takes no body.' });
}
