import type { Money } from '../../lib/money.ts';

/** Either what must come out is given, in `toAsset`, or what goes in, in `fromAsset`. */
export type QuoteRequest = {
  idempotencyKey: string;
  fromAsset: string;
  /** How many decimals of `fromAsset` the rail carries. */
  fromDecimals: number;
  toAsset: string;
  /** How long the quote should hold. The provider may give less (D28); of what it gives beyond that, nothing is used. */
  lifeMs: number;
} & ({ toAmount: Money } | { fromAmount: Money });

export interface LockedQuote {
  /** The provider's reference for the quote, which `convert` sends back. */
  reference: string;
  /** Units of `toAsset` for one of `fromAsset`, with at most 8 decimals. */
  rate: Money;
  /** What goes in; when the request does not say, the smallest amount that the rail carries and that is enough. */
  fromAmount: Money;
  /** What it brings at this rate, with at most 8 decimals. */
  toAmount: Money;
  /** From when it no longer holds, on the deployment's clock. */
  expiresAt: Date;
}
