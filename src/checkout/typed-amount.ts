import { parseRequestAmount } from '../lib/money.ts';
import type { LinkCurrency } from '../methods/index.ts';
import { readTypedAmount } from '../pages/index.ts';
import type { AmountRefusal } from './pages/texts.ts';

/** Payers enter no fractions of a cent. */
const TOO_PRECISE = /\.\d{3,}$/;

/**
 * The amount that a payer typed, in the API's form, or the reason why it cannot be paid, so that the page can explain
 * it.
 */
export function readPayerAmount(
  typed: string,
  { currency, minAmount, maxAmount }: LinkCurrency,
): { amount: string } | { why: AmountRefusal } {
  const read = readTypedAmount(typed, currency);
  // An amount with two readings has a fraction of a cent in one of them.
  if ('problem' in read) return { why: read.problem === 'ambiguous' ? 'too_precise' : read.problem };
  if (TOO_PRECISE.test(read.amount)) return { why: 'too_precise' };
  const amount = parseRequestAmount(read.amount);
  // It has more digits than any amount.
  if (!amount || amount.gt(maxAmount)) return { why: 'too_large' };
  return amount.lt(minAmount) ? { why: 'too_small' } : { amount: read.amount };
}
