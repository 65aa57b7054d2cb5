import type { ErrorCode, ErrorDetail, ErrorType } from './generated/types.gen.js';

/** What all errors of this package have in common. */
export class PaymentsAccountError extends Error {
  override readonly name: string = 'PaymentsAccountError';
}

/** The service answered with an error. Branch on `code`; the message is for people. */
export class ApiError extends PaymentsAccountError {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Undefined when the response is not the service's own, but that of a proxy before it. */
  readonly code: ErrorCode | undefined;
  readonly type: ErrorType | undefined;
  /** The field, parameter or header at fault, if there is one. */
  readonly param: string | undefined;
  /** Quote it when you ask for help. */
  readonly requestId: string | undefined;
  readonly headers: Headers;

  constructor(response: Response, body: string) {
    const detail = detailOf(body);
    super(detail?.message ?? `The service answered with status ${response.status}.`);
    this.status = response.status;
    this.code = detail?.code;
    this.type = detail?.type;
    this.param = detail?.param;
    this.requestId = detail?.request_id ?? response.headers.get('X-Request-Id') ?? undefined;
    this.headers = response.headers;
  }

  /** The message with the code and the request id, for logs that keep a text only. */
  override toString(): string {
    const named = [this.code ?? `status ${this.status}`, this.requestId];
    return `${this.name}: ${this.message} (${named.filter((name) => name !== undefined).join(', ')})`;
  }
}

/** No response came, or not a whole one; `cause` says why. The call may or may not have been carried out. */
export class ConnectionError extends PaymentsAccountError {
  override readonly name: string = 'ConnectionError';
}

/** No response came in time. The call may or may not have been carried out. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

/** A webhook whose signature is not right: do not trust it. */
export class WebhookSignatureError extends PaymentsAccountError {
  override readonly name = 'WebhookSignatureError';
}

function detailOf(body: string): ErrorDetail | undefined {
  try {
    const { error } = JSON.parse(body) as { error?: Partial<ErrorDetail> };
    return typeof error?.code === 'string' ? (error as ErrorDetail) : undefined;
  } catch {
    return undefined;
  }
}
