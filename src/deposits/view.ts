import type { Schemas } from '../contract/index.ts';
import { formatStored } from '../lib/money.ts';
import { formatOptionalTimestamp, formatTimestamp } from '../lib/timestamp.ts';
import { withChecksum } from '../methods/index.ts';
import type { DepositRecord } from './repository.ts';

export function viewDeposit(deposit: DepositRecord): Schemas['Deposit'] {
  return {
    object: 'deposit',
    id: deposit.id,
    status: deposit.status,
    payment_link_code: deposit.paymentLinkCode,
    ...(deposit.assignedFrom === null ? {} : { assigned_from: deposit.assignedFrom }),
    method: deposit.method,
    asset: deposit.asset,
    network: deposit.network,
    amount: formatStored(deposit.amount),
    ...(deposit.exactAmount === null ? {} : { exact_amount: deposit.exactAmount }),
    refunded_amount: formatStored(deposit.refundedAmount),
    ...(deposit.unmatchedReason === null ? {} : { unmatched_reason: deposit.unmatchedReason }),
    destination: withChecksum(deposit.destination),
    reference: deposit.reference,
    provider_reference: deposit.providerReference,
    payer: viewPayer(deposit.payer),
    request_id: deposit.requestId,
    created_at: formatTimestamp(deposit.createdAt),
    resolved_at: formatOptionalTimestamp(deposit.resolvedAt),
  };
}

/** Only the fields that the contract promises; a provider may report more. */
function viewPayer(payer: DepositRecord['payer']): Schemas['DepositPayer'] {
  const {
    name,
    tracking_key: trackingKey,
    transaction_hash: transactionHash,
    source_address: sourceAddress,
    account,
  } = payer;
  return {
    ...(name === undefined ? {} : { name }),
    ...(trackingKey === undefined ? {} : { tracking_key: trackingKey }),
    ...(transactionHash === undefined ? {} : { transaction_hash: transactionHash }),
    ...(sourceAddress === undefined ? {} : { source_address: withChecksum(sourceAddress) }),
    ...(account === undefined ? {} : { account }),
  };
}
