import { ERRORS, type ErrorCode } from './table.ts';

/** An outcome that the caller is told about: thrown anywhere, answered as the error envelope in one place. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  /** The offending field, in the words of the contract (`methods[0].x` style when nested). */
  readonly param: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    options: { message?: string; param?: string; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(options.message ?? ERRORS[code].message, { cause: options.cause });
    this.code = code;
    this.param = options.param;
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** The commonest refusal: one field of the request is wrong. */
export function invalidParam(param: string, message: string): DomainError {
  return new DomainError('invalid_request', { param, message });
}

/** There is more to do than the service can right now; nothing of the call has been done, and it counts for nobody. */
export class Overloaded extends DomainError {
  constructor(cause?: unknown) {
    super('rate_limit_exceeded', {
      message:
        'The service has more to do than it can right now, and has not begun this call. This is not your limit; try again in a second.',
      headers: { 'Retry-After': '1' },
      cause,
    });
  }
}

/** A fault in how the program was started; its message is one line that says what to do. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
