export const LINK_STATUSES = ['active', 'processing', 'paid', 'cancelled', 'expired'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

/** `pay`: the deposit is final, and credited immediately. Otherwise `receive`, and later `settle` or `fail`. */
export const LINK_TRIGGERS = [
  'pay',
  'receive',
  'settle',
  'fail',
  'modify',
  'cancel',
  'expire',
  'delete',
] as const;
export type LinkTrigger = (typeof LINK_TRIGGERS)[number];

/** All transitions of a link (D6); any other is refused. */
const LINK_TRANSITIONS: Record<LinkStatus, Partial<Record<LinkTrigger, LinkStatus | 'deleted'>>> = {
  active: { pay: 'paid', receive: 'processing', modify: 'active', cancel: 'cancelled', expire: 'expired' },
  // A link whose settlement fails after its expiry is stored as active, but always read as expired.
  processing: { settle: 'paid', fail: 'active' },
  paid: {},
  cancelled: { delete: 'deleted' },
  // A person may accept a payment that arrived too late (D40).
  expired: { pay: 'paid', receive: 'processing', delete: 'deleted' },
};

/** The state a trigger leads to, or undefined when it is not allowed in this one. */
export function nextStatus(status: LinkStatus, trigger: LinkTrigger): LinkStatus | 'deleted' | undefined {
  return LINK_TRANSITIONS[status][trigger];
}

export const QUOTE_STATUSES = ['native', 'locked', 'expired', 'calculating'] as const;
export type QuoteStatus = (typeof QUOTE_STATUSES)[number];

/**
 * `lock`: an amount was locked. `issue`: a method without conversion got its payment instructions. `postpone`: the provider
 * did not respond in time. `lapse`: the quote or the payment instructions expired.
 */
export const QUOTE_TRIGGERS = ['lock', 'issue', 'postpone', 'lapse'] as const;
export type QuoteTrigger = (typeof QUOTE_TRIGGERS)[number];

/** The life of a method's quote (D4). A valid quote is never replaced, because a payer may be using it right now. */
const QUOTE_TRANSITIONS: Record<QuoteStatus, Partial<Record<QuoteTrigger, QuoteStatus>>> = {
  native: { lapse: 'expired' },
  locked: { lapse: 'expired' },
  expired: { lock: 'locked', issue: 'native', postpone: 'calculating' },
  calculating: { lock: 'locked', issue: 'native', postpone: 'calculating' },
};

/** The state a trigger leads to, or undefined when it is not allowed in this one. */
export function nextQuoteStatus(status: QuoteStatus, trigger: QuoteTrigger): QuoteStatus | undefined {
  return QUOTE_TRANSITIONS[status][trigger];
}
