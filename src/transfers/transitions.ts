export const TRANSFER_STATUSES = ['requested', 'held', 'sent', 'settled', 'failed', 'returned'] as const;
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];

/**
 * `hold`: the money was reserved. `stop`: the account's users withdrew or declined it. `send`: the provider is being
 * asked; from here on it is unknown whether it acted. `settle` and `fail`: the provider, or the operator in its place,
 * has reported the outcome. `return`: it was done, but the money was returned. `come_back`: the money was returned
 * before it was exchanged.
 */
export const TRANSFER_TRIGGERS = ['hold', 'stop', 'send', 'settle', 'fail', 'return', 'come_back'] as const;
export type TransferTrigger = (typeof TRANSFER_TRIGGERS)[number];

const TRANSITIONS: Record<TransferStatus, Partial<Record<TransferTrigger, TransferStatus>>> = {
  requested: { hold: 'held', stop: 'failed', fail: 'failed' },
  held: { send: 'sent', stop: 'failed' },
  sent: { send: 'sent', settle: 'settled', fail: 'failed', come_back: 'returned' },
  settled: { return: 'returned' },
  failed: {},
  returned: {},
};

/** The state a trigger leads to; undefined if it is not allowed in this one (D10). */
export function nextTransferStatus(
  status: TransferStatus,
  trigger: TransferTrigger,
): TransferStatus | undefined {
  return TRANSITIONS[status][trigger];
}
