import type { FailureReason } from '../../../lib/reasons.ts';
import { ProviderFailure } from '../../index.ts';

/**
 * The meaning of an error for the caller. `alarm`: no call will succeed, or money will not move, until an operator
 * acts.
 */
export type Reading = { meaning: string; alarm?: true } & (
  | { as: 'refused'; reason: FailureReason }
  | {
      as:
        /** The outcome is unknown. */
        | 'unavailable'
        /** The request was rejected for its credentials, before it was processed. */
        | 'turned_away'
        /** Rejected before processing as one call too many; no calls are made for a while. */
        | 'too_many'
        /** Rejected before processing for its nonce or token alone; it may succeed when signed anew. */
        | 'sign_anew'
        /** No record has that id. */
        | 'not_there'
        /** The id or key was used before, so the outcome must be looked up. */
        | 'look_up'
        /** A record with the same content exists. */
        | 'duplicate';
    }
);

/** Readings that all rails share. */
export const NOT_THERE: Reading = { as: 'not_there', meaning: 'it was not found' };
export const TOO_MANY: Reading = { as: 'too_many', meaning: 'too many calls' };
export const refused = (meaning: string, reason: FailureReason = 'PROVIDER_REFUSED'): Reading => ({
  as: 'refused',
  reason,
  meaning,
});
export const unavailable = (meaning: string): Reading => ({ as: 'unavailable', meaning });
export const noAccess = (meaning: string): Reading => ({ as: 'turned_away', meaning, alarm: true });

/** A rail's error, as read from its response. */
export interface RailFault {
  /** The rail's own code, kept short because it is shown and logged; `http_<status>` if it gave none. */
  code: string;
  reading: Reading;
  isDocumented: boolean;
  /** The field that was refused. */
  field?: string | undefined;
  /** The rail's request id, for its support. */
  logId?: string | undefined;
}

/**
 * An error response of a rail. As a ProviderFailure it states only what is certain, so callers that do not handle
 * `not_there` and `look_up` treat them as an open outcome. It never quotes the rail's text, which may quote the
 * request.
 */
export class RailError extends ProviderFailure {
  readonly code: string;
  readonly reading: Reading;
  readonly isDocumented: boolean;
  readonly logId: string | undefined;
  readonly status: number;
  /** The wait that the rail requested; 0 if it requested none. */
  readonly retryAfterMs: number;

  constructor(rail: string, status: number, fault: RailFault, retryAfter?: string) {
    const { code, reading, field } = fault;
    const about = field === undefined ? '' : `, ${field}`;
    super(
      reading.as === 'refused' ? 'refused' : 'unavailable',
      `${rail}: ${reading.meaning} (${code}${about}).`,
      { reason: reading.as === 'refused' ? reading.reason : 'PROVIDER_REFUSED' },
    );
    this.code = code;
    this.reading = reading;
    this.isDocumented = fault.isDocumented;
    this.logId = fault.logId;
    this.status = status;
    this.retryAfterMs = /^\d{1,5}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1_000 : 0;
  }
}

export function isNotThere(error: unknown): boolean {
  return isReadAs(error, 'not_there');
}

/** Whether the id or key of a call was used before, in which case its outcome must be looked up. */
export function isUsedBefore(error: unknown): boolean {
  return isReadAs(error, 'look_up');
}

/** Whether a request was rejected before it was processed, and so will never be carried out. */
export function isTurnedAway(error: unknown): boolean {
  return isReadAs(error, 'turned_away', 'too_many', 'sign_anew');
}

/**
 * Reads what an error says about an order, which is that it will never be carried out, or that its id was used before.
 */
export function saidOfOrder(error: unknown): 'turned_away' | 'used_before' | undefined {
  if (isTurnedAway(error)) return 'turned_away';
  return isUsedBefore(error) ? 'used_before' : undefined;
}

/** Whether the request was not executed and never will be. */
export function isRefusal(error: unknown): error is ProviderFailure {
  return error instanceof ProviderFailure && error.kind === 'refused';
}

/** Interprets an error by its code. A code without a reading is undocumented, so the outcome counts as unknown. */
export function faultBy(
  status: number,
  {
    code = `http_${status}`,
    reading,
    ...named
  }: { code: string | undefined; reading: Reading | undefined } & Pick<RailFault, 'field' | 'logId'>,
): RailFault {
  return {
    code,
    isDocumented: reading !== undefined,
    ...named,
    reading: reading ?? unavailable('an error of its own'),
  };
}

/** Patterns of the sentences that banks write, with the failure reason of each. */
export type Sentences = readonly [RegExp, FailureReason][];

export function reasonIn(sentences: Sentences, text: string | undefined): FailureReason | undefined {
  return sentences.find(([pattern]) => pattern.test(text ?? ''))?.[1];
}

/** Returns a rail's word if it may be shown and logged; undefined for longer or other text. */
export function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w.-]{1,60}$/.test(value) ? value : undefined;
}

function isReadAs(error: unknown, ...readings: Reading['as'][]): boolean {
  return error instanceof RailError && readings.includes(error.reading.as);
}
