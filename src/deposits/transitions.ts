export const DEPOSIT_STATUSES = [
  'pending',
  'credited',
  'failed',
  'unmatched',
  'accepted',
  'refunding',
  'refunded',
  'taken_back',
] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

/**
 * `credit`: it paid its link. `convert`: it was accepted as its link's payment, once it is converted (D40). `drop`: it was seen, but did not become final. `unmatch`: it does not match the link once
 * final, could not be converted, or arrived after it was dropped. `accept`: it was accepted into the balance. `refund`: it
 * is being refunded. `return`: it was refunded. `keep`: the refund failed or was returned.
 * `take_back`: the rail took it back (D58).
 */
export const DEPOSIT_TRIGGERS = [
  'credit',
  'convert',
  'drop',
  'unmatch',
  'accept',
  'refund',
  'return',
  'keep',
  'take_back',
] as const;
export type DepositTrigger = (typeof DEPOSIT_TRIGGERS)[number];

const TRANSITIONS: Record<DepositStatus, Partial<Record<DepositTrigger, DepositStatus>>> = {
  pending: { credit: 'credited', drop: 'failed', unmatch: 'unmatched' },
  credited: {},
  failed: { unmatch: 'unmatched' },
  unmatched: {
    credit: 'credited',
    convert: 'pending',
    accept: 'accepted',
    refund: 'refunding',
    take_back: 'taken_back',
  },
  accepted: {},
  refunding: { return: 'refunded', keep: 'unmatched' },
  refunded: { keep: 'unmatched' },
  taken_back: {},
};

/** The state a trigger leads to; undefined if it is not allowed in this one (D7). */
export function nextDepositStatus(status: DepositStatus, trigger: DepositTrigger): DepositStatus | undefined {
  return TRANSITIONS[status][trigger];
}
