/** The reasons why a deposit was not credited to a link (D7). */
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
  'PAYER_MISMATCH',
  'CONVERSION_FAILED',
  'NOT_CONFIRMED',
  'SCREENING_REFUSED',
] as const;
export type UnmatchedReason = (typeof UNMATCHED_REASONS)[number];

/** The reasons why a withdrawal, a conversion or a refund failed or was returned (D10). */
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
  'SCREENING_REFUSED',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** The reasons why a transfer is held up, neither done nor refused yet. */
export const WAIT_REASONS = [
  /** The rail's wallet or account has too little of the asset. */
  'HOT_WALLET_EMPTY',
  /** Too little of the chain's coin to pay for gas. */
  'GAS_EMPTY',
  /** Network fees are above the operator's maximum. */
  'FEES_TOO_HIGH',
  /** The token's contract is paused. */
  'TOKEN_PAUSED',
  /** The network or the provider does not respond, or its endpoints do not agree. */
  'RAIL_UNREACHABLE',
  /** The issuer has not issued the paid tokens yet. */
  'NOT_ISSUED',
  /** The conversion's loss would exceed the operator's maximum. */
  'PRICE_MOVED',
  /** It is above an operator's limit. */
  'LIMIT',
  /** The operator has paused the rail. */
  'PAUSED',
  /** The account is suspended or blocked. */
  'ACCOUNT_NOT_ACTIVE',
  /** Its requester or one who approved it may no longer move the account's money. */
  'REQUESTER_NOT_AUTHORIZED',
  /** The screening hook has not allowed it yet. */
  'SCREENING',
  /** Only the operator can find out its outcome. */
  'OPERATOR',
] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];

/** All reasons in events and responses; tests check the contract and the database against this list (D27). */
export type Reason = UnmatchedReason | FailureReason;
