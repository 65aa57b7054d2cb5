import { parseRequestAmount } from '../lib/money.ts';
import type { LinkCurrency } from '../methods/index.ts';
import type { AmountRefusal } from './pages/texts.ts';

/** Payers enter no fractions of a cent. */
const TOO_PRECISE = /\.\d{3,}$/;

/**
 * An amount as people type it, as the API writes it: with a sign, spaces, and separators as in Mexico (1,250.50) or in
 * Colombia (1.250,50). Text that can be read in two ways, or in none, is returned as it is.
 */
export function readTypedAmount(typed: string): string {
  const text = typed.replaceAll(/[\s$]/g, '');
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) return text.replaceAll(',', '');
  if (/^\d{1,3}(\.\d{3})+,\d{1,2}$/.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (/^\d+,\d{1,2}$/.test(text)) return text.replace(',', '.');
  return text;
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
