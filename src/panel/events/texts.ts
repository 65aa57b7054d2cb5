import type { EventType } from '../../events/catalogue.ts';
import type { Language } from '../../pages/language.ts';

interface EventTexts {
  title: string;
  why: string;
  type: string;
  allTypes: string;
  about: string;
  object: string;
  from: string;
  to: string;
  show: string;
  none: string;
  noneFound: string;
  when: string;
  id: string;
  sequence: string;
  cause: string;
  noCause: string;
  payload: string;
  deliveries: string;
  noDeliveries: string;
  endpoint: string;
  status: string;
  attempts: string;
  nextAttempt: string;
  delivery: string;
  back: string;
}

export const EVENTS: Readonly<Record<Language, EventTexts>> = {
  en: {
    title: 'Events',
    why: 'Everything that your webhook endpoints are told, newest first, for 30 days.',
    type: 'Type',
    allTypes: 'All types',
    about: 'About',
    object: 'Link code or object id',
    from: 'From (UTC)',
    to: 'To (UTC)',
    show: 'Show',
    none: 'Nothing has happened yet. The first paid link leaves its events here.',
    noneFound: 'There are no events like that. Choose another type or time.',
    when: 'When',
    id: 'Event',
    sequence: 'Sequence',
    cause: 'Caused by call',
    noCause: 'no call of yours',
    payload: 'Payload',
    deliveries: 'Deliveries',
    noDeliveries: 'No endpoint received this event.',
    endpoint: 'Endpoint',
    status: 'State',
    attempts: 'Attempts',
    nextAttempt: 'Next attempt',
    delivery: 'Delivery',
    back: 'All events',
  },
  es: {
    title: 'Eventos',
    why: 'Todo lo que se avisa a tus endpoints de webhooks, primero lo más reciente, durante 30 días.',
    type: 'Tipo',
    allTypes: 'Todos los tipos',
    about: 'Sobre',
    object: 'Código de enlace o id',
    from: 'Desde (UTC)',
    to: 'Hasta (UTC)',
    show: 'Mostrar',
    none: 'Todavía no ha sucedido nada. El primer enlace pagado dejará aquí sus eventos.',
    noneFound: 'No hay eventos así. Elige otro tipo u otro periodo.',
    when: 'Cuándo',
    id: 'Evento',
    sequence: 'Secuencia',
    cause: 'Causado por la llamada',
    noCause: 'ninguna llamada tuya',
    payload: 'Contenido',
    deliveries: 'Entregas',
    noDeliveries: 'Ningún endpoint recibió este evento.',
    endpoint: 'Endpoint',
    status: 'Estado',
    attempts: 'Intentos',
    nextAttempt: 'Próximo intento',
    delivery: 'Entrega',
    back: 'Todos los eventos',
  },
};

/** In Spanish; the contract describes them in English. */
const SPANISH: Readonly<Record<EventType, string>> = {
  'payment_link.paid': 'Un enlace de pago se pagó completo y se abonó a la cuenta.',
  'payment_link.partial_deposit':
    'Un pagador envió menos de lo debido. No se abonó al enlace, que se puede seguir pagando. Se envía en lugar de deposit.failed.',
  'deposit.completed': 'Llegó dinero y se abonó a la cuenta.',
  'deposit.failed':
    'Un depósito no se abonó. Si llegó el dinero (unmatched), se retiene fuera del saldo hasta que se devuelva o se acepte; si nunca fue definitivo (failed, NOT_CONFIRMED), no llegó dinero.',
  'withdrawal.completed': 'Salió dinero de la cuenta y llegó a su destino.',
  'withdrawal.failed':
    'Un retiro no se pudo pagar, o su dinero regresó después de withdrawal.completed, a veces días más tarde. El dinero vuelve a estar disponible en la cuenta.',
  'conversion.completed': 'Se cambió un monto de un activo por otro.',
  'balance.updated': 'Cambió el saldo disponible de un activo.',
  'refund.completed': 'Se devolvió dinero a un pagador.',
  'refund.failed':
    'Una devolución no se envió, o regresó después de refund.completed, a veces días más tarde. El dinero está de nuevo donde estaba: en el saldo disponible o, si el depósito no correspondía a ningún pago, en el depósito.',
};

/** When an event of this type occurs. */
export function explainType(
  language: Language,
  { type, description }: { type: string; description: string },
): string {
  if (language === 'es' && Object.hasOwn(SPANISH, type)) return SPANISH[type as EventType];
  // The contract is written in Markdown.
  return description.replaceAll('`', '');
}
