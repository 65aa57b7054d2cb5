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
    payment_link_code: deposit.payment_link_code,
    method: deposit.method,
    asset: deposit.asset,
    network: deposit.network,
    amount: formatStored(deposit.amount),
    ...(deposit.exact_amount === null ? {} : { exact_amount: deposit.exact_amount }),
    refunded_amount: formatStored(deposit.refunded_amount),
    ...(deposit.unmatched_reason === null ? {} : { unmatched_reason: deposit.unmatched_reason }),
    destination: withChecksum(deposit.destination),
    reference: deposit.reference,
    provider_reference: deposit.provider_reference,
    payer: viewPayer(deposit.payer),
    request_id: deposit.request_id,
    created_at: formatTimestamp(deposit.created_at),
    resolved_at: formatOptionalTimestamp(deposit.resolved_at),
  };
}

/** Only the fields that the contract promises; a provider may report more. */
function viewPayer(payer: DepositRecord['payer']): Schemas['DepositPayer'] {
  const { name, tracking_key, transaction_hash, source_address, account } = payer;
  return {
    ...(name === undefined ? {} : { name }),
    ...(tracking_key === undefined ? {} : { tracking_key }),
    ...(transaction_hash === undefined ? {} : { transaction_hash }),
    ...(source_address === undefined ? {} : { source_address: withChecksum(source_address) }),
    ...(account === undefined ? {} : { account }),
  };
}
