import type { Language } from '../../pages/index.ts';
import type { LinkReminder, ReminderOutcome, StoppedBy } from '../../link-reminders/index.ts';
import { WORDS } from '../frame/words.ts';

const en = {
  ...WORDS.en,
  title: 'Reminders',
  what: 'Customers who have not paid a link get an e-mail before it expires, and another after. It goes to the address of the customer that the link names, in their language.',
  bounds:
    'At most three reminders a day go to one address. None is sent for a link that is paid, cancelled or being paid, and each says how to stop them.',
  noMail: 'This deployment sends no e-mail, so no reminder arrives.',
  before: 'Before the link expires',
  after: 'After it has expired',
  afterHint: 'It says that the link can no longer be paid, and to ask you for a new one.',
  off: 'No reminder',
  hours: (hours: number): string =>
    hours % 24 === 0 && hours > 24 ? `${hours / 24} days` : hours === 1 ? '1 hour' : `${hours} hours`,
  language: 'Language for customers without one',
  languages: { en: 'English', es: 'Spanish' },
  save: 'Save the reminders',
  kinds: { before: 'Before the expiry', after: 'After the expiry' } satisfies Record<
    LinkReminder['kind'],
    string
  >,
  reminder: 'Reminder',
  result: 'Result',
  due: 'To be sent',
  outcomes: {
    sent: 'Sent',
    late: 'Not sent: it would have come too late',
    off: 'Not sent: reminders were turned off',
    moved: 'Not sent: the expiry was moved',
    settled: 'Not sent: the link was paid, cancelled, expired or deleted',
    no_address: 'Not sent: the customer has no e-mail address',
    stopped: 'Not sent: reminders were stopped',
    in_parts: 'Not sent: a part has arrived and waits for your decision',
    account_inactive: 'Not sent: the account may not collect payments at the moment',
    limit: 'Not sent: the limit of the day was reached',
  } satisfies Record<ReminderOutcome, string>,
  stopped: {
    link: 'Reminders of this link are stopped.',
    customer: 'Reminders to this customer are stopped.',
    address: 'The person at this address has stopped your reminders. Ask for the payment in another way.',
  } satisfies Record<StoppedBy, string>,
  stopLink: 'Stop the reminders of this link',
  resumeLink: 'Send reminders of this link again',
  stopCustomer: 'Stop the reminders to this customer',
  resumeCustomer: 'Send reminders to this customer again',
  flashMessages: { reminders_set: 'The reminders were saved.' },
  problems: {
    'invalid_request.hours_before': 'Choose one of the times.',
    'invalid_request.hours_after': 'Choose one of the times.',
  },
};

const es: typeof en = {
  ...WORDS.es,
  title: 'Recordatorios',
  what: 'Los clientes que no han pagado un enlace reciben un correo antes de que venza, y otro después. Llega a la dirección del cliente que nombra el enlace, en su idioma.',
  bounds:
    'A una dirección llegan como máximo tres recordatorios al día. No se envía ninguno de un enlace pagado, cancelado o en proceso de pago, y cada uno dice cómo dejar de recibirlos.',
  noMail: 'Esta instalación no envía correos, así que no llega ningún recordatorio.',
  before: 'Antes de que venza el enlace',
  after: 'Cuando ya venció',
  afterHint: 'Dice que el enlace ya no se puede pagar, y que te pida uno nuevo.',
  off: 'Sin recordatorio',
  hours: (hours) =>
    hours % 24 === 0 && hours > 24 ? `${hours / 24} días` : hours === 1 ? '1 hora' : `${hours} horas`,
  language: 'Idioma para clientes sin uno',
  languages: { en: 'Inglés', es: 'Español' },
  save: 'Guardar los recordatorios',
  kinds: { before: 'Antes del vencimiento', after: 'Después del vencimiento' },
  reminder: 'Recordatorio',
  result: 'Resultado',
  due: 'Por enviar',
  outcomes: {
    sent: 'Enviado',
    late: 'No se envió: habría llegado demasiado tarde',
    off: 'No se envió: los recordatorios estaban desactivados',
    moved: 'No se envió: cambió el vencimiento',
    settled: 'No se envió: el enlace estaba pagado, cancelado, vencido o eliminado',
    no_address: 'No se envió: el cliente no tiene correo',
    stopped: 'No se envió: los recordatorios estaban detenidos',
    in_parts: 'No se envió: llegó una parte que espera tu decisión',
    account_inactive: 'No se envió: por ahora la cuenta no puede cobrar',
    limit: 'No se envió: se alcanzó el límite del día',
  },
  stopped: {
    link: 'Los recordatorios de este enlace están detenidos.',
    customer: 'Los recordatorios a este cliente están detenidos.',
    address: 'La persona de esta dirección detuvo tus recordatorios. Pídele el pago por otro medio.',
  },
  stopLink: 'Detener los recordatorios de este enlace',
  resumeLink: 'Enviar de nuevo recordatorios de este enlace',
  stopCustomer: 'Detener los recordatorios a este cliente',
  resumeCustomer: 'Enviar de nuevo recordatorios a este cliente',
  flashMessages: { reminders_set: 'Se guardaron los recordatorios.' },
  problems: {
    'invalid_request.hours_before': 'Elige uno de los plazos.',
    'invalid_request.hours_after': 'Elige uno de los plazos.',
  },
};

export const REMINDER_TEXTS: Readonly<Record<Language, typeof en>> = { en, es };
