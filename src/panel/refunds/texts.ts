import type { RefundReason } from '../../transfers/index.ts';
import { APPROVALS } from '../approvals/texts.ts';
import type { Language } from '../../pages/index.ts';
import { DESTINATION_FIELDS } from '../frame/destination-texts.ts';
import { WORDS } from '../frame/words.ts';

const en = {
  ...WORDS.en,
  title: 'Refunds',
  all: 'All refunds',
  none: 'No refunds yet. Start one on the page of a paid link or an unmatched deposit.',
  noMatch: 'No refunds match this filter.',
  what: 'Refund of',
  payerGets: 'The payer gets',
  statuses: {
    quoted: 'Quoted',
    quote_expired: 'Quote expired',
    processing: 'Processing',
    completed: 'Completed',
    failed: 'Failed',
    returned: 'Returned',
  },
  reasons: {
    requested_by_customer: 'Requested by the customer',
    duplicate: 'Duplicate payment',
    fraudulent: 'Fraudulent payment',
    other: 'Other',
  } satisfies Record<RefundReason, string>,
  note: 'Note',
  openWhich: (amount: string): string => `Details of ${amount}`,
  titleOf: (amount: string): string => `Refund of ${amount}`,
  to: 'Sent to',
  toSender: 'back the way it came',
  failure: 'Why it failed',
  steps: {
    started: 'Requested',
    quoted: 'Quoted',
    confirmed: 'Quote confirmed',
    bought: 'Amount bought',
    notBought: 'The amount could not be bought; its cost was returned to the balance',
    done: 'Sent',
    failed: 'Not sent',
    returned: 'The money was returned',
  },

  /** The form on the page of a link or a deposit. */
  form: {
    title: 'Refund',
    /** For a payment that was not converted. */
    hint: (left: string): string =>
      `${left} can still be refunded. It leaves your available balance at once.`,
    /** For a converted payment. */
    partHint:
      'Several deposits paid this link. A refund returns one of them, the one with the most left; refund the next one afterwards.',
    convertedHint: (left: string): string =>
      `The payer gets back what they paid, of which ${left} can still be refunded. It was converted when it arrived, so you pay what it costs today: you see a quote first.`,
    /** For a deposit that paid no link. */
    unmatchedHint: 'Sends all of it back to the payer.',
    amount: 'Amount to refund',
    amountHint: (left: string): string => `At most ${left}. Leave it as it is to refund everything.`,
    chooseReason: 'Choose a reason',
    note: 'Note (optional)',
    noteHint: 'Up to 200 characters about the reason. Your team sees it; the payer does not.',
    backToSender: 'It goes back the way it came.',
    backTo: (destination: string): string => `It goes back to ${destination}.`,
    askPayer:
      'This method does not show where the money can safely be returned to. Ask the payer, and enter it here. A new destination waits for 24 hours, or for a second person to approve it.',
    elsewhere: 'Send it elsewhere',
    elsewhereHint:
      'Like a withdrawal, it then waits for 24 hours if the destination is new, or until a second person approves it.',
    beneficiaryHint: 'If left empty: the payer.',
    review: 'Review the refund',
  },

  review: {
    title: 'Review the refund',
    leaves: 'Leaves your balance',
    submit: (amount: string): string => `Refund ${amount}`,
    backToLink: 'Back to the payment link',
  },

  quote: {
    title: 'What it costs',
    cost: 'You pay',
    rateIs: (from: string, to: string): string => `${from} = ${to}`,
    rateHint:
      'The payer gets back what they paid. It may cost more or less than it brought when they paid: the gain or loss of the exchange rate is yours.',
    confirm: (amount: string): string => `Refund for ${amount}`,
    whoMayConfirm: 'An owner or someone in finance confirms it.',
    expiredHint: 'Nothing was refunded.',
    askAgain: 'Ask for a new quote on the page of the payment link',
  },
  /** The asset bought for a refund that was not sent. */
  bought: (amount: string): string => `${amount} was bought for this refund and stays in your balance.`,

  flashMessages: { ...APPROVALS.en.flashMessages, sent: 'The refund is on its way.' },
  problems: {
    ...APPROVALS.en.problems,
    ...DESTINATION_FIELDS.en.problems,
    payment_link_not_refundable: 'This link cannot be refunded: it is unpaid or fully refunded.',
    deposit_taken_back: 'The bank took this payment back, so it is not refunded as well.',
    refund_destination_required: 'Enter where to send the refund.',
    refund_needs_quote: 'This payment was converted. Get a quote of what its refund costs, and confirm that.',
    refund_already_confirmed: 'This refund was already confirmed, or is over. Nothing was done twice.',
    conversion_already_confirmed: 'This refund was already confirmed, or is over. Nothing was done twice.',
    quote_unavailable: 'No quote is available at the moment. Try again shortly, or with another amount.',
    quote_expired: 'The quote expired before it was confirmed. Nothing was refunded.',
    insufficient_funds: 'Your available balance is less than this refund costs.',
    'invalid_request.amount.ambiguous': WORDS.en.ambiguousAmount,
    'invalid_request.amount.fraction': WORDS.en.noCents,
    'invalid_request.amount':
      'Enter an amount of more than zero and at most what is left to refund, with no more decimals than the method carries.',
    'invalid_request.reason': 'Choose why you refund it.',
    'invalid_request.note': 'The note can have up to 200 characters, in one line.',
    'invalid_request.network': 'Enter an address on the network that the payment came over.',
    'invalid_request.method': 'This method can only send a payment back the way it came.',
  },
};

