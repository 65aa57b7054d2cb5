import type { Language } from '../../pages/index.ts';
import { APPROVALS } from '../approvals/texts.ts';
import { WORDS } from '../frame/words.ts';

const en = {
  ...WORDS.en,
  title: 'Conversions',
  all: 'All conversions',
  start: 'New conversion',
  none: 'There are no conversions yet. Convert part of a balance, or let a payer pay a link in another currency.',
  noMatch: 'No conversion matches these filters.',
  from: 'From',
  to: 'To',
  /** As the API names them, and a quote whose time has passed. */
  statuses: {
    requested: 'Quoted',
    quote_expired: 'Quote expired',
    processing: 'Processing',
    completed: 'Completed',
    failed: 'Failed',
  },
  origin: 'Of',
  ownMoney: 'your balance',
  openWhich: (what: string): string => `Details of ${what}`,
  amountHint: 'Like 1,500.50; in COP, like 185.000.',
  atMost: (amount: string): string => `At most ${amount}.`,
  available: 'From your available balance of',
  nothing: 'You have no balance that can be converted. What payers send you appears in your balances.',
  whoMayConvert: 'Owners and finance can convert.',

  titleOf: (from: string, to: string): string => `${from} to ${to}`,
  quote: 'Your quote',
  youConvert: 'You convert',
  youReceive: 'You receive',
  rateIs: (from: string, to: string): string => `${from} = ${to}`,
  confirm: 'Convert now',
  expiredHint: 'Nothing was converted. Get a new quote for the same amount.',
  askAgain: 'Get a new quote',

  price: 'Price',
  atCurrentRate: 'Current rate, because the payment was not the amount due',
  received: 'Received',
  credited: 'Credited to the link',
  payersFee: 'Fee paid by the payer',
  rounding: 'Rounding, not credited',
  expected: 'To be received',
  asked: 'Quoted',
  ofRefund: 'It buys what a refund sends back to the payer of a converted payment.',
  steps: { asked: 'Requested', confirmed: 'Confirmed', done: 'Converted', failed: 'Failed' },

  flashMessages: {
    ...APPROVALS.en.flashMessages,
    confirmed: 'The conversion was confirmed and is being carried out.',
  },
  problems: {
    ...APPROVALS.en.problems,
    conversion_of_refund: 'This conversion belongs to a refund. Confirm the refund instead.',
    'invalid_request.amount.ambiguous': WORDS.en.ambiguousAmount,
    'invalid_request.amount.fraction': WORDS.en.noCents,
    'invalid_request.amount':
      'Enter an amount with up to 12 digits before the decimal point and 8 after it. It must not bring more than an account can hold.',
    'invalid_request.amount.least':
      'This is too little to be converted. Enter at least 0.01, and so much that it brings at least 0.01.',
    'invalid_request.from': 'Choose what to convert.',
    'invalid_request.to': 'These two cannot be exchanged for each other. Choose another pair.',
    insufficient_funds: 'Your available balance is less than that.',
    quote_unavailable: 'There is no quote for this right now. Try again in a moment, or with another amount.',
    quote_expired: 'The quote expired before it was confirmed. Nothing was converted.',
    conversion_already_confirmed: 'This conversion was already confirmed. Nothing was done twice.',
  },
};

const es: typeof en = {
  ...WORDS.es,
  title: 'Conversiones',
  all: 'Todas las conversiones',
  start: 'Nueva conversión',
  none: 'Todavía no hay conversiones. Convierte parte de un saldo, o deja que un pagador pague un enlace en otra moneda.',
  noMatch: 'Ninguna conversión coincide con estos filtros.',
  from: 'De',
  to: 'A',
  statuses: {
    requested: 'Cotizada',
    quote_expired: 'Cotización vencida',
    processing: 'En proceso',
    completed: 'Completada',
    failed: 'Fallida',
  },
  origin: 'Origen',
  ownMoney: 'tu saldo',
  openWhich: (what) => `Detalle de ${what}`,
  amountHint: 'Como 1,500.50; en COP, como 185.000.',
  atMost: (amount) => `Máximo ${amount}.`,
  available: 'Desde tu saldo disponible de',
  nothing: 'No tienes saldo que se pueda convertir. Lo que te envíen los pagadores aparecerá en tus saldos.',
  whoMayConvert: 'Convierte un propietario o alguien de finanzas.',

  titleOf: (from, to) => `De ${from} a ${to}`,
  quote: 'Tu cotización',
  youConvert: 'Conviertes',
  youReceive: 'Recibes',
  rateIs: (from, to) => `${from} = ${to}`,
  confirm: 'Convertir ahora',
  expiredHint: 'No se convirtió nada. Pide una cotización nueva por el mismo monto.',
  askAgain: 'Cotizar de nuevo',

  price: 'Precio',
  atCurrentRate: 'Tipo de cambio del momento, porque el pago no fue por el monto exacto',
  received: 'Recibido',
  credited: 'Abonado al enlace',
  payersFee: 'Comisión a cargo del pagador',
  rounding: 'Redondeo, no abonado',
  expected: 'Por recibir',
  asked: 'Cotizada',
  ofRefund: 'Compra lo que una devolución envía al pagador de un pago convertido.',
  steps: { asked: 'Solicitada', confirmed: 'Confirmada', done: 'Convertida', failed: 'Fallida' },

  flashMessages: {
    ...APPROVALS.es.flashMessages,
    confirmed: 'La conversión se confirmó y está en proceso.',
  },
  problems: {
    ...APPROVALS.es.problems,
    conversion_of_refund: 'Esta conversión pertenece a una devolución. Confirma la devolución.',
    'invalid_request.amount.ambiguous': WORDS.es.ambiguousAmount,
    'invalid_request.amount.fraction': WORDS.es.noCents,
    'invalid_request.amount':
      'Escribe un monto con hasta 12 cifras antes del punto decimal y 8 después. No puede dar más de lo que cabe en una cuenta.',
    'invalid_request.amount.least':
      'Es muy poco para convertirlo. Escribe al menos 0.01, y lo suficiente para recibir al menos 0.01.',
    'invalid_request.from': 'Elige qué convertir.',
    'invalid_request.to': 'Estas dos no se pueden cambiar una por otra. Elige otro par.',
    insufficient_funds: 'Tu saldo disponible es menor.',
    quote_unavailable: 'No hay cotización en este momento. Intenta de nuevo en un momento, o con otro monto.',
    quote_expired: 'La cotización venció antes de confirmarla. No se convirtió nada.',
    conversion_already_confirmed: 'Esta conversión ya estaba confirmada. Nada se hizo dos veces.',
  },
};

export const CONVERSIONS: Readonly<Record<Language, typeof en>> = { en, es };
