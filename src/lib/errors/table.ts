/** The API's error types (D54). */
type ErrorType =
  | 'invalid_request'
  | 'authentication_error'
  | 'permission_error'
  | 'not_found'
  | 'conflict'
  | 'rate_limit_error'
  | 'api_error';

interface ErrorRule {
  status: number;
  type: ErrorType;
  /** The fault and its remedy, unless the thrower gives a message of its own. */
  message: string;
}

const notFound = (message: string) => ({ status: 404, type: 'not_found', message }) as const;
const conflict = (message: string) => ({ status: 409, type: 'conflict', message }) as const;

/** Every code that a client of the API can get; a test checks that the contract's list is equal to it. */
export const API_ERRORS = {
  invalid_request: {
    status: 400,
    type: 'invalid_request',
    message: 'The request is invalid. Correct it and send it again.',
  },
  unknown_api_version: {
    status: 400,
    type: 'invalid_request',
    message: 'The Service-Version header is not a version of this API.',
  },
  idempotency_key_required: {
    status: 400,
    type: 'invalid_request',
    message:
      'This call needs an Idempotency-Key header: send a new UUID, and the same one again when you retry.',
  },
  invalid_cursor: {
    status: 400,
    type: 'invalid_request',
    message:
      'The cursor was not issued for this list. Send the next_cursor of the previous page unchanged, with the same filters.',
  },
  invalid_api_key: {
    status: 401,
    type: 'authentication_error',
    message:
      'The API key is missing or cannot be used. Send a valid key of this environment as "Authorization: Bearer <API_KEY>".',
  },
  insufficient_scope: {
    status: 403,
    type: 'permission_error',
    message: 'The API key lacks the scope of this call.',
  },
  user_not_found: {
    status: 403,
    type: 'permission_error',
    message: 'The account has no owner. Contact support to have one appointed.',
  },
  account_blocked: {
    status: 403,
    type: 'permission_error',
    message: 'The account is blocked. Contact support.',
  },
  account_suspended: {
    status: 403,
    type: 'permission_error',
    message: 'The account is suspended. Contact support.',
  },
  email_not_verified: {
    status: 403,
    type: 'permission_error',
    message: "The account's email address is not verified. Contact support to verify it.",
  },
  phone_not_verified: {
    status: 403,
    type: 'permission_error',
    message: "The account's phone number is not verified. Contact support to verify it.",
  },
  kyc_not_started: {
    status: 403,
    type: 'permission_error',
    message: "The account holder's identity verification has not been started. Contact support to start it.",
  },
  kyc_incomplete: {
    status: 403,
    type: 'permission_error',
    message: "The account holder's identity verification is incomplete. Contact support to complete it.",
  },
  kyb_not_started: {
    status: 403,
    type: 'permission_error',
    message: 'The business verification has not been started. Contact support to start it.',
  },
  kyb_incomplete: {
    status: 403,
    type: 'permission_error',
    message: 'The business verification is incomplete. Contact support to complete it.',
  },
  kyb_pending_review: {
    status: 403,
    type: 'permission_error',
    message: 'The business verification is under review. Try again once it is approved.',
  },
  forbidden: {
    status: 403,
    type: 'permission_error',
    message:
      'The business verification was rejected, or the method is not enabled for this account. Contact support.',
  },
  route_not_found: notFound('This path does not exist. The API reference is at /docs.'),
  payment_link_not_found: notFound('This account has no payment link with this code.'),
  payment_link_method_not_found: notFound('The payment link does not accept this method.'),
  customer_not_found: notFound('This account has no customer with this id.'),
  qr_code_not_found: notFound('This account has no QR code with this id.'),
  transaction_not_found: notFound('This account has no transaction with this id.'),
  deposit_not_found: notFound('This account has no deposit with this id.'),
  withdrawal_not_found: notFound('This account has no withdrawal with this id.'),
  conversion_not_found: notFound('This account has no conversion with this id.'),
  refund_not_found: notFound('This account has no refund with this id.'),
  request_log_not_found: notFound('No call of this account in the last 30 days has this request id.'),
  webhook_endpoint_not_found: notFound('This account has no webhook endpoint with this id.'),
  webhook_delivery_not_found: notFound('This webhook endpoint has no delivery with this id.'),
  event_not_found: notFound('This account has no event with this id in the last 30 days.'),
  method_not_allowed: {
    status: 405,
    type: 'invalid_request',
    message: 'This path does not support this HTTP method. The Allow header lists those it does.',
  },
  payment_link_not_deletable: conflict('Only a cancelled or expired payment link can be deleted.'),
  payment_link_not_cancellable: conflict('Only an active payment link can be cancelled.'),
  payment_link_not_modifiable: conflict('Only an active payment link can be updated.'),
  customer_reference_taken: conflict(
    'Another customer of this account has this reference. Use another reference, or that customer.',
  ),
  qr_code_reference_taken: conflict(
    'Another QR code of this account has this external_reference. Use another reference, or that code.',
  ),
  qr_code_not_deletable: conflict(
    'A QR code that has collected a payment cannot be deleted. Disable it instead.',
  ),
  webhook_endpoint_limit_reached: conflict(
    'The account has the maximum number of webhook endpoints. Delete one first.',
  ),
  webhook_redelivery_limit_reached: conflict(
    'The delivery was already repeated ten times. Retrieve the event instead.',
  ),
  payment_link_not_refundable: conflict('Only a paid link is refunded, up to what is left of it.'),
  deposit_taken_back: conflict('The bank took the deposit back, so it is not refunded as well.'),
  deposit_not_unmatched: conflict('Only an unmatched deposit can be accepted or refunded.'),
  deposit_under_review: conflict(
    'The deposit is in review. It can be accepted, or refunded by API, once the review is over.',
  ),
  deposit_refused: conflict(
    'The deposit was refused by payment rules. It can only be refunded, in the account panel.',
  ),
  deposit_too_small: conflict('The deposit is smaller than the smallest amount that can be moved.'),
  api_refunds_off: conflict(
    'Refunds by API are off for this account. An owner can turn them on in the account panel.',
  ),
  api_refund_limit_reached: conflict(
    'API keys have refunded as much as they may within 24 hours. Refund this payment in the account panel.',
  ),
  refund_origin_unknown: conflict(
    'It is not known for certain where this payment came from, so the API cannot refund it. Refund it in the account panel, where a person names the destination.',
  ),
  insufficient_funds: conflict('The account does not have enough funds.'),
  account_owes_money: conflict(
    'The account owes money for deposits that were taken back. Only what is more than that can leave it.',
  ),
  quote_expired: conflict('The quote has expired. Request a new one.'),
  idempotency_request_in_progress: conflict(
    'Another request with this Idempotency-Key is in progress. Retry shortly with the same key.',
  ),
  payload_too_large: {
    status: 413,
    type: 'invalid_request',
    message: 'The request body is too large.',
  },
  unsupported_media_type: {
    status: 415,
    type: 'invalid_request',
    message: 'Send the body as uncompressed JSON in UTF-8, with Content-Type: application/json.',
  },
  idempotency_key_reused: {
    status: 422,
    type: 'invalid_request',
    message:
      'This Idempotency-Key was used for a different request. Use a new key for each request, and the same key only to retry it.',
  },
  rate_limit_exceeded: {
    status: 429,
    type: 'rate_limit_error',
    message: 'Too many requests. Wait for the number of seconds in Retry-After.',
  },
  quote_unavailable: {
    status: 503,
    type: 'api_error',
    message: 'The provider has no quote at the moment. Try again later.',
  },
  internal_error: {
    status: 500,
    type: 'api_error',
    message:
      'Something went wrong on our side. Retry with the same Idempotency-Key; if the error persists, contact support with the request id.',
  },
} as const satisfies Record<string, ErrorRule>;

