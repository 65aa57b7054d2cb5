import type { Trx } from '../db/index.ts';
import type { EventRecorder } from '../events/index.ts';
import { formatStored } from '../lib/money.ts';
import type { LinkMethod } from '../payment-links/index.ts';
import type { Deposit } from './repository.ts';

/** Records the event of a deposit that pays no link. An underpayment of `method` has its own event type (D7). */
export function recordUnmatched(
  trx: Trx,
  events: EventRecorder,
  deposit: Deposit,
  method: LinkMethod | undefined,
): Promise<void> {
  if (deposit.unmatchedReason !== 'UNDERPAID' || !method?.amountDue) {
    return recordFailure(trx, events, deposit);
  }
  return events.record(trx, {
    ...factOf(deposit),
    type: 'payment_link.partial_deposit',
    transition: 'UNDERPAID',
    data: {
      link_code: method.linkCode,
      required_amount: formatStored(method.amountDue),
      received_amount: formatStored(deposit.amount),
      currency: deposit.asset,
    },
  });
}

export function recordFailure(trx: Trx, events: EventRecorder, deposit: Deposit): Promise<void> {
  const fact = factOf(deposit);
  return events.record(trx, {
    ...fact,
    type: 'deposit.failed',
    data: { deposit_id: deposit.id, amount: formatStored(deposit.amount), reason: fact.transition },
  });
}

function factOf(deposit: Deposit) {
  if (deposit.unmatchedReason === null)
    throw new Error(`deposit ${deposit.id} has no reason for its failure`);
  return {
    accountId: deposit.accountId,
    requestId: deposit.requestId,
    subject: deposit.id,
    transition: deposit.unmatchedReason,
  };
}
