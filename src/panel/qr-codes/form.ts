import { invalidParam } from '../../lib/errors/errors.ts';
import type { LinkCurrency } from '../../methods/index.ts';
import { formatQuantity } from '../../pages/index.ts';
import { type Reader, trimmed } from '../frame/fields.ts';
import type { MemberVisit } from '../request/route.ts';
import { QR_CODES } from './texts.ts';

const MAX_LENGTH = 100;

export const optional: Reader<string | null> = (visit, field) => {
  const text = trimmed(visit, field);
  if ([...text].length > MAX_LENGTH) throw invalidParam(field, `${field} may have up to 100 characters.`);
  return text === '' ? null : text;
};

export const name: Reader<string> = (visit, field) => {
  const given = optional(visit, field);
  if (given === null) throw invalidParam(field, `${field} must have 1 to 100 characters.`);
  return given;
};

export function limitsOf(
  { language }: MemberVisit,
  { currency, minAmount, maxAmount }: LinkCurrency,
): string {
  const format = (amount: string): string => formatQuantity(language, amount, currency);
  return QR_CODES[language].limits(format(minAmount.toFixed()), format(maxAmount.toFixed()), currency);
}
