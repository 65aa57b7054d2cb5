import type { EventType } from '../../events/index.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import type { Language } from '../../pages/index.ts';

const en = {
  title: 'Events',
  why: 'The events of the last 30 days, newest first. Your webhook endpoints receive those they subscribe to.',
  type: 'Type',
  about: 'About',
  object: 'Link code or object ID',
  none: 'No events yet. The first ones appear when a payment link is paid.',
  noneFound: 'No events match. Try another type or time range.',
  when: 'When',
  id: 'Event',
  sequence: 'Sequence',
  cause: 'Caused by call',
  noCause: 'not an API call',
  payload: 'Payload',
  deliveries: 'Deliveries',
  noDeliveries: 'This event was not sent to any endpoint.',
  endpoint: 'Endpoint',
  status: 'Status',
  attempts: 'Attempts',
  nextAttempt: 'Next attempt',
  delivery: 'Delivery',
  back: 'All events',
};

const es: typeof en = {
  title: 'Eventos',
  why: 'Los eventos de los últimos 30 días, del más reciente al más antiguo. Tus endpoints de webhooks reciben aquellos a los que están suscritos.',
  type: 'Tipo',
  about: 'Objeto',
  object: 'Código de enlace o ID',
  none: 'Aún no hay eventos. Los primeros aparecen cuando se paga un enlace de pago.',
  noneFound: 'Ningún evento coincide. Prueba con otro tipo u otro periodo.',
  when: 'Fecha',
  id: 'Evento',
  sequence: 'Secuencia',
  cause: 'Llamada de origen',
  noCause: 'ninguna llamada a la API',
  payload: 'Contenido',
  deliveries: 'Entregas',
  noDeliveries: 'Este evento no se envió a ningún endpoint.',
  endpoint: 'Endpoint',
  status: 'Estado',
  attempts: 'Intentos',
  nextAttempt: 'Próximo intento',
  delivery: 'Entrega',
  back: 'Todos los eventos',
};

export const EVENTS: Readonly<Record<Language, typeof en>> = { en, es };

/** In Spanish; the contract describes them in English. */
const SPANISH: Readonly<Record<EventType, string>> = {
  'payment_link.paid': 'Un enlace de pago se pagó completo y se abonó a la cuenta.',
  'payment_link.partial_deposit':
    'Un pagador envió menos de lo debido. No se abonó al enlace, que se puede seguir pagando. Se envía en lugar de deposit.failed.',
  'deposit.completed': 'Llegó dinero y se abonó a la cuenta.',
  'deposit.failed':
    'Un depósito no se abonó. Consúltalo: su estado dice qué pasó con él. Si llegó el dinero (unmatched), se retiene fuera del saldo hasta que se devuelva o se acepte; si nunca fue definitivo (failed, NOT_CONFIRMED), no llegó dinero. Si más tarde llega a ser definitivo, pasa a unmatched; solo hay otro evento si entonces el motivo es distinto.',
  'withdrawal.completed': 'Salió dinero de la cuenta y llegó a su destino.',
  'withdrawal.failed':
    'Un retiro no se pudo pagar, o su dinero regresó después de withdrawal.completed, a veces días más tarde. El dinero vuelve a estar disponible en la cuenta.',
  'conversion.completed': 'Se cambió un monto de un activo por otro.',
  'balance.updated': 'Cambió el saldo disponible de un activo.',
  'refund.completed': 'Se devolvió dinero a un pagador.',
  'refund.failed':
    'Una devolución no se envió, o regresó después de refund.completed, a veces días más tarde. Si el depósito no correspondía a ningún pago, el dinero se retiene de nuevo con el depósito. Si no, está de nuevo en el saldo disponible: si el pago se convirtió, en el activo que compró la conversión o, si esta falló, en la moneda del enlace.',
};

/** When an event of this type occurs. */
export function explainType(
  language: Language,
  { type, description }: { type: string; description: string },
): string {
  if (language === 'es' && isKeyOf(SPANISH, type)) return SPANISH[type];
  // The contract is written in Markdown.
  return description.replaceAll('`', '');
}