/** Errors of operations outside the API, in the panel and on the command line. */
const OPERATOR_ERRORS = {
  account_not_found: notFound('There is no such account.'),
  transfer_not_found: notFound('There is no such withdrawal, conversion or refund.'),
  company_account_required: {
    status: 403,
    type: 'permission_error',
    message: 'An individual account has no API keys; only companies have.',
  },
  api_key_not_found: notFound('There is no API key with this id in this account.'),
  api_key_ended: conflict('The API key was revoked or has expired, for good. Create a new one.'),
  deposit_unclaimed: conflict('The deposit was sent to a destination that belongs to no account.'),
  deposit_nothing_owed: conflict('Nothing is owed for this deposit any more.'),
  payment_link_not_payable: conflict('Only an active or expired link can be paid with what arrived for it.'),
  deposit_not_due_asset: conflict('The link does not take the asset that arrived.'),
  deposit_not_convertible: conflict(
    'The deposit cannot be exchanged for the currency of its link. Accept it into the balance, or refund it.',
  ),
  deposit_acceptance_changed: conflict('What accepting the deposit credits has changed. Look at it again.'),
  deposit_below_fee: conflict('The deposit does not cover the fee of a payment.'),
  refund_destination_required: {
    status: 400,
    type: 'invalid_request',
    message:
      'The payment cannot be sent back the way it came. Ask the payer where to, and name that destination.',
  },
  conversion_already_confirmed: conflict('The conversion was already confirmed.'),
  transfer_not_releasable: conflict(
    'Only a withdrawal or a refund to an address on a chain that is not over can be released.',
  ),
  transfer_not_stuck: conflict('Only a stuck transfer can be resolved.'),
  transfer_still_possible: conflict('The transfer may still happen, so its money cannot be released.'),
  provider_reference_taken: conflict('Another transfer already has this provider reference.'),
  destination_not_found: notFound('There is no saved destination with this id in this account.'),
  destination_limit_reached: conflict(
    'The account has as many saved destinations as it may have. Remove one first.',
  ),
  transfer_not_waiting: conflict(
    'It no longer waits for approval: it was approved, declined, taken back or sent in the meantime.',
  ),
  already_approved: conflict('You have approved it already. Someone else must give the second approval.'),
  owner_required: conflict('The approval that it still needs is that of an owner.'),
  approval_rule_not_found: notFound('There is no approval rule with this id in this account.'),
  approval_rule_limit_reached: conflict(
    'The account has as many approval rules as it may have, with those that have not ended yet.',
  ),
  transfer_in_batch: conflict('It belongs to a batch of withdrawals, which is decided on as a whole.'),
  withdrawal_batch_not_found: notFound('There is no batch of withdrawals with this id in this account.'),
  withdrawal_batch_changed: conflict('The batch is no longer what was reviewed. Review it again.'),
  withdrawal_batch_over: conflict(
    'Nothing of the batch can be cancelled: all of it was sent, or it has ended.',
  ),
  withdrawal_batch_not_repeating: conflict('No further run of this batch is scheduled.'),
  second_person_required: conflict('Whoever requested it cannot approve it.'),
  member_too_new: conflict(
    'Whoever joined, was promoted or had their sign-in reset within the last 24 hours cannot do this yet. Another owner can vouch for them.',
  ),
  requester_too_new: conflict(
    'Whoever requested it joined, was promoted or had their sign-in reset within the last 24 hours, or no longer belongs to the account. It cannot be approved unless another owner than you vouches for them; if in doubt, decline it.',
  ),
  refund_already_confirmed: conflict('The refund was already confirmed.'),
  refund_needs_quote: conflict(
    'The payment was converted. Ask for a quote of what its refund costs today, and confirm it.',
  ),
  conversion_of_refund: conflict('This conversion belongs to a refund. Confirm the refund instead.'),
  member_not_found: notFound('Nobody with this id belongs to the account.'),
  already_member: conflict('This person belongs to the account already, or is invited.'),
  last_owner: conflict('An account needs an owner. Make somebody else an owner first.'),
  last_sign_in_method: conflict('This is the only way to sign in. Add another first.'),
  reset_by_operator: conflict(
    'This person belongs to other accounts too, so that only the operator can reset how they sign in.',
  ),
  operator_key_required: {
    status: 401,
    type: 'authentication_error',
    message:
      'This command needs an operator: set OPERATOR_KEY to your key. `payments operators add` makes one.',
  },
  operator_key_refused: {
    status: 401,
    type: 'authentication_error',
    message:
      'OPERATOR_KEY is not the key of an operator: it is mistyped, was replaced or revoked, or does not work yet.',
  },
  operator_not_found: notFound('There is no operator with this name.'),
  operator_name_taken: conflict('There is an operator with this name. Choose another name.'),
  operator_self_revoked: conflict(
    'Nobody revokes their own key. Ask another operator, or replace it with rotate.',
  ),
  operator_request_not_found: notFound(
    'There is no request with this id; `payments approvals list` shows them.',
  ),
  operator_request_not_waiting: conflict('The request waits for nobody: it was decided, or has expired.'),
  second_operator_required: conflict('Whoever asked for it cannot approve it: another operator must.'),
  operator_request_forged: conflict(
    'This request or its approval was not written by this service with its secrets key. Find out who can write to the database.',
  ),
  screening_not_found: notFound(
    'Nothing with this id was screened; `payments screening list` shows what is held.',
  ),
  screening_not_held: conflict('It is not held: it was decided meanwhile, or is over.'),
  screening_undecided: conflict(
    'Screening has answered that some payments are to be held or refused, and they are not finished. Decide on those that `payments screening list` shows with a code, let the workers finish, and ask again.',
  ),
  screening_is_off: conflict('Payments are not screened: there is nothing to switch off.'),
  difference_not_found: notFound(
    'No check has found this difference lately; `payments differences list` shows those that one has.',
  ),
  liquidity_route_not_found: notFound(
    'There is no route with this id; `payments liquidity route list` shows them.',
  ),
  liquidity_route_taken: conflict(
    'There is a route for this asset between these providers. Remove it first, if the destination has changed.',
  ),
  liquidity_route_not_proven: conflict(
    'Nothing has arrived by this route yet. `payments liquidity status` shows its first transfer.',
  ),
  rebalancing_above_limit: conflict(
    'With what was sent within 24 hours, this is above the daily limit of the route, so another operator must approve it.',
  ),
  rebalancing_not_found: notFound(
    'There is no rebalancing with this id; `payments liquidity status` shows them.',
  ),
  rebalancing_not_in_transit: conflict(
    'It is not in transit: it was never sent, has arrived, or was written off.',
  ),
  one_time_link_ended: notFound('The link was used before, or has expired. Ask for a new one.'),
  user_disabled: conflict('The user is disabled.'),
} as const satisfies Record<string, ErrorRule>;

/** Errors that only payment providers get, for their notices (D27). */
const NOTICE_ERRORS = {
  notice_refused: {
    status: 401,
    type: 'authentication_error',
    message:
      'The signature of this notice is not the one expected of the provider, or the notice is too old.',
  },
  notice_not_stored: {
    status: 503,
    type: 'api_error',
    message: 'The notice could not be stored now. Send it again.',
  },
} as const satisfies Record<string, ErrorRule>;

/** Errors that cells return to proxies (D73), and to clients only where no proxy is in front of them. */
const CELL_ERRORS = {
  misdirected_request: {
    status: 421,
    type: 'invalid_request',
    message: 'The request is for another cell of this service. Send it to the public address.',
  },
} as const satisfies Record<string, ErrorRule>;

/** All refusals, so that the API, the panel and the command line use the same words. */
export const ERRORS = { ...API_ERRORS, ...OPERATOR_ERRORS, ...NOTICE_ERRORS, ...CELL_ERRORS };

export type ErrorCode = keyof typeof ERRORS;
