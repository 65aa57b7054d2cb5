import type { Language } from '../../pages/index.ts';
import { APPROVALS } from '../approvals/texts.ts';
import { WORDS } from '../frame/words.ts';

const en = {
  ...WORDS.en,
  title: 'Withdrawals',
  start: 'Withdraw',
  batches: 'Batches',
  batch: 'Batch',
  note: 'Note',
  destinations: 'Destinations',
  limits: 'Limits',
  all: WORDS.en.allWithdrawals,
  none: 'No withdrawals yet.',
  noMatch: 'No withdrawals match.',
  net: 'Arrives',
  destination: 'Destination',
  open: (amount: string, to: string): string => `Open the withdrawal of ${amount} to ${to}`,
  review: (amount: string, to: string): string => `Review ${amount} to ${to}`,
  statuses: {
    processing: 'On its way',
    completed: 'Completed',
    failed: 'Failed',
    returned: 'Returned',
  },
  titleOf: (amount: string): string => `Withdrawal of ${amount}`,
  account: 'Account or address',
  providerSays: 'Provider says',
  steps: {
    completed: 'Sent',
    failed: 'Failed; the money was returned to the balance',
    returned: 'Returned by the bank; the money was returned to the balance',
  },
  option: 'From and to',
  available: (amount: string): string => `${amount} available`,
  atMost: (amount: string): string => `At most ${amount}.`,
  amountHint: 'Including the fee, like 1,500.50; in COP, like 185.000',
  noDestinations: 'Money is only sent to a saved destination. Save the first one, like your bank account.',
  addDestination: 'Add a destination',
  noMoney: 'There is nothing to withdraw.',
  noOption: 'You have no destination for the currencies you hold. Convert a balance, or add a destination.',
  confirmTitle: 'Check and confirm',
  confirm: (amount: string): string => `Withdraw ${amount}`,
  change: 'Change it',
  flashMessages: {
    ...APPROVALS.en.flashMessages,
    sent: 'The withdrawal is on its way.',
  },
  problems: {
    ...APPROVALS.en.problems,
    destination_not_found: 'Choose one of the saved destinations.',
    insufficient_funds: 'The balance is lower than this amount.',
    'invalid_request.amount.ambiguous': WORDS.en.ambiguousAmount,
    'invalid_request.amount.fraction': WORDS.en.noCents,
    'invalid_request.amount':
      'This amount cannot be sent. Write it like 1500.50, with no more decimals than the method carries, and above its fee and minimum.',
    'invalid_request.method':
      'This balance cannot be sent to that destination. Convert it first, or choose another.',
  },
};

const es: typeof en = {
  ...WORDS.es,
  title: 'Retiros',
  start: 'Retirar',
  batches: 'Lotes',
  batch: 'Lote',
  note: 'Nota',
  destinations: 'Destinos',
  limits: 'Límites',
  all: WORDS.es.allWithdrawals,
  none: 'Aún no hay retiros.',
  noMatch: 'Ningún retiro coincide.',
  net: 'Llega',
  destination: 'Destino',
  open: (amount, to) => `Ver el retiro de ${amount} a ${to}`,
  review: (amount, to) => `Revisar ${amount} a ${to}`,
  statuses: {
    processing: 'En camino',
    completed: 'Completado',
    failed: 'Fallido',
    returned: 'Devuelto',
  },
  titleOf: (amount) => `Retiro de ${amount}`,
  account: 'Cuenta o dirección',
  providerSays: 'El proveedor dice',
  steps: {
    completed: 'Enviado',
    failed: 'Falló; el dinero volvió al saldo',
    returned: 'El banco lo devolvió; el dinero volvió al saldo',
  },
  option: 'Origen y destino',
  available: (amount) => `${amount} disponibles`,
  atMost: (amount) => `Máximo ${amount}.`,
  amountHint: 'Con la comisión incluida, como 1,500.50; en COP, como 185.000',
  noDestinations:
    'El dinero solo se envía a un destino guardado. Guarda el primero, por ejemplo tu cuenta bancaria.',
  addDestination: 'Agregar un destino',
  noMoney: 'No hay dinero para retirar.',
  noOption:
    'Ninguno de tus destinos recibe lo que hay en tus saldos. Convierte un saldo, o agrega un destino.',
  confirmTitle: 'Revisa y confirma',
  confirm: (amount) => `Retirar ${amount}`,
  change: 'Cambiar',
  flashMessages: {
    ...APPROVALS.es.flashMessages,
    sent: 'El retiro va en camino.',
  },
  problems: {
    ...APPROVALS.es.problems,
    destination_not_found: 'Elige uno de los destinos guardados.',
    insufficient_funds: 'El saldo es menor que este monto.',
    'invalid_request.amount.ambiguous': WORDS.es.ambiguousAmount,
    'invalid_request.amount.fraction': WORDS.es.noCents,
    'invalid_request.amount':
      'No se puede enviar este monto. Escríbelo como 1500.50, sin más decimales de los que admite el método, y por encima de su comisión y su mínimo.',
    'invalid_request.method':
      'Este saldo no se puede enviar a ese destino. Conviértelo primero, o elige otro.',
  },
};

export type WithdrawalTexts = typeof en;

export const WITHDRAWALS: Readonly<Record<Language, typeof en>> = { en, es };
