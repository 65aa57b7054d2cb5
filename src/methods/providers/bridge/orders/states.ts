import { type Fields, optionalText, partOf, textOf } from '../client/fields.ts';

/**
 * The meaning of a transfer's state for its money. `under_way`: not taken from the wallet, or not seen yet. `moving`:
 * it has left its origin. `done`: it has arrived. `back`: it has returned to its origin. `stuck`: an operator must
 * contact Bridge.
 */
export type Stage = 'under_way' | 'moving' | 'done' | 'back' | 'stuck' | 'unknown';

const STAGES: Readonly<Record<string, Stage>> = {
  awaiting_funds: 'under_way',
  awaiting_source_deposit: 'under_way',
  pending: 'under_way',
  in_review: 'under_way',
  funds_received: 'moving',
  payment_submitted: 'moving',
  payment_processed: 'done',
  completed: 'done',
  undeliverable: 'moving',
  returned: 'moving',
  refund_in_flight: 'moving',
  refunded: 'back',
  canceled: 'back',
  refund_failed: 'stuck',
  missing_return_policy: 'stuck',
  error: 'stuck',
};

export function stateOf(transfer: Fields): string {
  return textOf(transfer, 'state').toLowerCase();
}

/** An undocumented state is never final, because it must neither credit money nor release it. */
export function stageOf(transfer: Fields): Stage {
  const state = stateOf(transfer);
  return Object.hasOwn(STAGES, state) ? (STAGES[state] ?? 'unknown') : 'unknown';
}

/** The reason for a return, in the words of the bank or Bridge. */
export function returnWords(transfer: Fields): string | undefined {
  const details = partOf(transfer, 'return_details');
  return (optionalText(details, 'reason') ?? optionalText(details, 'risk_rejection_reason'))?.slice(0, 300);
}
