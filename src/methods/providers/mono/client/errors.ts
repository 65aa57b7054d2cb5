import type { FailureReason } from '../../../../lib/reasons.ts';
import { ProviderFailure } from '../../../index.ts';
import { listOf, optionalText, type Fields } from './fields.ts';

/** What a status means for the caller. */
type Reading =
  /** The content was rejected: it was not done and never will be. */
  | 'refused'
  /** There is nothing under that id. */
  | 'not_there'
  /** The key or the id was used before: its state must be looked up. */
  | 'look_up'
  /** It was turned away unread; no call succeeds until somebody acts. */
  | 'no_access'
  /** It was turned away unread: too many calls. */
  | 'too_many'
  /** Whether it was done is not known. */
  | 'unavailable';

const BY_STATUS: Readonly<Record<number, Reading>> = {
  400: 'refused',
  401: 'no_access',
  403: 'no_access',
  404: 'not_there',
  409: 'look_up',
  422: 'refused',
  429: 'too_many',
};

/** Mono responded with an error. As a ProviderFailure it states no more than is certain. */
export class MonoError extends ProviderFailure {
  readonly status: number;
  /** Mono's own, like `missing_field`; `http_<status>` when it gave none. */
  readonly code: string;
  readonly reading: Reading;
  /** Mono's id of the request, for its support. */
  readonly logId: string | undefined;
  /** How long Mono asked to wait; 0 when it did not say. */
  readonly retryAfterMs: number;

  constructor(status: number, body: unknown, retryAfter?: string) {
    const code = codeIn(body) ?? `http_${status}`;
    const reading = BY_STATUS[status] ?? 'unavailable';
    // The messages that come with codes may quote the request, so they are never used.
    super(reading === 'refused' ? 'refused' : 'unavailable', `Mono responded with ${status} ${code}.`, {
      reason: reasonOf(code),
    });
    this.status = status;
    this.code = code;
    this.reading = reading;
    const id = optionalText(Object(body) as Fields, 'id') ?? '';
    this.logId = /^log_[\w-]{1,60}$/.test(id) ? id : undefined;
    this.retryAfterMs = /^\d{1,5}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1_000 : 0;
  }
}

export function isNotThere(error: unknown): boolean {
  return error instanceof MonoError && error.reading === 'not_there';
}

export function isUsedBefore(error: unknown): boolean {
  return error instanceof MonoError && error.reading === 'look_up';
}

/** Whether a request was rejected before it was read: without access, or because there were too many. */
export function isTurnedAway(error: unknown): boolean {
  return error instanceof MonoError && (error.reading === 'no_access' || error.reading === 'too_many');
}

const REASONS: Readonly<Record<string, FailureReason>> = {
  key_not_found: 'INVALID_DESTINATION',
  invalid_key_format: 'INVALID_DESTINATION',
  target_not_found: 'INVALID_DESTINATION',
  creditor_account_not_found: 'INVALID_DESTINATION',
  invalid_creditor_account: 'INVALID_DESTINATION',
  key_suspended: 'DESTINATION_REJECTED',
  target_creditor_mismatch: 'DESTINATION_REJECTED',
  insufficient_funds: 'INSUFFICIENT_PROVIDER_FUNDS',
  amount_exceeds_balance_limit: 'LIMIT_EXCEEDED',
  amount_exceeds_max_limit: 'LIMIT_EXCEEDED',
};

/** Why something was refused, by a code, a `state_reason` or the reason of a rejection: Mono shares their words. */
export function reasonOf(code: string): FailureReason {
  return Object.hasOwn(REASONS, code) ? (REASONS[code] ?? 'PROVIDER_REFUSED') : 'PROVIDER_REFUSED';
}

/** A word of Mono's that is shown or logged: undefined for anything that is more than one. */
export function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w.-]{1,60}$/.test(value) ? value : undefined;
}

/** `{errors: [{error_code}]}`, or for tokens `{error}`. */
function codeIn(body: unknown): string | undefined {
  const { error, errors } = Object(body) as Fields;
  if (!Array.isArray(errors)) return wordOf(error);
  const [first] = errors.length > 0 ? listOf(errors.slice(0, 1), 'errors') : [];
  return wordOf(first?.['error_code']);
}
