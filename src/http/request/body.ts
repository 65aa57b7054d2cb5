import type { RequestLimits } from '../../lib/request-limits.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { parseJson, parseVerbatimJson } from '../../lib/json.ts';
import { readBytes, sendsBody } from './bytes.ts';
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
