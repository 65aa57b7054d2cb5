import type { Language } from '../../pages/index.ts';
import { WORDS } from '../frame/words.ts';

const en = {
  ...WORDS.en,
  title: 'Search',
  titleOf: (text: string): string => `Results for “${text}”`,
  kinds: {
    links: 'Payment links',
    customers: 'Customers',
    deposits: 'Deposits',
    refunds: 'Refunds',
    withdrawals: 'Withdrawals',
    conversions: 'Conversions',
    movements: 'Movements',
    destinations: 'Saved destinations',
    calls: 'API calls',
    events: 'Events',
  },
  what: 'What',
  time: 'Time',
  refundTo: (destination: string | null): string =>
    destination === null ? 'Refund to the sender' : `Refund to ${destination}`,
  withdrawalTo: (destination: string): string => `Withdrawal to ${destination}`,
  more: (count: number): string => `Only ${count} are shown.`,
  allLinks: 'Search all payment links',
  none: 'Nothing matches. Check it for typing errors, or search for a part of the description or the payer’s name.',
  try: 'You can search for:',
  forms: [
    'a payment link: its code, description, reference or a metadata value',
    'a customer: the name, e-mail, tax ID or reference',
    'a payer: the name or e-mail on the link, or the account or address that paid',
    'an amount, such as 640 or 1,234.50',
    'a proof of payment: a tracking key, a bank reference or a transaction hash',
    'a CLABE, an account number or a wallet address',
    'the id of a deposit, refund, withdrawal, conversion, movement or event',
  ],
  forRequest: 'a request id (req_…)',
};

const es: typeof en = {
  ...WORDS.es,
  title: 'Buscar',
  titleOf: (text) => `Resultados de “${text}”`,
  kinds: {
    links: 'Enlaces de pago',
    customers: 'Clientes',
    deposits: 'Depósitos',
    refunds: 'Devoluciones',
    withdrawals: 'Retiros',
    conversions: 'Conversiones',
    movements: 'Movimientos',
    destinations: 'Destinos guardados',
    calls: 'Llamadas a la API',
    events: 'Eventos',
  },
  what: 'Qué',
  time: 'Fecha',
  refundTo: (destination) =>
    destination === null ? 'Devolución al remitente' : `Devolución a ${destination}`,
  withdrawalTo: (destination) => `Retiro a ${destination}`,
  more: (count) => `Solo se muestran ${count}.`,
  allLinks: 'Buscar en todos los enlaces de pago',
  none: 'Nada coincide. Revisa que esté bien escrito, o busca una parte de la descripción o del nombre de quien paga.',
  try: 'Puedes buscar:',
  forms: [
    'un enlace de pago: su código, descripción, referencia o un valor de metadata',
    'un cliente: su nombre, correo, RFC o NIT, o referencia',
    'a quien paga: el nombre o correo del enlace, o la cuenta o dirección desde la que pagó',
    'un monto, como 640 o 1,234.50',
    'un comprobante de pago: una clave de rastreo, una referencia bancaria o el hash de una transacción',
    'una CLABE, un número de cuenta o la dirección de una wallet',
    'el id de un depósito, devolución, retiro, conversión, movimiento o evento',
  ],
  forRequest: 'un id de solicitud (req_…)',
};

export type SearchTexts = typeof en;

export const SEARCH: Readonly<Record<Language, SearchTexts>> = { en, es };
