import type { MovementType } from '../../ledger/index.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import type { Language } from '../../pages/index.ts';
import { WORDS } from '../frame/words.ts';

const en = {
  ...WORDS.en,
  title: 'Movements',
  /** By type, in the order of the filter. */
  types: {
    payment: 'Payment',
    fee: 'Fee',
    deposit: 'Accepted deposit',
    refund: 'Refund',
    withdrawal: 'Withdrawal',
    conversion: 'Conversion',
    reversal: 'Reversal',
  } satisfies Record<MovementType, string>,
  balanceAfter: (balance: string): string => `Balance ${balance}`,
  held: (amounts: string): string =>
    `Held outside your balance, and in no movement until accepted or refunded: ${amounts}.`,
  seeHeld: 'See the deposits',
  moneyIn: 'In',
  moneyOut: 'Out',
  link: 'Link code',
  none: 'No movements match these filters.',
  noneYet: 'No movements yet. The first one appears when a payment link is paid.',
};

const es: typeof en = {
  ...WORDS.es,
  title: 'Movimientos',
  types: {
    payment: 'Pago',
    fee: 'Comisión',
    deposit: 'Depósito aceptado',
    refund: 'Devolución',
    withdrawal: 'Retiro',
    conversion: 'Conversión',
    reversal: 'Reverso',
  },
  balanceAfter: (balance) => `Saldo ${balance}`,
  held: (amounts) =>
    `Retenido fuera de tu saldo, y en ningún movimiento hasta que se acepte o devuelva: ${amounts}.`,
  seeHeld: 'Ver los depósitos',
  moneyIn: 'Entradas',
  moneyOut: 'Salidas',
  link: 'Código del enlace',
  none: 'Ningún movimiento coincide con estos filtros.',
  noneYet: 'Aún no hay movimientos. El primero aparece cuando se paga un enlace de pago.',
};

export const MOVEMENTS: Readonly<Record<Language, typeof en>> = { en, es };

/** The text of a movement type of the ledger. */
export function typeText(language: Language, type: string): string {
  const { types } = MOVEMENTS[language];
  return isKeyOf(types, type) ? types[type] : type;
}
