import type { Language } from '../../pages/index.ts';
import type { Direction, Range } from './period.ts';
import { WORDS } from '../frame/words.ts';

const en = {
  ...WORDS.en,
  accounts: 'Your accounts',
  noAccount: 'You are not a member of any account. An account’s owner can invite you.',
  otherPanels: 'Accounts elsewhere',
  otherPanelsHint: 'Some accounts are at these addresses. Sign in there to see yours, if you have any.',
  title: 'Overview',
  balances: 'Balances',
  noBalances: 'No balances yet.',
  available: 'available',
  pending: 'pending',
  totalAbout: (amount: string): string => `Total ≈ ${amount}`,
  estimate: 'An estimate of what is available and pending, rounded to cents.',
  ratesOf: 'By the operator’s exchange rates; the oldest is from',
  notIncluded: (assets: string): string => `Not included, for lack of a rate: ${assets}.`,
  movementsOf: (asset: string): string => `Movements of ${asset}`,
  held: {
    title: 'Held',
    in: (asset: string): string => `${asset}, held`,
    hint: 'unmatched deposits, outside your balance until accepted or refunded',
  },
  waiting: 'Needs your attention',
  nothingWaits: 'Nothing needs your attention.',
  unmatchedDeposits: (count: string): string =>
    count === '1' ? '1 unmatched deposit to review' : `${count} unmatched deposits to review`,
  withdrawals: (count: string): string =>
    count === '1'
      ? '1 withdrawal to be approved by a second person'
      : `${count} withdrawals to be approved by a second person`,
  refunds: (count: string): string =>
    count === '1'
      ? '1 refund to be approved by a second person'
      : `${count} refunds to be approved by a second person`,
  conversions: (count: string): string =>
    count === '1'
      ? '1 conversion to be approved by a second person'
      : `${count} conversions to be approved by a second person`,
  failingEndpoints: (count: string): string =>
    count === '1' ? '1 webhook endpoint is failing' : `${count} webhook endpoints are failing`,
  expiringLinks: (count: string): string =>
    count === '1' ? '1 unpaid link expires within 24 hours' : `${count} unpaid links expire within 24 hours`,
  flows: 'Money in and out',
  ranges: { '7d': '7 days', '30d': '30 days', '90d': '13 weeks', '12m': '12 months' } satisfies Record<
    Range,
    string
  >,
  directions: { in: 'Collected', out: 'Refunds and withdrawals', fees: 'Fees' } satisfies Record<
    Direction,
    string
  >,
  /** For screen readers. */
  chart: (direction: string, total: string, range: string): string => `${direction}: ${total} in ${range}.`,
  noneBefore: 'nothing in the period before',
  thanBefore: 'on the period before',
  dotted: 'Dotted: the period before',
  noMethod: 'Other',
  table: 'As a table',
  day: 'Day',
  linksOf: (range: string, asset: string): string => `Payment links of these ${range}, in ${asset}`,
  outcomes: { paid: 'Paid', open: 'Open', expired: 'Expired', cancelled: 'Cancelled' },
  misfits: (share: string, count: number): string =>
    `${share} of all payments (${count}) failed or did not fit their link`,
  cut: 'Of the latest 5,000.',
  create: 'Create a payment link',
  latest: 'Latest payments',
  noPayments: 'No payments yet.',
  allDeposits: 'All deposits',
  firstSteps: 'First steps',
  firstStepsHint: 'From your first link to a payment that notifies your system.',
  done: 'Done',
  zone: {
    title: 'Set your time zone',
    hint: 'The days and months of charts and statements begin at its midnight. Until you choose one, it is UTC.',
    action: 'Open the settings',
  },
  key: {
    title: 'Create an API key',
    hint: 'For your own system. Optional: you can also create links here.',
    action: 'Create an API key',
  },
  createLink: {
    title: 'Create a payment link',
    hint: 'An amount and a description are enough.',
    action: 'Create a payment link',
  },
  pay: {
    title: 'Pay it and see your balance change',
    hint: 'Open it as a payer would and simulate the payment. Then come back to this page.',
    action: 'Open the payment page',
  },
  /** In the live environment. */
  payForReal: 'Send it to a payer or pay it yourself. The balance changes when the money arrives.',
  webhook: {
    title: 'Register a webhook',
    hint: 'Notifies your system of each payment.',
    action: 'Register a webhook',
  },
  dismiss: 'Hide these steps',
  flashMessages: { dismissed: 'The first steps are hidden.' },
};

