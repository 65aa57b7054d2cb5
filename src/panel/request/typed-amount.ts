import { invalidParam } from '../../lib/errors/errors.ts';
import { type Money, parseRequestAmount, ZERO } from '../../lib/money.ts';
import { type Locale, readTypedAmount } from '../../pages/index.ts';
import type { Visit } from './route.ts';

/**
 * An amount in a form, as people type it. Throws `invalid_request` naming the field for what is no amount, and the field
 * with `.ambiguous` for what can be read in two ways.
 */
export function amountTyped(visit: Visit, text: string, field = 'amount'): Money {
  const read = readTypedAmount(text, localeFor(visit));
  if ('problem' in read && read.problem === 'ambiguous') {
    throw invalidParam(`${field}.ambiguous`, `${field} can be read in two ways.`);
  }
  const amount = 'amount' in read ? parseRequestAmount(read.amount) : undefined;
  if (!amount) throw invalidParam(field, `${field} must have up to 12 digits and up to 8 decimals.`);
  return amount;
}

/** The same, above zero. */
export function sumTyped(visit: Visit, text: string, field = 'amount'): Money {
  const amount = amountTyped(visit, text, field);
  if (!amount.gt(ZERO)) throw invalidParam(field, `${field} must be above zero.`);
  return amount;
}

/** The panel writes as in Mexico; whoever reads Spanish as in Colombia may well write the other way round. */
export function localeFor({ language, request }: Visit): Locale | undefined {
  const isColombian = request.acceptsLanguages('es-MX', 'es-CO') === 'es-CO';
  return language === 'es' && isColombian ? undefined : language;
}
