import type { RequestLimits } from '../../lib/request-limits.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { parseJson, parseVerbatimJson } from '../../lib/json.ts';
import { requireMatch, type Request } from './call.ts';

const JSON_TYPE = /^application\/json *(?:;|$)/i;
/** For a body that is echoed as it was sent. */
const MAX_ECHOED_BYTES = 64 * 1024;
const CHARSET = /; *charset *= *"?([^\s;"]+)/i;

/**
 * Reads the body as JSON; undefined when there is none. A body that is echoed as it was sent is kept as text as well.
 * Throws `payload_too_large`, `unsupported_media_type` and `invalid_request`.
 */
export function createBodyReader(limits: RequestLimits): (request: Request) => Promise<void> {
  const { bodyBytes, jsonDepth } = limits;
  return async (request) => {
    const { takesBody, requiresBody, echoesBody } = requireMatch(request.call).operation;
    if (!takesBody) {
      if (sendsBody(request)) await requireNoBody(readJson(request, bodyBytes), jsonDepth);
      request.body = undefined;
    } else if (echoesBody) {
      const bytes = await readJson(request, Math.min(bodyBytes, MAX_ECHOED_BYTES));
      const verbatim = bytes && parseVerbatimJson(bytes, jsonDepth);
      request.call.echo = verbatim;
      request.body = verbatim?.value;
    } else {
      const bytes = await readJson(request, bodyBytes);
      request.body = bytes && parseJson(bytes, jsonDepth);
    }
    // Validation would accept a missing body when none of its fields is required.
    if (requiresBody && request.body === undefined) {
      throw new DomainError('invalid_request', { message: 'The body is required.' });
    }
  };
}

/** The bytes of a body that is declared as JSON; undefined when there is none, which need not be declared. */
function readJson(request: Request, limit: number): Promise<Buffer | undefined> {
  return readBytes(request, limit, requireJsonType);
}

function requireJsonType(request: Request): void {
  if (!isJsonType(request.get('content-type') ?? '')) throw new DomainError('unsupported_media_type');
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

/**
 * Reads the bytes of a body; undefined when there is none, as far as `requireType` accepts it. Throws
 * `payload_too_large` and `unsupported_media_type` as early as possible, without reading the rest, and
 * `invalid_request` for a body that breaks off.
 */
export async function readBytes(
  request: Request,
  limit: number,
  /** Throws for a body of an unsupported type; not called when there is none. */
  requireType: (request: Request) => void = () => undefined,
): Promise<Buffer | undefined> {
  if (!sendsBody(request)) return undefined;
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > limit) throw tooLarge(limit);
  if (length > 0) requireType(request);
  if ((request.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw new DomainError('unsupported_media_type');
  }
  const pieces: Buffer[] = [];
  let read = 0;
  await eachPiece(request, (piece) => {
    if (read === 0) requireType(request);
    read += piece.length;
    if (read > limit) throw tooLarge(limit);
    pieces.push(piece);
  });
  if (read === 0) return undefined;
  return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
}

/** Whether the headers announce a body. */
export function sendsBody({ headers }: Pick<Request, 'headers'>): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}

/** Resolves at the end of the body. Reads no further once `take` throws, and rejects with that. */
function eachPiece(request: Request, take: (piece: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void =>
      void request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
    const fail = (error: unknown): void => {
      leave();
      request.pause();
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    const onData = (piece: Buffer): void => {
      try {
        take(piece);
      } catch (error) {
        fail(error);
      }
    };
    const onEnd = (): void => {
      leave();
      resolve();
    };
    const onBroken = (): void => {
      fail(
        new DomainError('invalid_request', { message: 'The request ended before its body was complete.' }),
      );
    };
    request.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}

function tooLarge(limit: number): DomainError {
  return new DomainError('payload_too_large', {
    message: `The request body is larger than ${limit} bytes, the limit of this call.`,
  });
}
