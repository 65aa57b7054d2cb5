import type { MovementType } from '../../ledger/index.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import type { Language } from '../../pages/index.ts';

const en = {
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
  causes: {
    deposit: 'Deposit',
    refund: 'Refund',
    withdrawal: 'Withdrawal',
    conversion: 'Conversion',
  },
  when: 'When',
  type: 'Type',
  cause: 'Cause',
  amount: 'Amount',
  balance: 'Balance after',
  asset: 'Asset',
  all: 'All',
  from: 'From',
  until: 'Until',
  link: 'Link code',
  daysInUtc: 'Days are in UTC.',
  show: 'Show',
  download: 'Download as CSV',
  none: 'No movements match these filters.',
  noneYet: 'No movements yet. The first one appears when a payment link is paid.',
};

const es: typeof en = {
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
  causes: {
    deposit: 'Depósito',
    refund: 'Devolución',
    withdrawal: 'Retiro',
    conversion: 'Conversión',
  },
  when: 'Fecha',
  type: 'Tipo',
  cause: 'Origen',
  amount: 'Monto',
  balance: 'Saldo',
  asset: 'Activo',
  all: 'Todos',
  from: 'Desde',
  until: 'Hasta',
  link: 'Código del enlace',
  daysInUtc: 'Días en UTC.',
  show: 'Mostrar',
  download: 'Descargar como CSV',
  none: 'Ningún movimiento coincide con estos filtros.',
  noneYet: 'Aún no hay movimientos. El primero aparece cuando se paga un enlace de pago.',
};

export const MOVEMENTS: Readonly<Record<Language, typeof en>> = { en, es };

/** The text of a movement type of the ledger. */
export function typeText(language: Language, type: string): string {
  const { types } = MOVEMENTS[language];
  return isKeyOf(types, type) ? types[type] : type;
}
