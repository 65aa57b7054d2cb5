/** Why a deposit was not credited to a link (D7). */
export const UNMATCHED_REASONS = [
  'UNDERPAID',
  'OVERPAID',
  'QUOTE_EXPIRED',
  'LINK_EXPIRED',
  'LINK_CANCELLED',
  'LINK_ALREADY_PAID',
  'WRONG_ASSET',
  'WRONG_NETWORK',
  'WRONG_PRECISION',
  'UNKNOWN_DESTINATION',
  'CONVERSION_FAILED',
  'NOT_CONFIRMED',
] as const;
export type UnmatchedReason = (typeof UNMATCHED_REASONS)[number];
