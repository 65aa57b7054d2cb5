import { parseRequestAmount } from '../lib/money.ts';
import type { LinkCurrency } from '../methods/index.ts';
import { type Locale, readTypedAmount } from '../pages/index.ts';
import type { AmountRefusal } from './pages/texts.ts';

/** Payers enter no fractions of a cent. */
const TOO_PRECISE = /\.\d{3,}$/;

/** The amount that a payer typed, in the API's form; text that is not an amount is returned as it is. */
export function payerAmount(typed: string, locale: Locale): string {
  const read = readTypedAmount(typed, locale);
  return 'amount' in read ? read.amount : typed.trim();
}

/** The reason why a payer cannot pay this amount, so that the page can explain it; undefined when they can. */
export function refusalOf(text: string, { minAmount, maxAmount }: LinkCurrency): AmountRefusal | undefined {
  if (text === '') return 'missing';
  const amount = parseRequestAmount(text);
  // A number with more digits than any amount is too large rather than unreadable.
  if (!amount) return /^\d{13,}(\.\d*)?$/.test(text) ? 'too_large' : 'unreadable';
  // Judged as typed, because 125.000 may be meant as thousands.
  if (TOO_PRECISE.test(text)) return 'too_precise';
  if (amount.lt(minAmount)) return 'too_small';
  return amount.gt(maxAmount) ? 'too_large' : undefined;
}
