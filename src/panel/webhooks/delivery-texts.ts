import type { Language } from '../../pages/index.ts';
import { WORDS } from '../frame/words.ts';

const number = { en: new Intl.NumberFormat('en-US'), es: new Intl.NumberFormat('es-MX') };
const countIn = (language: Language, count: number, one: string, many: string): string =>
  `${number[language].format(count)} ${count === 1 ? one : many}`;

const en = {
  ...WORDS.en,
  title: 'Deliveries',
  titleOf: (host: string): string => `Deliveries to ${host}`,
  deliveryOf: (type: string): string => `Delivery of ${type}`,
  type: 'Event type',
  allTypes: 'All types',
  none: 'There are no deliveries.',
  lastAnswer: 'Last response',
  happened: 'Occurred',
  body: 'Body',
  bodyHint: 'The signature covers exactly this body.',
  attempt: (count: number): string => `Attempt ${count}`,
  noAttempts: 'Nothing has been sent yet.',
  sent: 'Headers sent',
  notKept: 'The headers of this attempt were not kept.',
  noAnswer: 'none',
  ended: 'Ended',
  redeliver: 'Resend',
  redeliverHint: 'One more attempt, at once, with the same event id. It is not retried if it fails.',
  tryNow: 'Send now',
  tryNowHint: 'Makes the next attempt at once.',
  noMore: 'This delivery was resent ten times, which is the maximum.',
  back: 'All deliveries',
  replay: 'Resend the events of a time range',
  replayWhy:
    'For a receiver that was down, or lost events it had accepted. Also sends events that were never sent because the endpoint was disabled; pending deliveries are not changed.',
  count: 'Count the events',
  counted: (count: number): string => `${countIn('en', count, 'event', 'events')} would be resent.`,
  alreadyDelivered: (count: number): string =>
    `The receiver accepted ${countIn('en', count, 'of them', 'of them')} before, and gets them again with the same ids.`,
  hasMore:
    'There are more than can be pending for the endpoint at once: at most 10,000. The oldest are sent first; come back for the rest.',
  nothing: 'There is nothing to resend in this time range.',
  confirm: (count: number): string => `Resend ${countIn('en', count, 'event', 'events')}`,
  replayed: (count: number): string => `${countIn('en', count, 'event is', 'events are')} being resent.`,
  otherTime: 'Another time range',
  flashMessages: { redelivered: 'The delivery will be attempted in a moment.' },
  problems: {
    webhook_redelivery_limit_reached: 'This delivery was resent ten times, which is the maximum.',
    'invalid_request.to': 'Enter a start time and a later end time.',
  },
};

const es: typeof en = {
  ...WORDS.es,
  title: 'Entregas',
  titleOf: (host) => `Entregas a ${host}`,
  deliveryOf: (type) => `Entrega de ${type}`,
  type: 'Tipo de evento',
  allTypes: 'Todos los tipos',
  none: 'No hay entregas.',
  lastAnswer: 'Última respuesta',
  happened: 'Ocurrió',
  body: 'Cuerpo',
  bodyHint: 'La firma cubre exactamente este cuerpo.',
  attempt: (count) => `Intento ${count}`,
  noAttempts: 'Todavía no se ha enviado nada.',
  sent: 'Encabezados enviados',
  notKept: 'No se guardaron los encabezados de este intento.',
  noAnswer: 'ninguna',
  ended: 'Terminó',
  redeliver: 'Reenviar',
  redeliverHint: 'Un intento más, de inmediato, con el mismo id de evento. Si falla, no se reintenta.',
  tryNow: 'Enviar ahora',
  tryNowHint: 'Hace el próximo intento de inmediato.',
  noMore: 'Esta entrega ya se reenvió diez veces, que es el máximo.',
  back: 'Todas las entregas',
  replay: 'Reenviar los eventos de un periodo',
  replayWhy:
    'Para un receptor que estuvo caído o perdió eventos que había aceptado. También se envían los eventos que no recibió porque el endpoint estaba desactivado; las entregas pendientes no cambian.',
  count: 'Contar los eventos',
  counted: (count) =>
    `Se ${count === 1 ? 'reenviaría' : 'reenviarían'} ${countIn('es', count, 'evento', 'eventos')}.`,
  alreadyDelivered: (count) =>
    `El receptor ya había aceptado ${countIn('es', count, 'de ellos', 'de ellos')} y los recibe otra vez con los mismos ids.`,
  hasMore:
    'Hay más de los que pueden estar pendientes a la vez para el endpoint: 10,000 como máximo. Primero se envían los más antiguos; vuelve después por los demás.',
  nothing: 'No hay nada que reenviar en este periodo.',
  confirm: (count) => `Reenviar ${countIn('es', count, 'evento', 'eventos')}`,
  replayed: (count) =>
    count === 1
      ? 'Se está reenviando 1 evento.'
      : `Se están reenviando ${countIn('es', count, '', 'eventos')}.`,
  otherTime: 'Otro periodo',
  flashMessages: { redelivered: 'La entrega se intentará en un momento.' },
  problems: {
    webhook_redelivery_limit_reached: 'Esta entrega ya se reenvió diez veces, que es el máximo.',
    'invalid_request.to': 'Indica una hora de inicio y una de fin posterior.',
  },
};

export const DELIVERIES: Readonly<Record<Language, typeof en>> = { en, es };
