import type { Kind } from '../../notifications/index.ts';
import type { Language } from '../../pages/index.ts';
import { WORDS } from '../frame/words.ts';

const kindsEn: Readonly<Record<Kind, string>> = {
  payment: 'Payments received',
  review: 'Deposits that wait for a decision',
  refund: 'Refunds: waiting, sent, failed',
  withdrawal: 'Withdrawals: waiting, sent, failed',
  taken_back: 'Payments that the bank takes back',
};

const kindsEs: Readonly<Record<Kind, string>> = {
  payment: 'Pagos recibidos',
  review: 'Depósitos que esperan una decisión',
  refund: 'Devoluciones: en espera, enviadas, fallidas',
  withdrawal: 'Retiros: en espera, enviados, fallidos',
  taken_back: 'Pagos que el banco retira',
};

const en = {
  ...WORDS.en,
  title: 'Notifications',
  toMe: 'My access',
  intro: (email: string): string =>
    `E-mails to ${email} about this account. You choose them for yourself; others choose their own.`,
  noMail: 'This deployment sends no e-mail yet.',
  kinds: kindsEn,
  at: 'At once',
  gathered:
    'When more than three payments come in within a minute, they share one e-mail. What happened before you chose is not sent.',
  minimum: 'Only payments from this amount',
  minimumHint: 'Leave it empty for all payments. Payments in other currencies are always included.',
  digest: 'Daily summary',
  digestHint: (zone: string): string =>
    `What came in and went out since the summary before, the balances, and what waits for a decision. In the time zone ${zone}. None is sent when nothing moved and nothing waits.`,
  noDigest: 'None',
  always: 'Always sent',
  alwaysWhy: 'These e-mails protect you and the account, so they cannot be switched off.',
  alwaysAll: 'To you: new sign-ins, and changes to how you sign in.',
  alwaysMoney: 'To owners and finance: withdrawals, refunds and conversions that wait.',
  alwaysOwners:
    'To owners: payments that the bank takes back, and changes to destinations, limits, refunds, the team and API keys.',
  toChat: 'Notifications to a chat',
  chatTitle: 'Notifications to a chat',
  chatWhy:
    'Posts to a channel of Slack, Microsoft Teams, Google Chat or Discord what happens in this account: amounts, what links are for, and a link to the panel. Nothing of the payers. Everyone in the channel sees it.',
  none: 'No chat is set up.',
  service: 'Service',
  services: {
    slack: 'Slack',
    teams: 'Microsoft Teams',
    google_chat: 'Google Chat',
    discord: 'Discord',
  },
  url: 'URL of the incoming webhook',
  urlHint: 'Anyone who has it can write to the channel, so it is stored encrypted and not shown again.',
  urlKept: 'Leave it empty to keep the present one.',
  language: 'Language',
  languages: { en: 'English', es: 'Spanish' },
  posted: 'Posted',
  isPaused: 'paused, because a message could not be posted',
  works: 'on',
  test: 'Send a test message',
  testHint: 'Posts one message to the chat, also while it is paused.',
  resume: 'Resume',
  resumeHint: 'Posts what happens from now on. What happened during the pause is not posted.',
  removeChat: 'Remove the chat',
  removeHint: 'What waits to be posted is dropped.',
  testTitle: 'Test message',
  testDelivered: 'The chat has taken the message.',
  testRefused: 'The chat has not taken the message.',
  noAnswer: 'none',
  toChatPage: 'Back to the chat',
  flashMessages: {
    saved: 'Saved. It applies to what happens from now on.',
    chat_saved: { done: 'The chat was saved.', mailed: WORDS.en.ownersNotified },
    chat_changed: 'The chat was saved.',
    chat_removed: 'The chat was removed.',
    chat_resumed: 'What happens from now on is posted again.',
  },
  problems: {
    'invalid_request.kinds': 'Choose from the list.',
    'invalid_request.minimum.ambiguous': WORDS.en.ambiguousAmount,
    'invalid_request.minimum': 'Enter an amount above zero, like 100, or leave it empty.',
    'invalid_request.currency': WORDS.en.chooseCurrency,
    'invalid_request.digest_hour': 'Choose an hour from the list.',
    'invalid_request.service': 'Choose one of the services.',
    'invalid_request.language': 'Choose one of the languages.',
    'invalid_request.url':
      'Enter the whole https:// URL that the service shows for the incoming webhook. It must lead to the internet.',
  },
};

