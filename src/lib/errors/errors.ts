import { ERRORS, type ErrorCode } from './table.ts';

/** An outcome that is reported to the caller; thrown anywhere, turned into the error envelope in one place. */
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
    // A refusal is a regular response whose stack trace is not needed, and capturing one takes as long as a key's HMAC.
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

/** The most common refusal, of a request in which one field is wrong. */
export function invalidParam(param: string, message: string): DomainError {
  return new DomainError('invalid_request', { param, message });
}

/** The call was not executed, for a temporary reason that is not the caller's; it counts against no limit. */
export class NotExecuted extends DomainError {
  constructor(reason: string, cause?: unknown) {
    super('rate_limit_exceeded', {
      message: `${reason}, and this call was not executed. This is not your rate limit; try again in a second.`,
      headers: { 'Retry-After': '1' },
      cause,
    });
  }
}

export class Overloaded extends NotExecuted {
  constructor(cause?: unknown) {
    super('The service is overloaded', cause);
  }
}

/** The account is just leaving for another cell, or has left during the call (D74). */
export class AccountMoves extends NotExecuted {
  constructor(cause?: unknown) {
    super('The account is being moved to another cell, or has just been', cause);
  }
}

/** A cell was directed here for an account that this one has lost, until an operator repairs it (D74). */
export class CellsDisagree extends NotExecuted {
  constructor() {
    super('A part of the service is being restored', undefined);
  }
}

/** A fault in how the program was started; its message is one line with advice. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
