import { DatabaseAway } from '../../lib/errors/database-away.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { ERRORS, type ErrorCode } from '../../lib/errors/table.ts';
import { describeError, type Logger } from '../../lib/logger.ts';
import type { Call } from '../call.ts';
import { JSON_CONTENT, type Answer } from './reply.ts';
import { inWords } from './wording.ts';

const MAX_MESSAGE_LENGTH = 400;
const MAX_PARAM_LENGTH = 200;

/** The error envelope (spec, "Errors") for anything thrown while a request is processed. */
export function answerForError(error: unknown, call: Call, logger: Logger): Answer {
  const known = error instanceof DomainError ? error : translateLibraryError(error);
  if (!known && !(error instanceof DatabaseAway)) {
    logger.error('a request failed', {
      request_id: call.requestId,
      trace_id: call.traceId,
      operation: call.match?.operation.id,
      ...describeError(error),
    });
  }
  const refusal = known ?? new DomainError('internal_error');
  const body = {
    error: {
      type: ERRORS[refusal.code].type,
      code: refusal.code,
      // Both can hold text that the caller sent.
      message: refusal.message.slice(0, MAX_MESSAGE_LENGTH),
      ...(refusal.param ? { param: refusal.param.slice(0, MAX_PARAM_LENGTH) } : {}),
      request_id: call.requestId,
    },
  };
  return {
    status: refusal.status,
    headers: {
      ...JSON_CONTENT,
      ...(refusal.code === 'rate_limit_exceeded' ? retryAfter(call) : {}),
      ...refusal.headers,
    },
    text: JSON.stringify(body),
    body,
    errorCode: refusal.code,
  };
}

function retryAfter(call: Call): Record<string, string> {
  return { 'Retry-After': String(call.rateLimit?.resetS ?? 1) };
}

/** Our code for the status that express, its body parser and the validator set on an error. */
const CODES_BY_STATUS: Partial<Record<number, ErrorCode>> = {
  400: 'invalid_request',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
};

interface LibraryError extends Error {
  status: number;
  /** express-openapi-validator's findings. */
  errors?: Finding[];
}

interface Finding {
  path: string;
  message: string;
  errorCode?: string;
}

function translateLibraryError(error: unknown): DomainError | undefined {
  if (!isLibraryError(error)) return undefined;
  const code = CODES_BY_STATUS[error.status];
  if (!code) return undefined;
  const { errors: findings = [] } = error;
  const [finding, next] = findings;
  if (!finding) return new DomainError(code, { cause: error });
  const param = paramName(finding.path);
  // A finding about a name is followed by one that only says that it was about a name.
  const isAboutNames = next?.errorCode?.startsWith('propertyNames.');
  const subject = isAboutNames ? `${param}: each name` : (param ?? 'The body');
  return new DomainError(code, { message: `${subject} ${inWords(finding.message)}.`, param, cause: error });
}

function isLibraryError(error: unknown): error is LibraryError {
  return error instanceof Error && 'status' in error && typeof error.status === 'number';
}

/** `/body/methods/0/x` is `methods[0].x`, and `/query/limit` is `limit`; the body itself has no name. */
function paramName(path: string): string | undefined {
  const name = path
    .split('/')
    .slice(2)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((segment, place) => (/^\d+$/.test(segment) ? `[${segment}]` : place === 0 ? segment : `.${segment}`))
    .join('');
  return name === '' ? undefined : name;
}
