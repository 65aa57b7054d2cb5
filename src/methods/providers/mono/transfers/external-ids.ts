import { deterministicHex } from '../../../../lib/ids.ts';

/** What an outgoing transfer is for us. */
export type Purpose = 'pay_out' | 'refund';

/** Our id of a transfer: the same for the same key. It says what it is for, so that Mono's list alone tells. */
export function externalIdOf(purpose: Purpose, idempotencyKey: string): string {
  return `${purpose}_${deterministicHex('mono', purpose, idempotencyKey).slice(0, 32)}`;
}

/** Undefined for a transfer that this service did not make. */
export function purposeOf(externalId: string | undefined): Purpose | undefined {
  const [, purpose] = /^(pay_out|refund)_[0-9a-f]{32}$/.exec(externalId ?? '') ?? [];
  return purpose as Purpose | undefined;
}
