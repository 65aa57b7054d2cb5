import type { Language } from '../../pages/index.ts';
import { APPROVALS, type ApprovalTexts } from '../approvals/texts.ts';

type Problem =
  | 'invalid_request.amount'
  | 'invalid_request.from'
  | 'invalid_request.to'
  | 'insufficient_funds'
  | 'quote_unavailable'
  | 'quote_expired'
  | 'conversion_already_confirmed'
  | 'conversion_of_refund';

interface ConversionTexts {
  title: string;
  all: string;
  start: string;
  none: string;
  noMatch: string;
  when: string;
  from: string;
  to: string;
  rate: string;
  status: string;
  /** As the API names them, and a quote whose time has passed. */
  statuses: Readonly<Record<'requested' | 'quote_expired' | 'processing' | 'completed' | 'failed', string>>;
  origin: string;
  ownMoney: string;
  deposit: string;
  link: string;
  any: string;
  asset: string;
  show: string;
  open: string;
  openWhich: (what: string) => string;

  amount: string;
  amountHint: string;
  available: string;
  askQuote: string;
  nothing: string;
  whoMayConvert: string;

  titleOf: (from: string, to: string) => string;
  quote: string;
  youConvert: string;
  youReceive: string;
  rateIs: (from: string, to: string) => string;
  confirm: string;
  expired: string;
  expiredHint: string;
  askAgain: string;

  received: string;
  expected: string;
  asked: string;
  finished: string;
  providerReference: string;
  request: string;
  failure: string;
  ofRefund: string;
  refund: string;
  history: string;
  steps: Readonly<Record<'asked' | 'confirmed' | 'done' | 'failed', string>>;

  notices: ApprovalTexts['notices'] & Readonly<Record<'confirmed', string>>;
  problems: ApprovalTexts['problems'] & Readonly<Record<Problem, string>>;
}

