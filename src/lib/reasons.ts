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

/** Why a withdrawal, a conversion or a refund was not done, or came back (D10). */
export const FAILURE_REASONS = [
  'PROVIDER_REFUSED',
  'INVALID_DESTINATION',
  'DESTINATION_REJECTED',
  'ACCOUNT_CLOSED',
  'LIMIT_EXCEEDED',
  'INSUFFICIENT_PROVIDER_FUNDS',
  'QUOTE_EXPIRED',
  'OPERATOR_DECIDED',
  'RETURNED',
  'NOT_APPROVED',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** All reasons in events and responses; tests check the contract and the database against this list (D27). */
export type Reason = UnmatchedReason | FailureReason;
