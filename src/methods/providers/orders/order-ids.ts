import { deterministicHex } from '../../../lib/ids.ts';
import type { Purpose } from './order.ts';

/** The ids by which a provider recognises this service's orders. */
export interface OrderIds<For extends Purpose> {
  /**
   * The same for the same key. It contains the purpose, so that the provider's books alone reveal it. At most 40 of
   * `[a-z0-9_]`.
   */
  readonly idOf: (purpose: For, idempotencyKey: string) => string;
  /** Undefined for an id that this service did not make. */
  readonly purposeOf: (id: string | undefined) => For | undefined;
}

export function createOrderIds<For extends Purpose>(
  provider: string,
  purposes: readonly For[],
): OrderIds<For> {
  return {
    idOf: (purpose, key) => `${purpose}_${deterministicHex(provider, purpose, key).slice(0, 32)}`,
    purposeOf: (id = '') => purposes.find((purpose) => new RegExp(`^${purpose}_[0-9a-f]{32}$`).test(id)),
  };
}
