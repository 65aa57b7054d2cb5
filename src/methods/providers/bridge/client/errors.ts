import type { FailureReason } from '../../../../lib/reasons.ts';
import { ProviderFailure } from '../../../index.ts';

/** What one of Bridge's errors means for the caller. */
export type Reading =
  /** It was not done. `alarm`: somebody should look at it. */
  | { as: 'refused'; reason: FailureReason; meaning: string; alarm?: true }
  /** Whether it was done is not known. `alarm`: no call will succeed until somebody acts. */
  | { as: 'unavailable'; meaning: string; alarm?: true }
  /** There is nothing under that id. */
  | { as: 'not_there'; meaning: string }
  /** The key was used before, and Bridge no longer says for what: it must be looked up. */
  | { as: 'look_up'; meaning: string }
  /** There is a record of the same content. */
  | { as: 'duplicate'; meaning: string };

const refused = (meaning: string, reason: FailureReason = 'PROVIDER_REFUSED'): Reading => ({
  as: 'refused',
  reason,
  meaning,
});
const unavailable = (meaning: string): Reading => ({ as: 'unavailable', meaning });
const alarm = (meaning: string): Reading => ({ as: 'unavailable', meaning, alarm: true });

/** By code, with the status that it comes with. The messages may quote the request, so they are never used. */
const BY_CODE: Readonly<Record<string, Reading>> = {
  '400 invalid_parameters': refused('a field is not valid'),
  '400 bad_customer_request': refused('the request does not suit the customer'),
  '400 duplicate_external_account': { as: 'duplicate', meaning: 'the bank account is known already' },
  '401 required': alarm('the API key is missing'),
  '401 invalid': alarm('the API key is wrong'),
  '403 aml_violation': {
    ...({ as: 'refused', reason: 'DESTINATION_REJECTED', alarm: true } as const),
    meaning: 'compliance does not allow it',
  },
  '404 Invalid': { as: 'not_there', meaning: 'it was not found' },
  '404 not_found': { as: 'not_there', meaning: 'it was not found' },
};

const BY_STATUS: Readonly<Record<number, Reading>> = {
  400: refused('the request is not accepted'),
  401: alarm('the credentials are not accepted'),
  403: alarm('the feature is not enabled'),
  404: { as: 'not_there', meaning: 'it was not found' },
  409: unavailable('a request with this key is still being carried out'),
  422: { as: 'look_up', meaning: 'the idempotency key was used before' },
  429: unavailable('too many calls'),
};

/** Bridge responded with an error. As a ProviderFailure it states no more than is certain. */
export class BridgeError extends ProviderFailure {
  /** Bridge's own; `http_<status>` when it gave none. */
  readonly code: string;
  readonly reading: Reading;
  readonly status: number;
  /** How long Bridge asked to wait; 0 when it did not say. */
  readonly retryAfterMs: number;

  constructor(status: number, code: string, { field, retryAfter }: { field?: string; retryAfter?: string }) {
    const reading = BY_CODE[`${status} ${code}`] ?? BY_STATUS[status] ?? unavailable('an error of its own');
    const about = field === undefined ? '' : `, ${field}`;
    super(
      reading.as === 'refused' ? 'refused' : 'unavailable',
      `Bridge: ${reading.meaning} (${code}${about}).`,
      {
        reason: reading.as === 'refused' ? reading.reason : 'PROVIDER_REFUSED',
      },
    );
    this.code = code;
    this.reading = reading;
    this.status = status;
    this.retryAfterMs = /^\d{1,5}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1000 : 0;
  }

  get isDocumented(): boolean {
    return `${this.status} ${this.code}` in BY_CODE || [409, 422].includes(this.status);
  }
}

export function isNotThere(error: unknown): boolean {
  return error instanceof BridgeError && error.reading.as === 'not_there';
}

/** Whether the key of a call was used before, so that what became of it must be looked up. */
export function isUsedBefore(error: unknown): boolean {
  return error instanceof BridgeError && error.reading.as === 'look_up';
}

/** Whether a request was turned away before it was processed: for its credentials, or as one too many. */
export function isTurnedAway(error: unknown): boolean {
  return (
    error instanceof BridgeError &&
    error.reading.as === 'unavailable' &&
    [401, 403, 429].includes(error.status)
  );
}

export function isRefusal(error: unknown): error is ProviderFailure {
  return error instanceof ProviderFailure && error.kind === 'refused';
}
