import type { FailureReason } from '../../../../lib/reasons.ts';
import {
  faultBy,
  noAccess,
  NOT_THERE,
  refused,
  TOO_MANY,
  wordOf,
  type RailFault,
  type Reading,
} from '../../http-rail/index.ts';
import type { Fields } from './fields.ts';

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

/**
 * The reason for a refusal, by a code, a `state_reason` or the reason of a rejection; Mono uses the same words for all.
 */
export function reasonOf(code: string): FailureReason {
  return Object.hasOwn(REASONS, code) ? (REASONS[code] ?? 'PROVIDER_REFUSED') : 'PROVIDER_REFUSED';
}

/** `{errors: [{error_code}], id}`, or for token requests `{error}`, which send nothing else. */
export function faultOf(status: number, body: unknown): RailFault {
  const { error, errors, id } = Object(body) as Fields;
  const [first] = Array.isArray(errors) ? (errors as unknown[]) : [];
  const code = wordOf(Array.isArray(errors) ? (Object(first) as Fields)['error_code'] : error);
  const reading = error === undefined ? readingOf(status, code ?? '') : noAccess('it gives no token');
  return faultBy(status, { code, reading, logId: /^log_/.test(wordOf(id) ?? '') ? wordOf(id) : undefined });
}

/** By status; undefined for one that is not documented. */
function readingOf(status: number, code: string): Reading | undefined {
  switch (status) {
    case 400:
    case 422:
      return refused('the request is not accepted', reasonOf(code));
    case 401:
      return { as: 'sign_anew', meaning: 'the token is not accepted', alarm: true };
    case 403:
      return noAccess('a scope or product is missing');
    case 404:
      return NOT_THERE;
    case 409:
      return { as: 'look_up', meaning: 'the key or id was used before' };
    case 429:
      return TOO_MANY;
    default:
      return undefined;
  }
}
