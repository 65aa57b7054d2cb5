import { money, type Money } from '../../../../lib/money.ts';
import { ProviderFailure } from '../../../index.ts';
import { createReader, type Fields } from '../../http-rail/index.ts';

export type { Fields };

export const reader = createReader('Mono');
export const { fieldsOf, listOf, optionalText, partOf, textOf, timeOf, Unreadable } = reader;

/** Ids are a prefix that names their kind, and 22 characters, as documented. */
const ID = /^([A-Za-z]{2,7})_[\w-]{22}$/;

/** Bre-B moves Colombian pesos only. */
export const ASSET = 'COP';
const CENTAVOS = 2;

/** Whether a text is an id of this kind, by its prefix. */
export function isIdOf(prefix: string, text: string | undefined): text is string {
  return ID.exec(text ?? '')?.[1] === prefix;
}

export function idOf(fields: Fields, name: string, prefix: string): string {
  const id = optionalText(fields, name);
  if (!isIdOf(prefix, id)) throw new Unreadable(name);
  return id;
}

/** An amount, which Mono writes in centavos; accepted only if it cannot have lost a digit. */
export function amountOf(fields: Fields, name: string): Money {
  const { amount, currency } = fieldsOf(fields[name], name);
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || currency !== ASSET)
    throw new Unreadable(name);
  return money(String(amount)).shiftedBy(-CENTAVOS);
}

/** An amount in Mono's form. Throws a ProviderFailure for one that it cannot write exactly. */
export function inCentavos(amount: Money): { amount: number; currency: string } {
  const centavos = Number(amount.shiftedBy(CENTAVOS).toFixed());
  if (!Number.isSafeInteger(centavos) || centavos <= 0)
    throw new ProviderFailure(
      'refused',
      `Bre-B carries whole centavos, and not ${amount.toFixed()} ${ASSET}.`,
    );
  return { amount: centavos, currency: ASSET };
}

export function stateOf(fields: Fields): string {
  return textOf(fields, 'state').toLowerCase();
}
