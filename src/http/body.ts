import express, { type RequestHandler } from 'express';
import type { RequestLimits } from '../config.ts';
import { DomainError } from '../lib/errors.ts';
import { parseJson, type Json } from '../lib/json.ts';
import { requireMatch, type Request, type Response } from './call.ts';

const JSON_TYPE = /^application\/json *(?:;|$)/i;
const CHARSET = /; *charset *= *"?([^\s;"]+)/i;

/**
 * Reads the body as JSON; it is undefined when there is none. Throws `payload_too_large`, `unsupported_media_type`
 * and `invalid_request`.
 */
export function createBodyReader(limits: RequestLimits): RequestHandler {
  // What type the bytes have is looked at only when there are any: a call without a body need not declare one.
  const readBytes = express.raw({ limit: limits.bodyBytes, inflate: false, type: () => true });
  const read: JsonReader = (request, response) => readJson(request, response, readBytes, limits.jsonDepth);
  return async (request, response, next) => {
    const { takesBody, requiresBody } = requireMatch(request.call).operation;
    request.body = takesBody ? await read(request, response) : await requireNoBody(request, response, read);
    // The validation would let it pass when no field of it is required.
    if (requiresBody && request.body === undefined) {
      throw new DomainError('invalid_request', { message: 'The body is required.' });
    }
    next();
  };
}

type JsonReader = (request: Request, response: Response) => Promise<Json | undefined>;

async function readJson(
  request: Request,
  response: Response,
  readBytes: RequestHandler,
  maxDepth: number,
): Promise<Json | undefined> {
  await new Promise<void>((resolve, reject) => {
    readBytes(request, response, (failure?: unknown) =>
      failure instanceof Error ? reject(failure) : resolve(),
    );
  });
  // To the reader, a client that went away before its body came looks like one that sent none.
  if (!request.complete) throw new DomainError('invalid_request', { message: 'The request broke off.' });
  const bytes: unknown = request.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return undefined;
  if (!isJsonType(request.get('content-type') ?? '')) throw new DomainError('unsupported_media_type');
  return parseJson(bytes, maxDepth);
}

function isJsonType(type: string): boolean {
  return JSON_TYPE.test(type) && (CHARSET.exec(type)?.[1] ?? 'utf-8').toLowerCase() === 'utf-8';
}

/** An empty object counts as none: many clients send one out of habit. */
async function requireNoBody(request: Request, response: Response, read: JsonReader): Promise<undefined> {
  const body = await read(request, response).catch(() => null);
  const isEmpty = body === undefined || (body !== null && JSON.stringify(body) === '{}');
  if (!isEmpty) throw new DomainError('invalid_request', { message: 'This call takes no body.' });
}
