import type { Schemas } from '../contract/operations.ts';
import { formatAmount, formatStored, money } from '../lib/money.ts';
import { formatOptionalTimestamp, formatTimestamp } from '../lib/timestamp.ts';
import type { PayoutRow } from './repository.ts';
import type { PayoutStatus } from './transitions.ts';

/** Whether the provider is being asked already is nobody's concern but the engine's. */
export const STATUS_SHOWN = {
  requested: 'requested',
  held: 'processing',
  sent: 'processing',
  settled: 'completed',
  failed: 'failed',
} as const satisfies Record<PayoutStatus, Schemas['PayoutStatus']>;

export function viewWithdrawal(payout: PayoutRow): Schemas['Withdrawal'] {
  const { method, destination } = payout;
  if (method === null || destination === null) throw new Error(`withdrawal ${payout.id} goes nowhere`);
  return {
    object: 'withdrawal',
    id: payout.id,
    status: STATUS_SHOWN[payout.status],
    amount: formatStored(payout.amount),
    fee: formatStored(payout.fee),
    net_amount: formatAmount(money(payout.amount).minus(money(payout.fee))),
    asset: payout.asset,
    method,
    destination,
    ...viewCourse(payout),
  };
}

export function viewConversion(payout: PayoutRow): Schemas['Conversion'] {
  const { to_asset } = payout;
  if (to_asset === null) throw new Error(`conversion ${payout.id} is into nothing`);
  return {
    object: 'conversion',
    id: payout.id,
    status: STATUS_SHOWN[payout.status],
    from_asset: payout.asset,
    from_amount: formatStored(payout.amount),
    to_asset,
    to_amount: payout.to_amount && formatStored(payout.to_amount),
    exchange_rate: payout.exchange_rate && formatStored(payout.exchange_rate),
    fee: formatStored(payout.fee),
    payment_link_code: payout.payment_link_code,
    deposit_id: payout.deposit_id,
    quote_expires_at: formatOptionalTimestamp(payout.quote_expires_at),
    ...viewCourse(payout),
  };
}

export function viewRefund(payout: PayoutRow): Schemas['Refund'] {
  const { deposit_id } = payout;
  if (deposit_id === null) throw new Error(`refund ${payout.id} is of no deposit`);
  return {
    object: 'refund',
    id: payout.id,
    status: STATUS_SHOWN[payout.status],
    amount: formatStored(payout.amount),
    asset: payout.asset,
    deposit_id,
    payment_link_code: payout.payment_link_code,
    ...viewCourse(payout),
  };
}

/** What all of them tell of how they went. */
function viewCourse(payout: PayoutRow) {
  return {
    provider_reference: payout.provider_reference,
    failure_reason: payout.failure_reason,
    failure_message: payout.failure_message,
    request_id: payout.request_id,
    created_at: formatTimestamp(payout.created_at),
    finished_at: formatOptionalTimestamp(payout.finished_at),
  };
}
