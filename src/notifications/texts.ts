import type { MovementType } from '../ledger/index.ts';
import type { UserLanguage } from '../people/index.ts';
import type { Occurrence } from './kinds.ts';

/** Of one occurrence, and of several that are gathered. */
interface Headline {
  one: (amount: string) => string;
  many: (count: string, amounts: string) => string;
}

interface Mail {
  subject: string;
  body: string;
}

const headlinesEn: Readonly<Record<Occurrence, Headline>> = {
  payment: {
    one: (amount) => `Payment received: ${amount}`,
    many: (count, amounts) => `${count} payments received: ${amounts}`,
  },
  review: {
    one: (amount) => `Deposit to decide about: ${amount}`,
    many: (count, amounts) => `${count} deposits to decide about: ${amounts}`,
  },
  refund_waiting: {
    one: (amount) => `Refund waiting: ${amount}`,
    many: (count, amounts) => `${count} refunds waiting: ${amounts}`,
  },
  refund_sent: {
    one: (amount) => `Refund sent: ${amount}`,
    many: (count, amounts) => `${count} refunds sent: ${amounts}`,
  },
  refund_failed: {
    one: (amount) => `Refund failed: ${amount}`,
    many: (count, amounts) => `${count} refunds failed: ${amounts}`,
  },
  withdrawal_waiting: {
    one: (amount) => `Withdrawal waiting: ${amount}`,
    many: (count, amounts) => `${count} withdrawals waiting: ${amounts}`,
  },
  withdrawal_sent: {
    one: (amount) => `Withdrawal sent: ${amount}`,
    many: (count, amounts) => `${count} withdrawals sent: ${amounts}`,
  },
  withdrawal_failed: {
    one: (amount) => `Withdrawal failed: ${amount}`,
    many: (count, amounts) => `${count} withdrawals failed: ${amounts}`,
  },
  taken_back: {
    one: (amount) => `Payment taken back: ${amount}`,
    many: (count, amounts) => `${count} payments taken back: ${amounts}`,
  },
};

const headlinesEs: Readonly<Record<Occurrence, Headline>> = {
  payment: {
    one: (amount) => `Pago recibido: ${amount}`,
    many: (count, amounts) => `${count} pagos recibidos: ${amounts}`,
  },
  review: {
    one: (amount) => `Depósito por decidir: ${amount}`,
    many: (count, amounts) => `${count} depósitos por decidir: ${amounts}`,
  },
  refund_waiting: {
    one: (amount) => `Devolución en espera: ${amount}`,
    many: (count, amounts) => `${count} devoluciones en espera: ${amounts}`,
  },
  refund_sent: {
    one: (amount) => `Devolución enviada: ${amount}`,
    many: (count, amounts) => `${count} devoluciones enviadas: ${amounts}`,
  },
  refund_failed: {
    one: (amount) => `Devolución fallida: ${amount}`,
    many: (count, amounts) => `${count} devoluciones fallidas: ${amounts}`,
  },
  withdrawal_waiting: {
    one: (amount) => `Retiro en espera: ${amount}`,
    many: (count, amounts) => `${count} retiros en espera: ${amounts}`,
  },
  withdrawal_sent: {
    one: (amount) => `Retiro enviado: ${amount}`,
    many: (count, amounts) => `${count} retiros enviados: ${amounts}`,
  },
  withdrawal_failed: {
    one: (amount) => `Retiro fallido: ${amount}`,
    many: (count, amounts) => `${count} retiros fallidos: ${amounts}`,
  },
  taken_back: {
    one: (amount) => `Pago retirado por el banco: ${amount}`,
    many: (count, amounts) => `${count} pagos retirados por el banco: ${amounts}`,
  },
};

const en = {
  headlines: headlinesEn,
  paidFor: (description: string): string => `For: ${description}`,
  reference: (reference: string): string => `Reference: ${reference}`,
  seeInPanel: 'See it in the panel',
  why: 'You get this e-mail because you chose it here, where you can also stop it:',
  digest: {
    subject: (account: string, day: string): string => `${account}: daily summary of ${day}`,
    intro: (account: string, from: string, until: string): string =>
      `The money of ${account} from ${from} to ${until}:`,
    still: 'No money moved.',
    movements: {
      payment: 'Payments',
      fee: 'Fees',
      deposit: 'Deposits without a link',
      refund: 'Refunds',
      withdrawal: 'Withdrawals',
      conversion: 'Conversions',
      reversal: 'Reversals',
    } satisfies Record<MovementType, string>,
    balance: 'Balance',
    waiting: 'Waiting for a decision:',
    waitingFor: {
      deposits: 'Deposits',
      withdrawals: 'Withdrawals',
      refunds: 'Refunds',
      conversions: 'Conversions',
    },
    see: 'See all of it after signing in:',
  },
  chatTest: 'Test message. Notifications of this account are posted here.',
  chat: {
    changed: (account: string, by: string): Mail => ({
      subject: `${account}: the chat for notifications has changed`,
      body: `${by} changed where notifications of ${account} are posted. They contain amounts and what links are for.`,
    }),
    paused: (account: string, host: string): Mail => ({
      subject: `${account}: notifications to the chat are paused`,
      body: `A notification of ${account} could not be posted to ${host}, after all of its attempts. Nothing more is posted until an owner tests and resumes it.`,
    }),
    see: 'See it in the panel. If you did not expect this, remove the chat there:',
  },
};

const es: typeof en = {
  headlines: headlinesEs,
  paidFor: (description) => `Concepto: ${description}`,
  reference: (reference) => `Referencia: ${reference}`,
  seeInPanel: 'Ver en el panel',
  why: 'Recibes este correo porque lo elegiste aquí, donde también puedes cancelarlo:',
  digest: {
    subject: (account, day) => `${account}: resumen del ${day}`,
    intro: (account, from, until) => `El dinero de ${account} del ${from} al ${until}:`,
    still: 'No hubo movimientos.',
    movements: {
      payment: 'Pagos',
      fee: 'Comisiones',
      deposit: 'Depósitos sin enlace',
      refund: 'Devoluciones',
      withdrawal: 'Retiros',
      conversion: 'Conversiones',
      reversal: 'Reversos',
    },
    balance: 'Saldo',
    waiting: 'Esperan una decisión:',
    waitingFor: {
      deposits: 'Depósitos',
      withdrawals: 'Retiros',
      refunds: 'Devoluciones',
      conversions: 'Conversiones',
    },
    see: 'Inicia sesión para ver todo:',
  },
  chatTest: 'Mensaje de prueba. Aquí se publican las notificaciones de esta cuenta.',
  chat: {
    changed: (account, by) => ({
      subject: `${account}: cambió el chat de notificaciones`,
      body: `${by} cambió dónde se publican las notificaciones de ${account}. Contienen montos y conceptos de los enlaces.`,
    }),
    paused: (account, host) => ({
      subject: `${account}: las notificaciones al chat están en pausa`,
      body: `No se pudo publicar una notificación de ${account} en ${host}, después de todos los intentos. No se publicará nada más hasta que un propietario haga una prueba y las reanude.`,
    }),
    see: 'Revísalo en el panel. Si no lo esperabas, elimina ahí el chat:',
  },
};

export const TEXTS: Readonly<Record<UserLanguage, typeof en>> = { en, es };
