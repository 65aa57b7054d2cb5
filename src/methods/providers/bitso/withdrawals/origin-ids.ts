import { deterministicHex } from '../../../../lib/ids.ts';

/** What a withdrawal at Bitso is for us. `mint`: pesos that go to Juno. `leg`: those that were bought for that first. */
export type Purpose = 'pay_out' | 'refund' | 'mint' | 'leg';

const PURPOSES: readonly Purpose[] = ['pay_out', 'refund', 'mint', 'leg'];

/**
 * Our id of a withdrawal: the same for the same key. It encodes the withdrawal's purpose, so that Bitso's statement alone
 * tells. At most 40 of `[A-Za-z0-9_]`.
 */
export function originIdOf(purpose: Purpose, idempotencyKey: string): string {
  return `${purpose}_${deterministicHex('bitso', purpose, idempotencyKey).slice(0, 32)}`;
}

/** What a withdrawal is for; undefined for one that this service did not make. */
export function purposeOf(originId: string | undefined): Purpose | undefined {
  return PURPOSES.find((purpose) => new RegExp(`^${purpose}_[0-9a-f]{32}$`).test(originId ?? ''));
}
