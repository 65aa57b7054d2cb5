import type { Money } from '../../../../lib/money.ts';
import { type Fields, optionalAmount, optionalText, partOf } from '../client/fields.ts';

/** What was sent to us, before any fee; undefined while Bridge does not say. */
export function amountIn(transfer: Fields): Money | undefined {
  return optionalAmount(partOf(transfer, 'receipt'), 'initial_amount') ?? optionalAmount(transfer, 'amount');
}

/**
 * The id by which a deposit is sent back. The documentation shows it for virtual accounts only: a transfer that does not
 * name it has none.
 */
export function depositIdOf(transfer: Fields): string | undefined {
  return optionalText(partOf(transfer, 'source'), 'deposit_id');
}
