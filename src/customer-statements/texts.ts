import type { Language } from '../pages/index.ts';
import type { LinkStatus } from '../payment-links/index.ts';
import type { StatementEntry } from './repository.ts';

const en = {
  statementOf: (customer: string): string => `Statement of ${customer}`,
  days: (from: string, until: string): string => `${from} – ${until}`,
  date: 'Date',
  entry: 'Entry',
  amount: 'Amount',
  asset: 'Currency',
  kinds: { request: 'Asked for', payment: 'Paid', refund: 'Refunded' } satisfies Record<
    StatementEntry['kind'],
    string
  >,
  statuses: {
    active: 'open',
    processing: 'payment in progress',
    paid: 'paid',
    cancelled: 'cancelled',
    expired: 'expired',
  } satisfies Record<LinkStatus, string>,
  asked: 'Asked for',
  paid: 'Paid',
  refunded: 'Refunded',
  owed: 'To pay now',
  totals: 'In short',
  entries: 'Requests, payments and refunds',
  none: 'Nothing was asked for, paid or refunded in these days.',
  page: (page: number): string => `Page ${page}`,
  times: (timeZone: string): string => `Times in ${timeZone}`,
  subject: (account: string): string => `Statement from ${account}`,
  intro: (account: string, customer: string, from: string, until: string): string =>
    `This is what ${account} has asked of ${customer} and what was paid, from ${from} to ${until}.`,
  open: 'Still to pay:',
  more: '… and more, for which you can ask the sender.',
  attached: 'The statement with every entry is attached as PDF.',
  testMode: 'Test mode: no real money moves.',
  why: (account: string): string =>
    `You get this e-mail because ${account} sent it to you. With questions, contact them.`,
};

const es: typeof en = {
  statementOf: (customer) => `Estado de cuenta de ${customer}`,
  days: (from, until) => `${from} – ${until}`,
  date: 'Fecha',
  entry: 'Concepto',
  amount: 'Monto',
  asset: 'Moneda',
  kinds: { request: 'Solicitado', payment: 'Pagado', refund: 'Devuelto' },
  statuses: {
    active: 'por pagar',
    processing: 'pago en curso',
    paid: 'pagado',
    cancelled: 'cancelado',
    expired: 'vencido',
  },
  asked: 'Solicitado',
  paid: 'Pagado',
  refunded: 'Devuelto',
  owed: 'Por pagar hoy',
  totals: 'En resumen',
  entries: 'Solicitudes, pagos y devoluciones',
  none: 'En estos días no se solicitó, pagó ni devolvió nada.',
  page: (page) => `Página ${page}`,
  times: (timeZone) => `Horas de ${timeZone}`,
  subject: (account) => `Estado de cuenta de ${account}`,
  intro: (account, customer, from, until) =>
    `Esto es lo que ${account} solicitó a ${customer} y lo que se pagó, del ${from} al ${until}.`,
  open: 'Falta pagar:',
  more: '… y más, que puedes pedir a quien te escribe.',
  attached: 'El estado de cuenta con todos los conceptos va adjunto en PDF.',
  testMode: 'Modo de prueba: no se mueve dinero real.',
  why: (account) => `Recibes este correo porque ${account} te lo envió. Si tienes dudas, escríbele.`,
};

export const CUSTOMER_STATEMENTS: Readonly<Record<Language, typeof en>> = { en, es };
