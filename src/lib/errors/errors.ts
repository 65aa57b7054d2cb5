import { ERRORS, type ErrorCode } from './table.ts';

/** An outcome that is reported to the caller: thrown anywhere, turned into the error envelope in one place. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  /** The offending field, named as in the contract (`methods[0].x` style when nested). */
  readonly param: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    options: { message?: string; param?: string; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    const { stackTraceLimit } = Error;
    // A refusal is an answer: nobody reads its stack trace, and capturing one takes as long as a key's HMAC.
    Error.stackTraceLimit = 0;
    super(options.message ?? ERRORS[code].message, { cause: options.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.param = options.param;
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** The most common refusal: one field of the request is wrong. */
export function invalidParam(param: string, message: string): DomainError {
  return new DomainError('invalid_request', { param, message });
}

/** The service is overloaded; nothing of the call has been done, and it counts against no limit. */
export class Overloaded extends DomainError {
  constructor(cause?: unknown) {
    super('rate_limit_exceeded', {
      message:
        'The service is overloaded, and this call was not executed. This is not your rate limit; try again in a second.',
      headers: { 'Retry-After': '1' },
      cause,
    });
  }
}

/** The account is just leaving for another cell (D74), or has left; nothing of the call has been done. */
export class AccountMoves extends DomainError {
  constructor(cause?: unknown) {
    super('rate_limit_exceeded', {
      message:
        'The account is being moved and takes no changes for a moment, and this call was not executed. This is not your rate limit; try again in a second.',
      headers: { 'Retry-After': '1' },
      cause,
    });
  }
}

/** A fault in how the program was started; its message is one line that says what to do. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
