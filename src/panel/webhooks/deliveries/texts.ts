import type { Language } from '../../../pages/language.ts';

interface DeliveryTexts {
  title: string;
  titleOf: (host: string) => string;
  deliveryOf: (type: string) => string;
  state: string;
  allStates: string;
  type: string;
  allTypes: string;
  from: string;
  to: string;
  show: string;
  none: string;
  event: string;
  when: string;
  attempts: string;
  lastAnswer: string;
  nextAttempt: string;
  waitsForEndpoint: string;
  endpoint: string;
  happened: string;
  body: string;
  bodyHint: string;
  attempt: (number: number) => string;
  noAttempts: string;
  sent: string;
  notKept: string;
  answer: string;
  noAnswer: string;
  ended: string;
  took: string;
  error: string;
  redeliver: string;
  redeliverHint: string;
  tryNow: string;
  tryNowHint: string;
  noMore: string;
  back: string;
  replay: string;
  replayWhy: string;
  count: string;
  counted: (count: number) => string;
  alreadyDelivered: (count: number) => string;
  hasMore: string;
  nothing: string;
  confirm: (count: number) => string;
  replayed: (count: number) => string;
  otherTime: string;
  notices: Readonly<Record<'redelivered', string>>;
  problems: Readonly<Record<'webhook_redelivery_limit_reached' | 'invalid_request.to', string>>;
}

const number = { en: new Intl.NumberFormat('en-US'), es: new Intl.NumberFormat('es-MX') };
const countIn = (language: Language, count: number, one: string, many: string): string =>
  `${number[language].format(count)} ${count === 1 ? one : many}`;

export const DELIVERIES: Readonly<Record<Language, DeliveryTexts>> = {
  en: {
    title: 'Deliveries',
    titleOf: (host) => `Deliveries to ${host}`,
    deliveryOf: (type) => `Delivery of ${type}`,
    state: 'State',
    allStates: 'All states',
    type: 'Event type',
    allTypes: 'All types',
    from: 'From (UTC)',
    to: 'To (UTC)',
    show: 'Show',
    none: 'There are no deliveries.',
    event: 'Event',
    when: 'When',
    attempts: 'Attempts',
    lastAnswer: 'Last answer',
    nextAttempt: 'Next attempt',
    waitsForEndpoint: 'when the endpoint is on',
    endpoint: 'Endpoint',
    happened: 'Happened',
    body: 'What is sent',
    bodyHint: 'The signature is over exactly this body.',
    attempt: (count) => `Attempt ${count}`,
    noAttempts: 'Nothing was sent yet.',
    sent: 'Headers sent',
    notKept: 'The headers of this attempt were not kept.',
    answer: 'Answer',
    noAnswer: 'none',
    ended: 'Ended',
    took: 'Time taken',
    error: 'Error',
    redeliver: 'Send again',
    redeliverHint: 'One more attempt, at once, with the same event id. It is not repeated if it fails.',
    tryNow: 'Try now',
    tryNowHint: 'Brings the next attempt forward.',
    noMore: 'This delivery was sent again ten times, which is the most.',
    back: 'All deliveries',
    replay: 'Resend the events of a time range',
    replayWhy:
      'For a receiver that was down, or lost what it had accepted. Events that it was never sent, because the endpoint was off, are sent as well; those that wait for an attempt stay as they are.',
    count: 'Count the events',
    counted: (count) => `${countIn('en', count, 'event', 'events')} would be resent.`,
    alreadyDelivered: (count) =>
      `The receiver accepted ${countIn('en', count, 'of them', 'of them')} before, and gets them once more with the same ids.`,
    hasMore:
      'There are more than can wait for the endpoint at once: at most 10,000. The oldest come first; come back for the others.',
    nothing: 'There is nothing to resend in this time range.',
    confirm: (count) => `Resend ${countIn('en', count, 'event', 'events')}`,
    replayed: (count) => `${countIn('en', count, 'event is', 'events are')} being resent.`,
    otherTime: 'Another time range',
    notices: { redelivered: 'The delivery is due now. Its attempt is made in a moment.' },
    problems: {
      webhook_redelivery_limit_reached: 'This delivery was sent again ten times, which is the most.',
      'invalid_request.to': 'Give a time to begin with and a later one to end with.',
    },
  },
  es: {
    title: 'Entregas',
    titleOf: (host) => `Entregas a ${host}`,
    deliveryOf: (type) => `Entrega de ${type}`,
    state: 'Estado',
    allStates: 'Todos los estados',
    type: 'Tipo de evento',
    allTypes: 'Todos los tipos',
    from: 'Desde (UTC)',
    to: 'Hasta (UTC)',
    show: 'Mostrar',
    none: 'No hay entregas.',
    event: 'Evento',
    when: 'Cuándo',
    attempts: 'Intentos',
    lastAnswer: 'Última respuesta',
    nextAttempt: 'Próximo intento',
    waitsForEndpoint: 'cuando el endpoint esté activo',
    endpoint: 'Endpoint',
    happened: 'Sucedió',
    body: 'Lo que se envía',
    bodyHint: 'La firma es exactamente sobre este contenido.',
    attempt: (count) => `Intento ${count}`,
    noAttempts: 'Todavía no se ha enviado nada.',
    sent: 'Encabezados enviados',
    notKept: 'No se guardaron los encabezados de este intento.',
    answer: 'Respuesta',
    noAnswer: 'ninguna',
    ended: 'Terminó',
    took: 'Duración',
    error: 'Error',
    redeliver: 'Enviar de nuevo',
    redeliverHint: 'Un intento más, de inmediato, con el mismo id de evento. Si falla, no se repite.',
    tryNow: 'Intentar ahora',
    tryNowHint: 'Adelanta el próximo intento.',
    noMore: 'Esta entrega ya se reenvió diez veces, que es el máximo.',
    back: 'Todas las entregas',
    replay: 'Reenviar los eventos de un periodo',
    replayWhy:
      'Para un receptor que estuvo caído o perdió lo que había aceptado. También se envían los eventos que nunca recibió porque el endpoint estaba apagado; los que esperan un intento se quedan como están.',
    count: 'Contar los eventos',
    counted: (count) =>
      `Se ${count === 1 ? 'reenviaría' : 'reenviarían'} ${countIn('es', count, 'evento', 'eventos')}.`,
    alreadyDelivered: (count) =>
      `El receptor ya había aceptado ${countIn('es', count, 'de ellos', 'de ellos')} y los recibe otra vez con los mismos ids.`,
    hasMore:
      'Hay más de los que pueden esperar a la vez para el endpoint: 10,000 como máximo. Primero van los más antiguos; vuelve después por los demás.',
    nothing: 'No hay nada que reenviar en este periodo.',
    confirm: (count) => `Reenviar ${countIn('es', count, 'evento', 'eventos')}`,
    replayed: (count) =>
      count === 1
        ? 'Se está reenviando 1 evento.'
        : `Se están reenviando ${countIn('es', count, '', 'eventos')}.`,
    otherTime: 'Otro periodo',
    notices: { redelivered: 'La entrega está lista para salir. El intento se hace en un momento.' },
    problems: {
      webhook_redelivery_limit_reached: 'Esta entrega ya se reenvió diez veces, que es el máximo.',
      'invalid_request.to': 'Indica una hora de inicio y una de fin posterior.',
    },
  },
};
