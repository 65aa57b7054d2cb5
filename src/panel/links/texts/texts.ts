import type { UnmatchedReason } from '../../../lib/reasons.ts';
import type { LinkStatus, QuoteStatus } from '../../../payment-links/index.ts';

/** Steps described by one sentence. */
export type PlainStep =
  | 'confirmed'
  | 'converting'
  | 'converted'
  | 'notConverted'
  | 'paid'
  | 'reopened'
  | 'cancelled'
  | 'expired'
  | 'deleted';

export interface LinkTexts {
  title: string;
  statuses: Readonly<Record<LinkStatus, string>>;
  list: {
    all: string;
    byState: string;
    search: string;
    searchHint: string;
    from: string;
    until: string;
    show: string;
    none: string;
    noneFound: string;
    /** How many of the newest are shown. */
    moreFound: (shown: number) => string;
    code: string;
    description: string;
    amount: string;
    state: string;
    paidWith: string;
    created: string;
    create: string;
  };
  create: {
    title: string;
    amount: string;
    amountHint: string;
    currency: string;
    limits: (least: string, most: string) => string;
    description: string;
    descriptionHint: string;
    reference: string;
    referenceHint: string;
    methods: string;
    methodsHint: string;
    methodsLater: string;
    showMethods: string;
    converted: string;
    reasons: {
      BELOW_FIAT_MINIMUM: (least: string) => string;
      BELOW_CONVERSION_THRESHOLD: (least: string) => string;
      ABOVE_MAXIMUM: (least: string) => string;
      RAIL_PAUSED: (least: string) => string;
    };
    feeBearer: string;
    merchant: string;
    payer: string;
    expiry: string;
    /** By hours. */
    lives: Readonly<Record<'1' | '24' | '72' | '168' | '720' | '2160', string>>;
    more: string;
    payerName: string;
    payerNameHint: string;
    returnUrl: string;
    returnUrlHint: string;
    metadata: string;
    metadataHint: string;
    key: (row: number) => string;
    value: (row: number) => string;
    submit: string;
    back: string;
  };
  detail: {
    back: string;
    address: string;
    open: string;
    mail: string;
    whatsapp: string;
    qr: string;
    facts: {
      amount: string;
      reference: string;
      fee: string;
      refunded: string;
      net: string;
      paidAt: string;
      paidWith: string;
      payer: string;
      created: string;
      expires: string;
      feeBearer: string;
      returnUrl: string;
      metadata: string;
      requestId: string;
    };
    bearers: Readonly<Record<'merchant' | 'payer', string>>;
    methods: string;
    method: string;
    due: string;
    quote: string;
    fee: string;
    payTo: string;
    quotes: Readonly<Record<QuoteStatus, string>>;
    paused: string;
    until: string;
    reference: (reference: string) => string;
    over: (network: string) => string;
    notYet: string;
    timeline: string;
    live: string;
  };
  steps: Readonly<Record<PlainStep, string>> & {
    created: string;
    byKey: (name: string, lastFour: string) => string;
    byPerson: (email: string) => string;
    byCounter: (name: string) => string;
    call: string;
    quoted: string;
    seen: (amount: string, method: string) => string;
    received: (amount: string, method: string) => string;
    unmatched: (amount: string, method: string) => string;
    accepted: string;
    returned: string;
    deposit: string;
    conversion: string;
    refund: string;
    /** By the movement's type. */
    movements: Readonly<Record<string, string>>;
    refundQuoted: (amount: string) => string;
    refundRequested: (amount: string) => string;
    refundSettled: (amount: string) => string;
    refundFailed: (amount: string) => string;
    refundReturned: (amount: string) => string;
    event: string;
    deliveries: Readonly<Record<'pending' | 'delivered' | 'failed', (host: string) => string>>;
    attempts: (count: number) => string;
  };
  reasons: Readonly<Record<UnmatchedReason, string>>;
  refund: {
    list: string;
    state: string;
    requested: string;
    toPayer: string;
  };
  actions: {
    cancel: string;
    cancelHint: string;
    remove: string;
    removeHint: string;
    simulate: string;
    simulateHint: string;
    method: string;
    scenario: string;
    scenarios: Readonly<Record<'exact' | 'under' | 'over' | 'seen_then_confirmed', string>>;
    pay: string;
  };
  notices: Readonly<Record<'created' | 'cancelled' | 'deleted' | 'simulated', string>>;
  problems: Readonly<Record<Problem, string>>;
}

/** Why something was not done: an error's code, with the field that it is about. */
export type Problem =
  | 'invalid_request'
  | 'invalid_request.amount'
  | 'invalid_request.currency'
  | 'invalid_request.description'
  | 'invalid_request.metadata'
  | 'invalid_request.reference'
  | 'invalid_request.return_url'
  | 'invalid_request.payer_name'
  | 'invalid_request.scenario'
  | 'invalid_request.method'
  | 'forbidden'
  | 'user_not_found'
  | 'account_blocked'
  | 'account_suspended'
  | 'email_not_verified'
  | 'phone_not_verified'
  | 'kyc_not_started'
  | 'kyc_incomplete'
  | 'kyb_not_started'
  | 'kyb_incomplete'
  | 'kyb_pending_review'
  | 'payment_link_not_cancellable'
  | 'payment_link_not_deletable'
  | 'idempotency_request_in_progress'
  | 'idempotency_key_reused';
