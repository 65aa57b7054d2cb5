import type { Language } from '../../pages/index.ts';
import { WORDS } from '../frame/words.ts';

const en = {
  ...WORDS.en,
  title: 'Events',
  why: 'The events of the last 30 days, newest first. Your webhook endpoints receive those they subscribe to.',
  about: 'About',
  object: 'Link code or object ID',
  none: 'No events yet. The first ones appear when a payment link is paid.',
  noneFound: 'No events match. Try another type or time range.',
  sequence: 'Sequence',
  cause: 'Caused by call',
  noCause: 'not an API call',
  payload: 'Payload',
  deliveries: 'Deliveries',
  noDeliveries: 'This event was not sent to any endpoint.',
  delivery: 'Delivery',
  back: 'All events',
};

const es: typeof en = {
  ...WORDS.es,
  title: 'Eventos',
  why: 'Los eventos de los últimos 30 días, del más reciente al más antiguo. Tus endpoints de webhooks reciben aquellos a los que están suscritos.',
  about: 'Objeto',
  object: 'Código de enlace o ID',
  none: 'Aún no hay eventos. Los primeros aparecen cuando se paga un enlace de pago.',
  noneFound: 'Ningún evento coincide. Prueba con otro tipo u otro periodo.',
  sequence: 'Secuencia',
  cause: 'Llamada de origen',
  noCause: 'ninguna llamada a la API',
  payload: 'Contenido',
  deliveries: 'Entregas',
  noDeliveries: 'Este evento no se envió a ningún endpoint.',
  delivery: 'Entrega',
  back: 'Todos los eventos',
};

export const EVENTS: Readonly<Record<Language, typeof en>> = { en, es };
