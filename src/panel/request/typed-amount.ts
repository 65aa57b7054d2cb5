import { isKeyOf } from '../../lib/is-key-of.ts';
import { invalidParam } from '../../lib/errors/errors.ts';
import { type Money, parseRequestAmount, ZERO } from '../../lib/money.ts';
import { readTypedAmount } from '../../pages/index.ts';

/** The problems of an amount that have texts of their own. */
const EXPLAINED = {
  ambiguous: 'can be read in two ways.',
  fraction: 'has a fraction, and the currency has no cents.',
} as const;

/**
 * An amount in a form, as people type it in its currency. Throws `invalid_request` naming the field for what is no amount,
 * the field with `.ambiguous` for what can be read in two ways, and with `.fraction` for cents that do not exist.
 */
export function amountTyped(text: string, currency: string | undefined, field = 'amount'): Money {
  const read = readTypedAmount(text, currency);
  if ('problem' in read && isKeyOf(EXPLAINED, read.problem)) {
    throw invalidParam(`${field}.${read.problem}`, `${field} ${EXPLAINED[read.problem]}`);
  }
  const amount = 'amount' in read ? parseRequestAmount(read.amount) : undefined;
  if (!amount) throw invalidParam(field, `${field} must have up to 12 digits and up to 8 decimals.`);
  return amount;
}

/** The same, above zero. */
export function sumTyped(text: string, currency: string | undefined, field = 'amount'): Money {
  const amount = amountTyped(text, currency, field);
  if (!amount.gt(ZERO)) throw invalidParam(field, `${field} must be above zero.`);
  return amount;
}
