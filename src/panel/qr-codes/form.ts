import { invalidParam } from '../../lib/errors/errors.ts';
import type { LinkCurrency } from '../../methods/index.ts';
import { formatQuantity } from '../../pages/index.ts';
import type { MemberVisit } from '../request/route.ts';
import { amountTyped } from '../request/typed-amount.ts';
import { QR_CODES } from './texts.ts';

const MAX_LENGTH = 100;

export function nameOf(visit: MemberVisit): string {
  const name = optional(visit, 'name');
  if (name === null) throw invalidParam('name', 'name must have 1 to 100 characters.');
  return name;
}

export function optional(visit: MemberVisit, name: string): string | null {
  const text = visit.field(name).trim();
  if ([...text].length > MAX_LENGTH) throw invalidParam(name, `${name} may have up to 100 characters.`);
  return text === '' ? null : text;
}

export function amountOf(visit: MemberVisit): string | null {
  const text = visit.field('fixed_amount').trim();
  return text === '' ? null : amountTyped(visit, text, 'fixed_amount').toFixed();
}

export function limitsOf(
  { language }: MemberVisit,
  { currency, minAmount, maxAmount }: LinkCurrency,
): string {
  const format = (amount: string): string => formatQuantity(language, amount, currency);
  return QR_CODES[language].limits(format(minAmount.toFixed()), format(maxAmount.toFixed()), currency);
}