export const CONVERSIONS: Readonly<Record<Language, ConversionTexts>> = {
  en: {
    title: 'Conversions',
    all: 'All conversions',
    start: 'New conversion',
    none: 'There are no conversions yet. Convert part of a balance, or let a payer pay a link in another currency.',
    noMatch: 'No conversion matches these filters.',
    when: 'When',
    from: 'From',
    to: 'To',
    rate: 'Rate',
    status: 'Status',
    statuses: {
      requested: 'Quoted',
      quote_expired: 'Quote expired',
      processing: 'Processing',
      completed: 'Completed',
      failed: 'Failed',
    },
    origin: 'Of',
    ownMoney: 'your balance',
    deposit: 'Deposit',
    link: 'Payment link',
    any: 'All',
    asset: 'Asset',
    show: 'Show',
    open: 'Details',
    openWhich: (what) => `Details of ${what}`,

    amount: 'Amount',
    amountHint: 'With digits and a decimal point, like 1500.50.',
    available: 'From your available balance of',
    askQuote: 'Get a quote',
    nothing: 'You have no balance that can be converted. What payers send you appears in your balances.',
    whoMayConvert: 'Owners and finance can convert.',

    titleOf: (from, to) => `${from} to ${to}`,
    quote: 'Your quote',
    youConvert: 'You convert',
    youReceive: 'You receive',
    rateIs: (from, to) => `${from} = ${to}`,
    confirm: 'Convert now',
    expired: 'This quote has expired',
    expiredHint: 'Nothing was converted. Get a new quote for the same amount.',
    askAgain: 'Get a new quote',

    received: 'Received',
    expected: 'To be received',
    asked: 'Quoted',
    finished: 'Finished',
    providerReference: "Provider's reference",
    request: 'Request',
    failure: 'Reason',
    ofRefund: 'It buys what a refund sends back to the payer of a converted payment.',
    refund: 'Refund',
    history: 'What happened',
    steps: { asked: 'Requested', confirmed: 'Confirmed', done: 'Converted', failed: 'Failed' },

    notices: {
      ...APPROVALS.en.notices,
      confirmed: 'The conversion was confirmed and is being carried out.',
    },
    problems: {
      ...APPROVALS.en.problems,
      conversion_of_refund: 'This conversion belongs to a refund. Confirm the refund instead.',
      'invalid_request.amount':
        'Enter an amount with up to 12 digits before the decimal point and 8 after it. It must not bring more than an account can hold.',
      'invalid_request.from': 'Choose what to convert.',
      'invalid_request.to': 'These two cannot be exchanged for each other. Choose another pair.',
      insufficient_funds: 'Your available balance is less than that.',
      quote_unavailable:
        'There is no quote for this right now. Try again in a moment, or with another amount.',
      quote_expired: 'The quote expired before it was confirmed. Nothing was converted.',
      conversion_already_confirmed: 'This conversion was already confirmed. Nothing was done twice.',
    },
  },
  es: {
    title: 'Conversiones',
    all: 'Todas las conversiones',
    start: 'Nueva conversión',
    none: 'Todavía no hay conversiones. Convierte parte de un saldo, o deja que un pagador pague un enlace en otra moneda.',
    noMatch: 'Ninguna conversión coincide con estos filtros.',
    when: 'Cuándo',
    from: 'De',
    to: 'A',
    rate: 'Tipo de cambio',
    status: 'Estado',
    statuses: {
      requested: 'Cotizada',
      quote_expired: 'Cotización vencida',
      processing: 'En proceso',
      completed: 'Completada',
      failed: 'Fallida',
    },
    origin: 'Origen',
    ownMoney: 'tu saldo',
    deposit: 'Depósito',
    link: 'Enlace de pago',
    any: 'Todas',
    asset: 'Moneda',
    show: 'Mostrar',
    open: 'Detalle',
    openWhich: (what) => `Detalle de ${what}`,

    amount: 'Monto',
    amountHint: 'Con cifras y punto decimal, como 1500.50.',
    available: 'De tu saldo disponible de',
    askQuote: 'Cotizar',
    nothing:
      'No tienes saldo que se pueda convertir. Lo que te envíen los pagadores aparecerá en tus saldos.',
    whoMayConvert: 'Convierte un propietario o alguien de finanzas.',

    titleOf: (from, to) => `De ${from} a ${to}`,
    quote: 'Tu cotización',
    youConvert: 'Conviertes',
    youReceive: 'Recibes',
    rateIs: (from, to) => `${from} = ${to}`,
    confirm: 'Convertir ahora',
    expired: 'Esta cotización venció',
    expiredHint: 'No se convirtió nada. Pide una cotización nueva por el mismo monto.',
    askAgain: 'Cotizar de nuevo',

    received: 'Recibido',
    expected: 'Por recibir',
    asked: 'Cotizada',
    finished: 'Terminada',
    providerReference: 'Referencia del proveedor',
    request: 'Solicitud',
    failure: 'Motivo',
    ofRefund: 'Compra lo que una devolución envía al pagador de un pago convertido.',
    refund: 'Devolución',
    history: 'Qué ha pasado',
    steps: { asked: 'Solicitada', confirmed: 'Confirmada', done: 'Convertida', failed: 'Fallida' },

    notices: {
      ...APPROVALS.es.notices,
      confirmed: 'La conversión se confirmó y está en proceso.',
    },
    problems: {
      ...APPROVALS.es.problems,
      conversion_of_refund: 'Esta conversión pertenece a una devolución. Confirma la devolución.',
      'invalid_request.amount':
        'Escribe un monto con hasta 12 cifras antes del punto decimal y 8 después. No puede dar más de lo que cabe en una cuenta.',
      'invalid_request.from': 'Elige qué convertir.',
      'invalid_request.to': 'Estas dos no se pueden cambiar una por otra. Elige otro par.',
      insufficient_funds: 'Tu saldo disponible es menor.',
      quote_unavailable:
        'No hay cotización en este momento. Intenta de nuevo en un momento, o con otro monto.',
      quote_expired: 'La cotización venció antes de confirmarla. No se convirtió nada.',
      conversion_already_confirmed: 'Esta conversión ya estaba confirmada. Nada se hizo dos veces.',
    },
  },
};
