import type { Schemas } from '../contract/index.ts';
import { formatAmount, formatStored, money } from '../lib/money.ts';
import { formatOptionalTimestamp, formatTimestamp } from '../lib/timestamp.ts';
import type { AnyConversion, Refund, Transfer, Withdrawal } from './transfer.ts';
import type { TransferStatus } from './transitions.ts';

/** Clients do not see whether the provider has been asked yet; only the engine needs that. */
export const STATUS_SHOWN = {
  requested: 'requested',
  held: 'processing',
  sent: 'processing',
  settled: 'completed',
  failed: 'failed',
  returned: 'returned',
} as const satisfies Record<TransferStatus, Schemas['TransferStatus']>;

/** A conversion whose money came back was never done. */
export const CONVERSION_STATUS_SHOWN = { ...STATUS_SHOWN, returned: 'failed' } as const;

export function viewWithdrawal(transfer: Withdrawal): Schemas['Withdrawal'] {
  return {
    object: 'withdrawal',
    id: transfer.id,
    status: STATUS_SHOWN[transfer.status],
    amount: formatStored(transfer.amount),
    fee: formatStored(transfer.fee),
    net_amount: formatAmount(money(transfer.amount).minus(money(transfer.fee))),
    asset: transfer.asset,
    method: transfer.method,
    destination: transfer.destination,
    ...viewCourse(transfer),
    returned_at: formatOptionalTimestamp(transfer.returned_at),
  };
}

export function viewConversion(transfer: AnyConversion): Schemas['Conversion'] {
  return {
    object: 'conversion',
    id: transfer.id,
    status: CONVERSION_STATUS_SHOWN[transfer.status],
    from_asset: transfer.asset,
    from_amount: formatStored(transfer.amount),
    to_asset: transfer.to_asset,
    to_amount: formatStored(transfer.to_amount),
    exchange_rate: formatStored(transfer.exchange_rate),
    fee: formatStored(transfer.fee),
    payment_link_code: transfer.payment_link_code,
    deposit_id: transfer.deposit_id,
    quote_expires_at: formatOptionalTimestamp(transfer.quote_expires_at),
    ...viewCourse(transfer),
  };
}

export function viewRefund(transfer: Refund): Schemas['Refund'] {
  return {
    object: 'refund',
    id: transfer.id,
    status: STATUS_SHOWN[transfer.status],
    amount: formatStored(transfer.amount),
    asset: transfer.asset,
    deposit_id: transfer.deposit_id,
    payment_link_code: transfer.payment_link_code,
    destination: transfer.destination,
    reason: transfer.refund_reason,
    conversion_id: transfer.conversion_id,
    ...viewCourse(transfer),
    returned_at: formatOptionalTimestamp(transfer.returned_at),
  };
}

/** What all kinds show of a transfer's progress. */
function viewCourse(transfer: Transfer) {
  return {
    provider_reference: transfer.provider_reference,
    failure_reason: transfer.failure_reason,
    failure_message: transfer.failure_message,
    request_id: transfer.request_id,
    created_at: formatTimestamp(transfer.created_at),
    finished_at: formatOptionalTimestamp(transfer.finished_at),
  };
}
