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
  'PAYER_MISMATCH',
  'CONVERSION_FAILED',
  'NOT_CONFIRMED',
  'SCREENING_REFUSED',
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
  'SCREENING_REFUSED',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** Why money that is to be sent or converted was neither done nor refused yet. */
export const WAIT_REASONS = [
  /** There is too little of the asset where the rail sends from. */
  'HOT_WALLET_EMPTY',
  /** There is too little of the chain's coin to pay for gas. */
  'GAS_EMPTY',
  /** The network asks for more than the operator allows. */
  'FEES_TOO_HIGH',
  /** The token's contract moves nothing for anybody. */
  'TOKEN_PAUSED',
  /** The network or the provider does not respond, or its endpoints do not agree. */
  'RAIL_UNREACHABLE',
  /** What was paid for has not been issued by its issuer yet. */
  'NOT_ISSUED',
  /** An exchange would bring less than the operator allows. */
  'PRICE_MOVED',
  /** It is above a limit of the operator's. */
  'LIMIT',
  /** The operator has paused the rail. */
  'PAUSED',
  /** The account is suspended or blocked. */
  'ACCOUNT_NOT_ACTIVE',
  /** Whoever screens payments has not allowed it yet. */
  'SCREENING',
  /** Nobody but the operator can find out what became of it. */
  'OPERATOR',
] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];

/** All reasons in events and responses; tests check the contract and the database against this list (D27). */
export type Reason = UnmatchedReason | FailureReason;
