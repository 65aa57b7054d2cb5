import { DatabaseAway } from '../../lib/errors/database-away.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { API_ERRORS, ERRORS, type ErrorCode } from '../../lib/errors/table.ts';
import { describeError, type Logger } from '../../lib/logger.ts';
import type { Call } from '../request/call.ts';
import { type Answer, type Headers, withJsonContent } from './reply.ts';

const MAX_MESSAGE_LENGTH = 400;
const MAX_PARAM_LENGTH = 200;

export type ErrorReply = (error: unknown, call: Call) => Answer;

/**
 * The error envelope (D54) for anything thrown while a request is processed. `baseUrl` is that of the reference, whose page
 * about errors has an anchor for each code of the API.
 */
export function createErrorReply(options: { baseUrl: () => string; logger: Logger }): ErrorReply {
  const { baseUrl, logger } = options;
  return (error, call) => {
    const { refusal, headers } = refusalFor(error, call, logger);
    const { code, status, message, param } = refusal;
    const body = {
      error: {
        type: ERRORS[code].type,
        code,
        // Both can hold text that the caller sent.
        message: message.slice(0, MAX_MESSAGE_LENGTH),
        ...(param ? { param: param.slice(0, MAX_PARAM_LENGTH) } : {}),
        ...(code in API_ERRORS ? { doc_url: `${baseUrl()}/docs/guides/errors#${code}` } : {}),
        request_id: call.requestId,
      },
    };
    return {
      status,
      headers: withJsonContent(headers),
      text: JSON.stringify(body),
      body,
      errorCode: code,
    };
  };
}

/** The refusal that anything thrown amounts to, with its headers. Logs failures that are not foreseen. */
export function refusalFor(
  error: unknown,
  call: Call,
  logger: Logger,
): { refusal: DomainError; headers: Headers } {
  const known = error instanceof DomainError ? error : translateLibraryError(error);
  if (!known && !(error instanceof DatabaseAway)) {
    logger.error('request failed', {
      request_id: call.requestId,
      trace_id: call.traceId,
      operation: call.match?.operation.id,
      ...describeError(error),
    });
  }
  const refusal = known ?? new DomainError('internal_error');
  return { refusal, headers: { ...retryAfter(error, refusal, call), ...refusal.headers } };
}

/** Seconds after which a refusal has probably passed by itself. */
const PASSES_IN_S: Partial<Record<ErrorCode, number>> = {
  idempotency_request_in_progress: 1,
  quote_unavailable: 10,
};

/** When to try again, where that helps, because without it each client library has a guess of its own. */
function retryAfter(error: unknown, { code }: DomainError, call: Call): Headers {
  const ofLimit = code === 'rate_limit_exceeded' ? (call.rateLimit?.resetS ?? 1) : undefined;
  const ofOutage = error instanceof DatabaseAway ? 1 : undefined;
  const seconds = ofLimit ?? ofOutage ?? PASSES_IN_S[code];
  return seconds === undefined ? {} : { 'Retry-After': String(seconds) };
}

/** Our code for the status that express and its body parser set on an error. */
const CODES_BY_STATUS: Partial<Record<number, ErrorCode>> = {
  400: 'invalid_request',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
};

interface LibraryError extends Error {
  status: number;
}

function translateLibraryError(error: unknown): DomainError | undefined {
  const code = isLibraryError(error) ? CODES_BY_STATUS[error.status] : undefined;
  return code && new DomainError(code, { cause: error });
}

function isLibraryError(error: unknown): error is LibraryError {
  return error instanceof Error && 'status' in error && typeof error.status === 'number';
}
