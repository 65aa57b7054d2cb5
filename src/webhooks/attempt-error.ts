import type { Schemas } from '../contract/index.ts';

type ErrorCode = Schemas['WebhookErrorCode'];

const STATUS = /^status \d+$/;

/**
 * An attempt's error as the contract tells it: the text that is stored, and its two parts. The text is `status 500`, or a
 * stable code of the outgoing client that can be followed by `: ` and a detail.
 */
export function viewError(
  error: string | null,
): Pick<Schemas['WebhookDeliveryAttempt'], 'error' | 'error_code' | 'error_detail'> {
  if (error === null) return { error, error_code: null, error_detail: null };
  if (STATUS.test(error)) return { error, error_code: 'unsuccessful_status', error_detail: null };
  const [code = '', ...detail] = error.split(': ');
  return {
    error,
    error_code: code as ErrorCode,
    error_detail: detail.length === 0 ? null : detail.join(': '),
  };
}
