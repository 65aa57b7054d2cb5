import { parseRequestAmount } from '../lib/money.ts';
import type { LinkCurrency } from '../methods/index.ts';
import { type Locale, readTypedAmount } from '../pages/index.ts';
import type { AmountRefusal } from './pages/texts.ts';

/** Payers enter no fractions of a cent. */
const TOO_PRECISE = /\.\d{3,}$/;

/** The amount that a payer typed, as the API writes it; text that is none is returned as it is. */
export function payerAmount(typed: string, locale: Locale): string {
  const read = readTypedAmount(typed, locale);
  return 'amount' in read ? read.amount : typed.trim();
}

/** Why a payer cannot pay this amount, so that the page can say so in its own words; undefined when they can. */
export function refusalOf(text: string, { minAmount, maxAmount }: LinkCurrency): AmountRefusal | undefined {
  if (text === '') return 'missing';
  const amount = parseRequestAmount(text);
  // More digits than any amount has: too large, not unreadable.
  if (!amount) return /^\d{13,}(\.\d*)?$/.test(text) ? 'too_large' : 'unreadable';
  // Judged as typed: 125.000 may be meant as thousands.
  if (TOO_PRECISE.test(text)) return 'too_precise';
  if (amount.lt(minAmount)) return 'too_small';
  return amount.gt(maxAmount) ? 'too_large' : undefined;
}