const es: typeof en = {
  ...WORDS.es,
  title: 'Notificaciones',
  toMe: 'Mi acceso',
  intro: (email) =>
    `Correos a ${email} sobre esta cuenta. Los eliges solo para ti; los demás eligen los suyos.`,
  noMail: 'Este servicio todavía no envía correos.',
  kinds: kindsEs,
  at: 'Al momento',
  gathered:
    'Cuando llegan más de tres pagos en un minuto, van en un solo correo. No se envía lo que pasó antes de tu elección.',
  minimum: 'Solo pagos desde este monto',
  minimumHint: 'Déjalo vacío para todos los pagos. Los pagos en otras monedas siempre se avisan.',
  digest: 'Resumen diario',
  digestHint: (zone) =>
    `Lo que entró y salió desde el resumen anterior, los saldos y lo que espera una decisión. En la zona horaria ${zone}. No se envía si no hubo movimientos y nada espera.`,
  noDigest: 'Ninguno',
  always: 'Siempre se envían',
  alwaysWhy: 'Estos correos te protegen a ti y a la cuenta, por lo que no se pueden desactivar.',
  alwaysAll: 'A ti: nuevos inicios de sesión y cambios en tu forma de entrar.',
  alwaysMoney: 'A propietarios y finanzas: retiros, devoluciones y conversiones en espera.',
  alwaysOwners:
    'A propietarios: pagos que el banco retira y cambios en destinos, límites, devoluciones, equipo y claves de API.',
  toChat: 'Notificaciones a un chat',
  chatTitle: 'Notificaciones a un chat',
  chatWhy:
    'Publica en un canal de Slack, Microsoft Teams, Google Chat o Discord lo que pasa en esta cuenta: montos, conceptos de los enlaces y un enlace al panel. Nada de quienes pagan. Todos en el canal lo ven.',
  none: 'No hay ningún chat.',
  service: 'Servicio',
  services: en.services,
  url: 'URL del webhook entrante',
  urlHint:
    'Quien la conozca puede escribir en el canal, por lo que se guarda cifrada y no se vuelve a mostrar.',
  urlKept: 'Déjala vacía para conservar la actual.',
  language: 'Idioma',
  languages: { en: 'Inglés', es: 'Español' },
  posted: 'Se publica',
  isPaused: 'en pausa, porque no se pudo publicar un mensaje',
  works: 'activo',
  test: 'Enviar un mensaje de prueba',
  testHint: 'Publica un mensaje en el chat, también durante una pausa.',
  resume: 'Reanudar',
  resumeHint: 'Publica lo que pase desde ahora. Lo que pasó durante la pausa no se publica.',
  removeChat: 'Eliminar el chat',
  removeHint: 'Lo que espera a ser publicado se descarta.',
  testTitle: 'Mensaje de prueba',
  testDelivered: 'El chat recibió el mensaje.',
  testRefused: 'El chat no recibió el mensaje.',
  noAnswer: 'ninguna',
  toChatPage: 'Volver al chat',
  flashMessages: {
    saved: 'Se guardó. Vale para lo que pase desde ahora.',
    chat_saved: { done: 'Se guardó el chat.', mailed: WORDS.es.ownersNotified },
    chat_changed: 'Se guardó el chat.',
    chat_removed: 'Se eliminó el chat.',
    chat_resumed: 'Lo que pase desde ahora se publica de nuevo.',
  },
  problems: {
    'invalid_request.kinds': 'Elige de la lista.',
    'invalid_request.minimum.ambiguous': WORDS.es.ambiguousAmount,
    'invalid_request.minimum': 'Escribe un monto mayor que cero, como 100, o déjalo vacío.',
    'invalid_request.currency': WORDS.es.chooseCurrency,
    'invalid_request.digest_hour': 'Elige una hora de la lista.',
    'invalid_request.service': 'Elige uno de los servicios.',
    'invalid_request.language': 'Elige uno de los idiomas.',
    'invalid_request.url':
      'Escribe la URL https:// completa que el servicio muestra para el webhook entrante. Debe llevar a internet.',
  },
};

export const NOTIFICATIONS: Readonly<Record<Language, typeof en>> = { en, es };
