import type { Money } from '../../lib/money.ts';

/** Either the result, in `toAsset`, or the source amount, in `fromAsset`, is given. */
export type QuoteRequest = {
  idempotencyKey: string;
  fromAsset: string;
  /** The decimals of `fromAsset` that the rail supports. */
  fromDecimals: number;
  toAsset: string;
  /** The wanted validity of the quote. The provider may give less (D28); more is not used. */
  lifeMs: number;
} & ({ toAmount: Money } | { fromAmount: Money });

export interface LockedQuote {
  /** The provider's reference for the quote, which `convert` sends back. */
  reference: string;
  /** Units of `toAsset` for one of `fromAsset`, with at most 8 decimals. */
  rate: Money;
  /** The source amount; if not requested, the smallest sufficient amount in the rail's decimals. */
  fromAmount: Money;
  /** The result at this rate, with at most 8 decimals. */
  toAmount: Money;
  /** When it expires, on the deployment's clock. */
  expiresAt: Date;
}