const es: typeof en = {
  ...WORDS.es,
  title: 'Devoluciones',
  all: 'Todas las devoluciones',
  none: 'Aún no hay devoluciones. Inicia una en la página de un enlace pagado o de un depósito sin enlace.',
  noMatch: 'Ninguna devolución coincide con este filtro.',
  what: 'Devolución de',
  payerGets: 'El pagador recibe',
  statuses: {
    quoted: 'Cotizada',
    quote_expired: 'Cotización vencida',
    processing: 'En proceso',
    completed: 'Completada',
    failed: 'Fallida',
    returned: 'Devuelta',
  },
  reasons: {
    requested_by_customer: 'A solicitud del cliente',
    duplicate: 'Pago duplicado',
    fraudulent: 'Pago fraudulento',
    other: 'Otro',
  },
  note: 'Nota',
  openWhich: (amount) => `Detalle de ${amount}`,
  titleOf: (amount) => `Devolución de ${amount}`,
  to: 'Se envía a',
  toSender: 'por donde llegó',
  failure: 'Por qué falló',
  steps: {
    started: 'Solicitada',
    quoted: 'Cotizada',
    confirmed: 'Cotización confirmada',
    bought: 'Monto comprado',
    notBought: 'No se pudo comprar el monto; su costo volvió al saldo',
    done: 'Enviada',
    failed: 'No se envió',
    returned: 'El dinero fue devuelto',
  },

  form: {
    title: 'Devolver',
    hint: (left) => `Aún se pueden devolver ${left}. Salen de inmediato de tu saldo disponible.`,
    partHint:
      'Varios depósitos pagaron este enlace. Una devolución regresa uno de ellos, el que más tiene por devolver; después devuelve el siguiente.',
    convertedHint: (left) =>
      `El pagador recibe de vuelta lo que pagó, de lo que aún se pueden devolver ${left}. Se convirtió cuando llegó, así que pagas lo que cuesta hoy: primero ves una cotización.`,
    unmatchedHint: 'Se envía completo de regreso al pagador.',
    amount: 'Monto a devolver',
    amountHint: (left) => `Máximo ${left}. Déjalo así para devolver todo.`,
    chooseReason: 'Elige un motivo',
    note: 'Nota (opcional)',
    noteHint: 'Hasta 200 caracteres sobre el motivo. La ve tu equipo; el pagador no.',
    backToSender: 'Regresa por donde llegó.',
    backTo: (destination) => `Regresa a ${destination}.`,
    askPayer:
      'Este método no indica a dónde se puede devolver el dinero con seguridad. Pregúntale al pagador y escríbelo aquí. Un destino nuevo espera 24 horas, o a que lo apruebe una segunda persona.',
    elsewhere: 'Enviarlo a otro destino',
    elsewhereHint:
      'Igual que un retiro, entonces espera 24 horas si el destino es nuevo, o a que lo apruebe una segunda persona.',
    beneficiaryHint: 'Si lo dejas vacío: el pagador.',
    review: 'Revisar la devolución',
  },

  review: {
    title: 'Revisa la devolución',
    leaves: 'Sale de tu saldo',
    submit: (amount) => `Devolver ${amount}`,
    backToLink: 'Volver al enlace de pago',
  },

  quote: {
    title: 'Cuánto cuesta',
    cost: 'Pagas',
    rateIs: (from, to) => `${from} = ${to}`,
    rateHint:
      'El pagador recibe de vuelta lo que pagó. Puede costar más o menos de lo que te dio cuando pagó: la ganancia o pérdida por tipo de cambio es tuya.',
    confirm: (amount) => `Devolver por ${amount}`,
    whoMayConfirm: 'La confirma un propietario o alguien de finanzas.',
    expiredHint: 'No se devolvió nada.',
    askAgain: 'Pide una cotización nueva en la página del enlace de pago',
  },
  bought: (amount) => `Se compraron ${amount} para esta devolución, que quedan en tu saldo.`,

  flashMessages: { ...APPROVALS.es.flashMessages, sent: 'La devolución está en camino.' },
  problems: {
    ...APPROVALS.es.problems,
    ...DESTINATION_FIELDS.es.problems,
    payment_link_not_refundable:
      'Este enlace no admite devoluciones: no está pagado o ya se devolvió por completo.',
    deposit_taken_back: 'El banco retiró este pago, así que no se devuelve además.',
    refund_destination_required: 'Indica a dónde se envía la devolución.',
    refund_needs_quote: 'Este pago se convirtió. Pide una cotización de su devolución y confírmala.',
    refund_already_confirmed: 'Esta devolución ya se confirmó o terminó. Nada se hizo dos veces.',
    conversion_already_confirmed: 'Esta devolución ya se confirmó o terminó. Nada se hizo dos veces.',
    quote_unavailable: 'No hay cotización por el momento. Intenta de nuevo en breve, o con otro monto.',
    quote_expired: 'La cotización venció antes de confirmarla. No se devolvió nada.',
    insufficient_funds: 'Tu saldo disponible es menor de lo que cuesta esta devolución.',
    'invalid_request.amount.ambiguous': WORDS.es.ambiguousAmount,
    'invalid_request.amount.fraction': WORDS.es.noCents,
    'invalid_request.amount':
      'Escribe un monto mayor que cero y no mayor que lo que falta por devolver, sin más decimales de los que admite el método.',
    'invalid_request.reason': 'Elige el motivo de la devolución.',
    'invalid_request.note': 'La nota puede tener hasta 200 caracteres, en un solo renglón.',
    'invalid_request.network': 'Escribe una dirección en la red por la que llegó el pago.',
    'invalid_request.method': 'Este método solo puede devolver un pago por donde llegó.',
  },
};

export type RefundTexts = typeof en;
export type RefundProblem = keyof RefundTexts['problems'];
export type RefundStatus = keyof RefundTexts['statuses'];

export const REFUNDS: Readonly<Record<Language, typeof en>> = { en, es };
