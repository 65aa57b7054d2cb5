export const PAYOUT_STATUSES = ['requested', 'held', 'sent', 'settled', 'failed'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/**
 * `hold`: the money was set aside. `send`: the provider is being asked; whether it acted is not known from here on.
 * `settle` and `fail`: the provider, or the operator in its place, has said what came of it.
 */
export const PAYOUT_TRIGGERS = ['hold', 'send', 'settle', 'fail'] as const;
export type PayoutTrigger = (typeof PAYOUT_TRIGGERS)[number];

const TRANSITIONS: Record<PayoutStatus, Partial<Record<PayoutTrigger, PayoutStatus>>> = {
  requested: { hold: 'held', fail: 'failed' },
  held: { send: 'sent' },
  sent: { send: 'sent', settle: 'settled', fail: 'failed' },
  settled: {},
  failed: {},
};

/** The state a trigger leads to, or undefined when it is not allowed in this one (D10). */
export function nextPayoutStatus(status: PayoutStatus, trigger: PayoutTrigger): PayoutStatus | undefined {
  return TRANSITIONS[status][trigger];
}
