import type { Schemas } from '../contract/operations.ts';
import { formatStored } from '../lib/money.ts';
import type { DepositRow } from './repository.ts';

export function viewDeposit(deposit: DepositRow): Schemas['Deposit'] {
  return {
    object: 'deposit',
    id: deposit.id,
    status: deposit.status,
    payment_link_code: deposit.payment_link_code,
    method: deposit.method,
    asset: deposit.asset,
    amount: formatStored(deposit.amount),
    ...(deposit.unmatched_reason === null ? {} : { unmatched_reason: deposit.unmatched_reason }),
    created_at: deposit.created_at.toISOString(),
  };
}