const es: typeof en = {
  ...WORDS.es,
  accounts: 'Tus cuentas',
  noAccount: 'No perteneces a ninguna cuenta. El propietario de una cuenta puede invitarte.',
  otherPanels: 'Cuentas en otro lugar',
  otherPanelsHint:
    'Algunas cuentas están en estas direcciones. Inicia sesión ahí para ver las tuyas, si las tienes.',
  title: 'Resumen',
  balances: 'Saldos',
  noBalances: 'Aún no hay saldos.',
  available: 'disponible',
  pending: 'en proceso',
  totalAbout: (amount) => `Total ≈ ${amount}`,
  estimate: 'Estimación de lo disponible y lo que está en proceso, redondeada a centavos.',
  ratesOf: 'Según los tipos de cambio del operador; el más antiguo es del',
  notIncluded: (assets) => `No se incluye, por falta de tipo de cambio: ${assets}.`,
  movementsOf: (asset) => `Movimientos en ${asset}`,
  held: {
    title: 'Retenido',
    in: (asset) => `${asset}, retenido`,
    hint: 'depósitos por conciliar, fuera de tu saldo hasta que se acepten o devuelvan',
  },
  waiting: 'Por revisar',
  nothingWaits: 'No hay nada pendiente de revisar.',
  unmatchedDeposits: (count) =>
    count === '1' ? '1 depósito por conciliar' : `${count} depósitos por conciliar`,
  withdrawals: (count) =>
    count === '1'
      ? '1 retiro pendiente de segunda aprobación'
      : `${count} retiros pendientes de segunda aprobación`,
  refunds: (count) =>
    count === '1'
      ? '1 devolución pendiente de segunda aprobación'
      : `${count} devoluciones pendientes de segunda aprobación`,
  conversions: (count) =>
    count === '1'
      ? '1 conversión por aprobar por una segunda persona'
      : `${count} conversiones por aprobar por una segunda persona`,
  failingEndpoints: (count) =>
    count === '1' ? '1 webhook está fallando' : `${count} webhooks están fallando`,
  expiringLinks: (count) =>
    count === '1'
      ? '1 enlace sin pagar vence en las próximas 24 horas'
      : `${count} enlaces sin pagar vencen en las próximas 24 horas`,
  flows: 'Entradas y salidas',
  ranges: { '7d': '7 días', '30d': '30 días', '90d': '13 semanas', '12m': '12 meses' },
  directions: { in: 'Cobrado', out: 'Devoluciones y retiros', fees: 'Comisiones' },
  chart: (direction, total, range) => `${direction}: ${total} en ${range}.`,
  noneBefore: 'nada en el periodo anterior',
  thanBefore: 'frente al periodo anterior',
  dotted: 'Línea punteada: periodo anterior',
  noMethod: 'Otros',
  table: 'Ver como tabla',
  day: 'Día',
  linksOf: (range, asset) => `Enlaces de pago de estos ${range}, en ${asset}`,
  outcomes: { paid: 'Pagados', open: 'Abiertos', expired: 'Vencidos', cancelled: 'Cancelados' },
  misfits: (share, count) => `${share} de los pagos (${count}) falló o no coincidió con su enlace`,
  cut: 'De los últimos 5,000.',
  create: 'Crear enlace de pago',
  latest: 'Últimos pagos',
  noPayments: 'Aún no hay pagos.',
  allDeposits: 'Todos los depósitos',
  firstSteps: 'Primeros pasos',
  firstStepsHint: 'Desde tu primer enlace hasta un pago que se notifica a tu sistema.',
  done: 'Listo',
  zone: {
    title: 'Define tu zona horaria',
    hint: 'Los días y meses de gráficas y estados de cuenta empiezan a su medianoche. Hasta que elijas una, es UTC.',
    action: 'Abrir la configuración',
  },
  key: {
    title: 'Crea una clave de API',
    hint: 'Para tu propio sistema. Es opcional: aquí también puedes crear enlaces.',
    action: 'Crear una clave de API',
  },
  createLink: {
    title: 'Crea un enlace de pago',
    hint: 'Basta con un monto y una descripción.',
    action: 'Crear un enlace de pago',
  },
  pay: {
    title: 'Págalo y mira cómo aumenta el saldo',
    hint: 'Ábrelo como lo haría quien te paga y simula el pago. Después regresa a esta página.',
    action: 'Abrir la página de pago',
  },
  payForReal: 'Envíalo a quien te paga, o págalo tú. El saldo aumenta cuando llega el dinero.',
  webhook: {
    title: 'Registra un webhook',
    hint: 'Notifica a tu sistema de cada pago.',
    action: 'Registrar un webhook',
  },
  dismiss: 'Ocultar estos pasos',
  flashMessages: { dismissed: 'Los primeros pasos ya no se muestran.' },
};

export const OVERVIEW: Readonly<Record<Language, typeof en>> = { en, es };
