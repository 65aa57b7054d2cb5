import type { FailureReason } from '../../../lib/reasons.ts';
import { ProviderFailure } from '../../index.ts';

/** What an error means for whoever made the call. `alarm`: no call will succeed, or money stands still, until somebody acts. */
export type Reading = { meaning: string; alarm?: true } & (
  | { as: 'refused'; reason: FailureReason }
  | {
      as:
        /** Whether it was done is not known. */
        | 'unavailable'
        /** It was rejected before it was processed, for its credentials. */
        | 'turned_away'
        /** So too, as one of too many: nothing is sent for a while. */
        | 'too_many'
        /** So too, for its nonce or token alone: signed anew, it may succeed. */
        | 'sign_anew'
        /** There is nothing under that id. */
        | 'not_there'
        /** The id or key was used before: what became of it must be looked up. */
        | 'look_up'
        /** There is a record of the same content. */
        | 'duplicate';
    }
);

/** What rails say alike. */
export const NOT_THERE: Reading = { as: 'not_there', meaning: 'it was not found' };
export const TOO_MANY: Reading = { as: 'too_many', meaning: 'too many calls' };
export const refused = (meaning: string, reason: FailureReason = 'PROVIDER_REFUSED'): Reading => ({
  ...{ as: 'refused', reason, meaning },
});
export const unavailable = (meaning: string): Reading => ({ as: 'unavailable', meaning });
export const noAccess = (meaning: string): Reading => ({ as: 'turned_away', meaning, alarm: true });

/** What a rail's error says. */
export interface RailFault {
  /** The rail's own, kept short because it is shown and logged; `http_<status>` when it gave none. */
  code: string;
  reading: Reading;
  isDocumented: boolean;
  /** Which field was refused. */
  field?: string | undefined;
  /** The rail's id of the request, for its support. */
  logId?: string | undefined;
}

/**
 * A rail responded with an error. As a ProviderFailure it states no more than is certain: callers that do not handle
 * `not_there` and `look_up` treat them as an open outcome. Never quotes the rail's words, which may quote the request.
 */
export class RailError extends ProviderFailure {
  readonly code: string;
  readonly reading: Reading;
  readonly isDocumented: boolean;
  readonly logId: string | undefined;
  readonly status: number;
  /** How long the rail asked to wait; 0 when it did not say. */
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

/** Whether the id or key of a call was used before, so that what became of it must be looked up. */
export function isUsedBefore(error: unknown): boolean {
  return isReadAs(error, 'look_up');
}

/** Whether a request was rejected before it was processed, so that it will never be carried out. */
export function isTurnedAway(error: unknown): boolean {
  return isReadAs(error, 'turned_away', 'too_many', 'sign_anew');
}

/** What an error says of an order: that it will never be carried out, or that its id was used before. */
export function saidOfOrder(error: unknown): 'turned_away' | 'used_before' | undefined {
  if (isTurnedAway(error)) return 'turned_away';
  return isUsedBefore(error) ? 'used_before' : undefined;
}

/** Whether it was not done and never will be. */
export function isRefusal(error: unknown): error is ProviderFailure {
  return error instanceof ProviderFailure && error.kind === 'refused';
}

/** What an error says by its code. Without a reading it is not documented: whether anything was done is not known. */
export function faultBy(
  status: number,
  {
    code = `http_${status}`,
    reading,
    ...told
  }: { code: string | undefined; reading: Reading | undefined } & Pick<RailFault, 'field' | 'logId'>,
): RailFault {
  return {
    ...{ code, isDocumented: reading !== undefined, ...told },
    reading: reading ?? unavailable('an error of its own'),
  };
}

/** What banks say in sentences, and the reason that each of them means. */
export type Sentences = readonly [RegExp, FailureReason][];

export function reasonIn(sentences: Sentences, text: string | undefined): FailureReason | undefined {
  return sentences.find(([pattern]) => pattern.test(text ?? ''))?.[1];
}

/** A word of a rail's that may be shown and logged: undefined for anything longer or else. */
export function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w.-]{1,60}$/.test(value) ? value : undefined;
}

function isReadAs(error: unknown, ...readings: Reading['as'][]): boolean {
  return error instanceof RailError && readings.includes(error.reading.as);
}
