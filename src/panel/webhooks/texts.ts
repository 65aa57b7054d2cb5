import type { Language } from '../../pages/language.ts';
import type { DeliveryStatus } from '../../webhooks/deliveries/status.ts';

const OBSTACLES = [
  'user_not_found',
  'account_blocked',
  'account_suspended',
  'email_not_verified',
  'phone_not_verified',
  'kyc_not_started',
  'kyc_incomplete',
  'kyb_not_started',
  'kyb_incomplete',
  'kyb_pending_review',
  'forbidden',
] as const;

type Problem =
  | 'invalid_request.url'
  | 'invalid_request.description'
  | 'invalid_request.enabled_events'
  | 'webhook_endpoint_limit_reached'
  | (typeof OBSTACLES)[number];

interface WebhookTexts {
  title: string;
  why: string;
  none: string;
  add: string;
  url: string;
  urlHint: string;
  description: string;
  note: string;
  descriptionHint: string;
  events: string;
  eventsHint: string;
  allEvents: string;
  save: string;
  state: string;
  lastDay: string;
  lastDayOf: (delivered: number, all: number) => string;
  nothingSent: string;
  receiving: string;
  off: string;
  switchedOff: string;
  failing: (count: number) => string;
  switchedOffHint: string;
  failingHint: string;
  offHint: string;
  created: string;
  id: string;
  deliveries: string;
  allDeliveries: string;
  replay: string;
  test: string;
  testHint: string;
  testTitle: string;
  testDelivered: string;
  testRefused: string;
  testAgain: string;
  answer: string;
  noAnswer: string;
  took: string;
  error: string;
  emptyBody: string;
  settings: string;
  edit: string;
  switchOff: string;
  switchOffHint: string;
  switchOn: string;
  enable: string;
  enableHint: string;
  rotate: string;
  rotateHint: string;
  remove: string;
  removeNow: string;
  removeHint: string;
  secretTitle: string;
  secretHint: string;
  secretUse: string;
  rotatedHint: string;
  toEndpoint: string;
  back: string;
  statuses: Readonly<Record<DeliveryStatus, string>>;
  notices: Readonly<Record<'saved' | 'switched_off' | 'switched_on' | 'enabled' | 'removed', string>>;
  problems: Readonly<Record<Problem, string>>;
}

const forEachObstacle = (text: string) =>
  Object.fromEntries(OBSTACLES.map((code) => [code, text])) as Record<(typeof OBSTACLES)[number], string>;

