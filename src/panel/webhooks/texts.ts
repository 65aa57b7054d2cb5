import type { Language } from '../../pages/index.ts';

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
  notices: Readonly<Record<'saved' | 'switched_off' | 'switched_on' | 'enabled' | 'removed', string>>;
  problems: Readonly<Record<Problem, string>>;
}

const forEachObstacle = (text: string) =>
  Object.fromEntries(OBSTACLES.map((code) => [code, text])) as Record<(typeof OBSTACLES)[number], string>;

export const WEBHOOKS: Readonly<Record<Language, WebhookTexts>> = {
  en: {
    title: 'Webhooks',
    why: 'Endpoints that receive your events, each as a signed request.',
    none: 'There are no endpoints yet. Add one to receive events from then on.',
    add: 'Add an endpoint',
    url: 'URL',
    urlHint: 'https, with a public host name, on port 443 or 8443.',
    description: 'Description (optional)',
    note: 'Description',
    descriptionHint: 'For your own use, up to 500 characters.',
    events: 'Events',
    eventsHint: 'Only these are sent to the endpoint.',
    allEvents: 'all types',
    save: 'Save',
    state: 'Status',
    lastDay: 'Delivered in 24 hours',
    lastDayOf: (delivered, all) => `${delivered} of ${all}`,
    nothingSent: 'nothing sent',
    switchedOffHint:
      'Five deliveries in a row failed after all attempts, so we disabled the endpoint. Its events are kept. Fix the receiver, send it a test event, then enable the endpoint again.',
    failingHint:
      'Deliveries to this endpoint fail after all attempts. After five in a row we disable it. A single success resets the count.',
    offHint: 'While this endpoint is disabled, events are neither sent to it nor kept for it.',
    created: 'Created',
    id: 'Id',
    deliveries: 'Latest deliveries',
    allDeliveries: 'All deliveries',
    replay: 'Resend the events of a time range',
    test: 'Send a test event',
    testHint: 'A sample event, signed like any other. It is sent once, even while the endpoint is disabled.',
    testTitle: 'Endpoint test',
    testDelivered: 'The receiver accepted the test event.',
    testRefused: 'The receiver did not accept the test event.',
    testAgain: 'Send another',
    answer: 'Response',
    noAnswer: 'none',
    took: 'Duration',
    error: 'Error',
    emptyBody: 'The response has no body.',
    settings: 'Settings',
    edit: 'Change URL or events',
    switchOff: 'Disable',
    switchOffHint: 'While it is disabled, nothing is sent, and new events are not kept for it.',
    switchOn: 'Enable',
    enable: 'Enable again',
    enableHint: 'Sends the events that were kept, and resets the failure count.',
    rotate: 'New signing secret',
    rotateHint:
      'The old secret signs nothing from then on, not even further attempts of pending deliveries: change it in the receiver at once.',
    remove: 'Delete the endpoint',
    removeNow: 'Delete permanently',
    removeHint: 'Also deletes its deliveries. Pending ones are not sent.',
    secretTitle: 'The signing secret',
    secretHint: 'Save it now: it is shown only once.',
    secretUse:
      'The receiver verifies the Service-Signature header with it: HMAC-SHA-256 of the time, a dot, and the body as received.',
    rotatedHint: 'The old secret is no longer used.',
    toEndpoint: 'Go to the endpoint',
    back: 'All endpoints',
    notices: {
      saved: 'Endpoint updated.',
      switched_off: 'Endpoint disabled.',
      switched_on: 'Endpoint enabled.',
      enabled: 'Endpoint enabled again. The events that were kept are being sent.',
      removed: 'Endpoint deleted.',
    },
    problems: {
      ...forEachObstacle(
        'The account cannot add endpoints at the moment, because it is not approved or is suspended.',
      ),
      'invalid_request.url':
        'We cannot send to this URL. It must be https, with a public host name, on port 443 or 8443, without a user name.',
      'invalid_request.description': 'The description can have up to 500 characters.',
      'invalid_request.enabled_events': 'Choose at least one type of event.',
      webhook_endpoint_limit_reached: 'The account has 16 endpoints, which is the maximum. Delete one first.',
    },
  },
  es: {
    title: 'Webhooks',
    why: 'Endpoints que reciben tus eventos, cada uno en una solicitud firmada.',
    none: 'Todavía no hay endpoints. Agrega uno para recibir eventos a partir de entonces.',
    add: 'Agregar un endpoint',
    url: 'URL',
    urlHint: 'https, con un nombre de host público, en el puerto 443 u 8443.',
    description: 'Descripción (opcional)',
    note: 'Descripción',
    descriptionHint: 'Para uso interno, hasta 500 caracteres.',
    events: 'Eventos',
    eventsHint: 'Solo estos se envían al endpoint.',
    allEvents: 'todos los tipos',
    save: 'Guardar',
    state: 'Estado',
    lastDay: 'Entregadas en 24 horas',
    lastDayOf: (delivered, all) => `${delivered} de ${all}`,
    nothingSent: 'nada enviado',
    switchedOffHint:
      'Cinco entregas seguidas fallaron en todos sus intentos, así que desactivamos el endpoint. Sus eventos se conservan. Corrige el receptor, envíale un evento de prueba y reactiva el endpoint.',
    failingHint:
      'Las entregas a este endpoint fallan en todos sus intentos. Después de cinco seguidas lo desactivamos. Una sola entrega exitosa reinicia el conteo.',
    offHint: 'Mientras está desactivado, no se le envían ni se le guardan eventos.',
    created: 'Creado',
    id: 'Id',
    deliveries: 'Entregas más recientes',
    allDeliveries: 'Todas las entregas',
    replay: 'Reenviar los eventos de un periodo',
    test: 'Enviar un evento de prueba',
    testHint:
      'Un evento de muestra, firmado como los demás. Se envía una vez, aunque el endpoint esté desactivado.',
    testTitle: 'Prueba del endpoint',
    testDelivered: 'El receptor aceptó el evento de prueba.',
    testRefused: 'El receptor no aceptó el evento de prueba.',
    testAgain: 'Enviar otro',
    answer: 'Respuesta',
    noAnswer: 'ninguna',
    took: 'Duración',
    error: 'Error',
    emptyBody: 'La respuesta no tiene cuerpo.',
    settings: 'Configuración',
    edit: 'Cambiar la URL o los eventos',
    switchOff: 'Desactivar',
    switchOffHint: 'Mientras está desactivado, no se envía nada ni se le guardan los eventos nuevos.',
    switchOn: 'Activar',
    enable: 'Reactivar',
    enableHint: 'Envía los eventos guardados y reinicia el conteo de fallas.',
    rotate: 'Nuevo secreto de firma',
    rotateHint:
      'Desde ese momento, el secreto anterior no firma nada, ni siquiera los siguientes intentos de entregas pendientes: cámbialo de inmediato en el receptor.',
    remove: 'Eliminar el endpoint',
    removeNow: 'Eliminar definitivamente',
    removeHint: 'También se eliminan sus entregas. Las pendientes no se envían.',
    secretTitle: 'El secreto de firma',
    secretHint: 'Guárdalo ahora: solo se muestra esta vez.',
    secretUse:
      'Con él, el receptor verifica el encabezado Service-Signature: HMAC-SHA-256 de la hora, un punto y el cuerpo tal como llegó.',
    rotatedHint: 'El secreto anterior ya no se usa.',
    toEndpoint: 'Ir al endpoint',
    back: 'Todos los endpoints',
    notices: {
      saved: 'Se actualizó el endpoint.',
      switched_off: 'Se desactivó el endpoint.',
      switched_on: 'Se activó el endpoint.',
      enabled: 'Se reactivó el endpoint. Los eventos guardados se están enviando.',
      removed: 'Se eliminó el endpoint.',
    },
    problems: {
      ...forEachObstacle(
        'La cuenta no puede agregar endpoints por ahora, porque no está aprobada o está suspendida.',
      ),
      'invalid_request.url':
        'No podemos enviar a esta URL. Debe ser https, con un nombre de host público, en el puerto 443 u 8443, sin nombre de usuario.',
      'invalid_request.description': 'La descripción puede tener hasta 500 caracteres.',
      'invalid_request.enabled_events': 'Elige al menos un tipo de evento.',
      webhook_endpoint_limit_reached: 'La cuenta tiene 16 endpoints, que es el máximo. Elimina uno primero.',
    },
  },
};
