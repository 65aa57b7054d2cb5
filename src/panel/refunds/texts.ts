import type { Language } from '../../pages/language.ts';

interface RefundTexts {
  title: string;
  none: string;
  noMatch: string;
  when: string;
  amount: string;
  returned: string;
  status: string;
  /** As the API names them. */
  statuses: Readonly<Record<'requested' | 'processing' | 'completed' | 'failed' | 'returned', string>>;
  link: string;
  deposit: string;
  any: string;
  show: string;
  open: string;
  openWhich: (amount: string) => string;
  titleOf: (amount: string) => string;
  to: string;
  toSender: string;
  method: string;
  failure: string;
  providerReference: string;
  request: string;
  history: string;
  steps: Readonly<Record<'started' | 'done' | 'failed' | 'returned', string>>;
  back: string;
}

export const REFUNDS: Readonly<Record<Language, RefundTexts>> = {
  en: {
    title: 'Refunds',
    none: 'There are no refunds. Start one on the page of a paid link, or of a deposit that waits for your decision.',
    noMatch: 'No refund matches this filter.',
    when: 'When',
    amount: 'Amount',
    returned: 'The payer gets',
    status: 'Status',
    statuses: {
      requested: 'Requested',
      processing: 'Processing',
      completed: 'Completed',
      failed: 'Failed',
      returned: 'Came back',
    },
    link: 'Payment link',
    deposit: 'Deposit',
    any: 'All',
    show: 'Show',
    open: 'Details',
    openWhich: (amount) => `Details of ${amount}`,
    titleOf: (amount) => `Refund of ${amount}`,
    to: 'Sent to',
    toSender: 'the way it came',
    method: 'Method',
    failure: 'Reason',
    providerReference: "Provider's reference",
    request: 'Request',
    history: 'What happened',
    steps: { started: 'Started', done: 'Sent', failed: 'Failed', returned: 'The money came back' },
    back: 'All refunds',
  },
  es: {
    title: 'Devoluciones',
    none: 'No hay devoluciones. Inicia una en la página de un enlace pagado, o de un depósito que espera tu decisión.',
    noMatch: 'Ninguna devolución coincide con este filtro.',
    when: 'Cuándo',
    amount: 'Monto',
    returned: 'El pagador recibe',
    status: 'Estado',
    statuses: {
      requested: 'Solicitada',
      processing: 'En proceso',
      completed: 'Completada',
      failed: 'Fallida',
      returned: 'El dinero regresó',
    },
    link: 'Enlace de pago',
    deposit: 'Depósito',
    any: 'Todas',
    show: 'Mostrar',
    open: 'Detalle',
    openWhich: (amount) => `Detalle de ${amount}`,
    titleOf: (amount) => `Devolución de ${amount}`,
    to: 'Enviada a',
    toSender: 'por donde llegó',
    method: 'Método',
    failure: 'Motivo',
    providerReference: 'Referencia del proveedor',
    request: 'Solicitud',
    history: 'Qué ha pasado',
    steps: { started: 'Iniciada', done: 'Enviada', failed: 'Fallida', returned: 'El dinero regresó' },
    back: 'Todas las devoluciones',
  },
};
