import type { Schemas } from '../contract/index.ts';
import { formatAmount, formatStored, money } from '../lib/money.ts';
import type { Destination } from '../methods/index.ts';
import { formatOptionalTimestamp, formatTimestamp } from '../lib/timestamp.ts';
import { priceOf } from './conversions.ts';
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

/** A conversion whose money was returned never happened. */
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
    destination: viewDestination(transfer.destination),
    ...viewCourse(transfer),
    returned_at: formatOptionalTimestamp(transfer.returnedAt),
  };
}

export function viewConversion(transfer: AnyConversion): Schemas['Conversion'] {
  return {
    object: 'conversion',
    id: transfer.id,
    status: CONVERSION_STATUS_SHOWN[transfer.status],
    from_asset: transfer.asset,
    from_amount: formatStored(transfer.amount),
    to_asset: transfer.toAsset,
    to_amount: formatStored(transfer.toAmount),
    exchange_rate: formatStored(transfer.exchangeRate),
    price: priceOf(transfer),
    fee: formatStored(transfer.fee),
    payment_link_code: transfer.paymentLinkCode,
    deposit_id: transfer.depositId,
    quote_expires_at: formatOptionalTimestamp(transfer.quoteExpiresAt),
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
    deposit_id: transfer.depositId,
    payment_link_code: transfer.paymentLinkCode,
    destination: transfer.destination && viewDestination(transfer.destination),
    reason: transfer.refundReason,
    conversion_id: transfer.conversionId,
    ...viewCourse(transfer),
    returned_at: formatOptionalTimestamp(transfer.returnedAt),
  };
}

/** Accounts outside the US have no routing number, but clients may rely on one in `bank`. */
function viewDestination(destination: Destination): Schemas['Destination'] {
  if (!('bank' in destination)) return destination;
  const { bank } = destination;
  return 'routing_number' in bank ? { bank } : { international_bank: bank };
}

/** The progress of a transfer, in the fields that all kinds share. */
function viewCourse(transfer: Transfer) {
  return {
    provider_reference: transfer.providerReference,
    failure_reason: transfer.failureReason,
    failure_message: transfer.failureMessage,
    request_id: transfer.requestId,
    created_at: formatTimestamp(transfer.createdAt),
    finished_at: formatOptionalTimestamp(transfer.finishedAt),
  };
}
