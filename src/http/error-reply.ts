import { DomainError, ERRORS, type ErrorCode } from '../lib/errors.ts';
import { describeError, type Logger } from '../lib/logger.ts';
import type { Call } from './call.ts';
import { JSON_CONTENT, type Answer } from './reply.ts';

/** The error envelope (spec, "Errors") for whatever was thrown on a request's way down. */
export function answerForError(error: unknown, call: Call, logger: Logger): Answer {
  const known = error instanceof DomainError ? error : translateLibraryError(error);
  if (!known) {
    logger.error('a request failed', {
      request_id: call.requestId,
      operation: call.match?.operation.id,
      ...describeError(error),
    });
  }
  const refusal = known ?? new DomainError('internal_error');
  return {
    status: refusal.status,
    headers: {
      ...JSON_CONTENT,
      ...(refusal.code === 'rate_limit_exceeded' ? retryAfter(call) : {}),
      ...refusal.headers,
    },
    text: JSON.stringify({
      error: {
        type: ERRORS[refusal.code].type,
        code: refusal.code,
        message: refusal.message,
        ...(refusal.param === undefined ? {} : { param: refusal.param }),
        request_id: call.requestId,
      },
    }),
  };
}

function retryAfter(call: Call): Record<string, string> {
  return { 'Retry-After': String(call.rateLimit?.resetS ?? 1) };
}

/** The status that express, its body parser and the validator put on an error, as our code for it. */
const CODES_BY_STATUS: Partial<Record<number, ErrorCode>> = {
  400: 'invalid_request',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
};

interface LibraryError extends Error {
  status: number;
  /** body-parser's name of what went wrong. */
  type?: string;
  /** express-openapi-validator's findings. */
  errors?: { path?: string; message?: string }[];
}

function translateLibraryError(error: unknown): DomainError | undefined {
  if (!isLibraryError(error)) return undefined;
  const code = CODES_BY_STATUS[error.status];
  if (!code) return undefined;
  if (code !== 'invalid_request') return new DomainError(code, { cause: error });
  if (error.type === 'entity.parse.failed') {
    return new DomainError('invalid_request', { message: 'The body is not valid JSON.', cause: error });
  }
  const finding = error.errors?.[0];
  const param = finding?.path === undefined ? undefined : paramName(finding.path);
  return new DomainError('invalid_request', {
    message: finding?.message === undefined ? undefined : sentence(param, finding.message),
    param,
    cause: error,
  });
}

function isLibraryError(error: unknown): error is LibraryError {
  return error instanceof Error && 'status' in error && typeof error.status === 'number';
}

/** `/body/methods/0/x` is `methods[0].x`, `/query/limit` is `limit`, `/headers/idempotency-key` its header. */
function paramName(path: string): string | undefined {
  const segments = path.split('/').slice(1);
  const inside = ['body', 'query', 'params', 'headers'].includes(segments[0] ?? '')
    ? segments.slice(1)
    : segments;
  const name = inside
    .map((segment, place) => (/^\d+$/.test(segment) ? `[${segment}]` : place === 0 ? segment : `.${segment}`))
    .join('');
  return name === '' ? undefined : name.slice(0, 200);
}

function sentence(param: string | undefined, message: string): string {
  const text = param === undefined || message.includes(param) ? message : `${param} ${message}`;
  return `${text.slice(0, 400).replace(/\.$/, '')}.`;
}