export const WEBHOOKS: Readonly<Record<Language, WebhookTexts>> = {
  en: {
    title: 'Webhooks',
    why: 'Your servers that are told of events, each by a signed request.',
    none: 'There are no endpoints yet. Add one, and it will be told of what happens from then on.',
    add: 'Add an endpoint',
    url: 'URL',
    urlHint: 'https, with a host name that can be reached from the internet, on port 443 or 8443.',
    description: 'Description (optional)',
    note: 'Description',
    descriptionHint: 'For yourselves, up to 500 characters.',
    events: 'Events',
    eventsHint: 'Only these are sent to the endpoint.',
    allEvents: 'all types',
    save: 'Save',
    state: 'State',
    lastDay: 'Delivered in 24 hours',
    lastDayOf: (delivered, all) => `${delivered} of ${all}`,
    nothingSent: 'nothing sent',
    receiving: 'On',
    off: 'Off',
    switchedOff: 'Switched off by us',
    failing: (count) => (count === 1 ? '1 failed' : `${count} failed in a row`),
    switchedOffHint:
      'Five deliveries in a row failed in all of their attempts, so we stopped sending. Events are kept. Repair the receiver, send it a test, then switch it on again.',
    failingHint:
      'Deliveries to this endpoint fail in all of their attempts. After five in a row we switch it off. A single success resets the count.',
    offHint: 'No events are sent or kept for this endpoint while it is off.',
    created: 'Created',
    id: 'Id',
    deliveries: 'Newest deliveries',
    allDeliveries: 'All deliveries',
    replay: 'Resend the events of a time range',
    test: 'Send a test event',
    testHint: 'A made-up event, signed like any other. It is sent once, even while the endpoint is off.',
    testTitle: 'Test of the endpoint',
    testDelivered: 'The receiver accepted the test event.',
    testRefused: 'The receiver did not accept the test event.',
    testAgain: 'Send another',
    answer: 'Answer',
    noAnswer: 'none',
    took: 'Time taken',
    error: 'Error',
    emptyBody: 'The answer has no body.',
    settings: 'Settings',
    edit: 'Change URL or events',
    switchOff: 'Switch off',
    switchOffHint: 'Nothing is sent while it is off, and new events are not kept for it.',
    switchOn: 'Switch on',
    enable: 'Switch on again',
    enableHint: 'Sends what was kept, and resets the count of failures.',
    rotate: 'New signing secret',
    rotateHint:
      'The old secret signs nothing from that moment on, not even further attempts of waiting deliveries: change it in the receiver at once.',
    remove: 'Delete the endpoint',
    removeNow: 'Delete for good',
    removeHint: 'With its deliveries. Those that wait are not sent.',
    secretTitle: 'The signing secret',
    secretHint: 'Keep it now: it is shown only this once.',
    secretUse:
      'With it, the receiver verifies the header Service-Signature: HMAC-SHA-256 over the time, a dot, and the body as received.',
    rotatedHint: 'The old secret is no longer used.',
    toEndpoint: 'To the endpoint',
    back: 'All endpoints',
    statuses: { pending: 'Waiting', delivered: 'Delivered', failed: 'Failed' },
    notices: {
      saved: 'The endpoint was changed.',
      switched_off: 'The endpoint is off.',
      switched_on: 'The endpoint is on.',
      enabled: 'The endpoint is on again. What was kept is being sent.',
      removed: 'The endpoint was deleted.',
    },
    problems: {
      'invalid_request.url':
        'We cannot send to this URL. It must be https, with a host name that can be reached from the internet, on port 443 or 8443, without a user name.',
      'invalid_request.description': 'The description can have up to 500 characters.',
      'invalid_request.enabled_events': 'Choose at least one type of event.',
      webhook_endpoint_limit_reached: 'The account has 16 endpoints, which is the most. Delete one first.',
      ...forEachObstacle(
        'The account may not add endpoints now, because it is not approved or is suspended.',
      ),
    },
  },
  es: {
    title: 'Webhooks',
    why: 'Tus servidores a los que avisamos de los eventos, cada vez con una solicitud firmada.',
    none: 'Todavía no hay endpoints. Agrega uno y le avisaremos de lo que suceda a partir de entonces.',
    add: 'Agregar un endpoint',
    url: 'URL',
    urlHint: 'https, con un nombre de host accesible desde internet, en el puerto 443 u 8443.',
    description: 'Descripción (opcional)',
    note: 'Descripción',
    descriptionHint: 'Para ustedes, hasta 500 caracteres.',
    events: 'Eventos',
    eventsHint: 'Solo estos se envían al endpoint.',
    allEvents: 'todos los tipos',
    save: 'Guardar',
    state: 'Estado',
    lastDay: 'Entregadas en 24 horas',
    lastDayOf: (delivered, all) => `${delivered} de ${all}`,
    nothingSent: 'nada enviado',
    receiving: 'Activo',
    off: 'Apagado',
    switchedOff: 'Apagado por nosotros',
    failing: (count) => (count === 1 ? '1 fallida' : `${count} fallidas seguidas`),
    switchedOffHint:
      'Cinco entregas seguidas fallaron en todos sus intentos, así que dejamos de enviar. Los eventos se conservan. Repara el receptor, envíale una prueba y vuelve a encenderlo.',
    failingHint:
      'Las entregas a este endpoint fallan en todos sus intentos. Después de cinco seguidas lo apagamos. Un solo éxito reinicia la cuenta.',
    offHint: 'Mientras está apagado no se le envían ni se le guardan eventos.',
    created: 'Creado',
    id: 'Id',
    deliveries: 'Entregas más recientes',
    allDeliveries: 'Todas las entregas',
    replay: 'Reenviar los eventos de un periodo',
    test: 'Enviar un evento de prueba',
    testHint:
      'Un evento inventado, firmado como los demás. Se envía una vez, aunque el endpoint esté apagado.',
    testTitle: 'Prueba del endpoint',
    testDelivered: 'El receptor aceptó el evento de prueba.',
    testRefused: 'El receptor no aceptó el evento de prueba.',
    testAgain: 'Enviar otro',
    answer: 'Respuesta',
    noAnswer: 'ninguna',
    took: 'Duración',
    error: 'Error',
    emptyBody: 'La respuesta no tiene contenido.',
    settings: 'Configuración',
    edit: 'Cambiar la URL o los eventos',
    switchOff: 'Apagar',
    switchOffHint: 'Mientras está apagado no se envía nada, ni se le guardan los eventos nuevos.',
    switchOn: 'Encender',
    enable: 'Volver a encender',
    enableHint: 'Envía lo que se guardó y reinicia la cuenta de fallas.',
    rotate: 'Nuevo secreto de firma',
    rotateHint:
      'Desde ese momento el secreto anterior no firma nada, ni siquiera los siguientes intentos de entregas en espera: cámbialo de inmediato en el receptor.',
    remove: 'Eliminar el endpoint',
    removeNow: 'Eliminar para siempre',
    removeHint: 'Con sus entregas. Las que esperan no se envían.',
    secretTitle: 'El secreto de firma',
    secretHint: 'Guárdalo ahora: solo se muestra esta vez.',
    secretUse:
      'Con él, el receptor verifica el encabezado Service-Signature: HMAC-SHA-256 sobre la hora, un punto y el contenido tal como llegó.',
    rotatedHint: 'El secreto anterior ya no se usa.',
    toEndpoint: 'Ir al endpoint',
    back: 'Todos los endpoints',
    statuses: { pending: 'En espera', delivered: 'Entregada', failed: 'Fallida' },
    notices: {
      saved: 'Se cambió el endpoint.',
      switched_off: 'El endpoint está apagado.',
      switched_on: 'El endpoint está activo.',
      enabled: 'El endpoint está activo de nuevo. Se está enviando lo que se guardó.',
      removed: 'Se eliminó el endpoint.',
    },
    problems: {
      'invalid_request.url':
        'No podemos enviar a esta URL. Debe ser https, con un nombre de host accesible desde internet, en el puerto 443 u 8443, sin nombre de usuario.',
      'invalid_request.description': 'La descripción puede tener hasta 500 caracteres.',
      'invalid_request.enabled_events': 'Elige al menos un tipo de evento.',
      webhook_endpoint_limit_reached: 'La cuenta tiene 16 endpoints, que es el máximo. Elimina uno primero.',
      ...forEachObstacle(
        'La cuenta no puede agregar endpoints por ahora, porque no está aprobada o está suspendida.',
      ),
    },
  },
};
