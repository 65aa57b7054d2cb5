import type { CustomerLanguage } from '../customers/index.ts';

const en = {
  before: {
    subject: (account: string, description: string): string => `Reminder from ${account}: ${description}`,
    intro: (account: string, amount: string, description: string): string =>
      `${account} asked you to pay ${amount} for: ${description}.`,
    until: (when: string): string => `You can pay until ${when}.`,
    missing: (arrived: string, due: string, missing: string): string =>
      `${arrived} of ${due} has arrived. ${missing} is missing.`,
    unpriced: (arrived: string): string =>
      `${arrived} has arrived. The page says how much is missing at today’s rate.`,
    pay: 'Pay here:',
    paid: 'If you have paid in the meantime, you need not do anything.',
  },
  after: {
    subject: (account: string, description: string): string => `Expired, from ${account}: ${description}`,
    intro: (account: string, amount: string, description: string): string =>
      `${account} asked you to pay ${amount} for: ${description}.`,
    expired: (when: string): string => `The payment link expired on ${when}, and can no longer be paid.`,
    ask: (account: string): string => `If you still want to pay, ask ${account} for a new link.`,
  },
  testMode: 'Test mode: no real money moves.',
  why: (account: string): string =>
    `You get this e-mail because ${account} gave this address as yours. With questions, contact them.`,
  stop: (account: string): string => `To get no more reminders from ${account} at this address:`,
};

const es: typeof en = {
  before: {
    subject: (account, description) => `Recordatorio de ${account}: ${description}`,
    intro: (account, amount, description) => `${account} te pidió pagar ${amount} por: ${description}.`,
    until: (when) => `Puedes pagar hasta el ${when}.`,
    missing: (arrived, due, missing) => `Llegaron ${arrived} de ${due}. Faltan ${missing}.`,
    unpriced: (arrived) => `Llegaron ${arrived}. La página dice cuánto falta al tipo de cambio de hoy.`,
    pay: 'Paga aquí:',
    paid: 'Si ya pagaste, no tienes que hacer nada.',
  },
  after: {
    subject: (account, description) => `Vencido, de ${account}: ${description}`,
    intro: (account, amount, description) => `${account} te pidió pagar ${amount} por: ${description}.`,
    expired: (when) => `El enlace de pago venció el ${when} y ya no se puede pagar.`,
    ask: (account) => `Si todavía quieres pagar, pide un enlace nuevo a ${account}.`,
  },
  testMode: 'Modo de prueba: no se mueve dinero real.',
  why: (account) =>
    `Recibes este correo porque ${account} dio esta dirección como tuya. Si tienes dudas, escríbele.`,
  stop: (account) => `Para no recibir más recordatorios de ${account} en esta dirección:`,
};

export const REMINDERS: Readonly<Record<CustomerLanguage, typeof en>> = { en, es };
