import { type Fields, optionalText, partOf, textOf } from '../client/fields.ts';

/**
 * What the state of a transfer means for its money. `under_way`: not pulled from the wallet, or not seen yet. `moving`: it
 * has left where it was. `done`: it is there. `back`: it is where it came from. `stuck`: somebody must ask Bridge.
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

/** An undocumented state is never an end: it must neither credit money nor release it. */
export function stageOf(transfer: Fields): Stage {
  const state = stateOf(transfer);
  return Object.hasOwn(STAGES, state) ? (STAGES[state] ?? 'unknown') : 'unknown';
}

/** Why a transfer came back, in the words of the bank or Bridge. */
export function returnWords(transfer: Fields): string | undefined {
  const details = partOf(transfer, 'return_details');
  return (optionalText(details, 'reason') ?? optionalText(details, 'risk_rejection_reason'))?.slice(0, 300);
}
