import type { VERSIONS } from '../../contract/index.ts';
import type { Language } from '../../pages/index.ts';

export type StatusFilter = 'succeeded' | 'failed' | 'clientError' | 'serverError';

interface CallLogTexts {
  title: string;
  views: Readonly<Record<'calls' | 'failures' | 'versions', string>>;
  search: string;
  searchHint: string;
  status: string;
  statuses: Readonly<Record<StatusFilter, string>>;
  code: string;
  operation: string;
  key: string;
  from: string;
  until: string;
  any: string;
  show: string;
  more: string;
  window: string;
  none: string;
  noneYet: string;
  keys: string;
  time: string;
  call: string;
  result: string;
  duration: string;
  replay: string;
  replayHint: string;
  noOperation: string;
  requestId: string;
  idempotencyKey: string;
  address: string;
  version: string;
  about: string;
  objects: Readonly<Record<string, string>>;
  request: string;
  response: string;
  query: string;
  noBody: string;
  redacted: string;
  curl: string;
  curlHint: string;
  curlRedacted: string;
  back: string;
  failuresWhy: string;
  noFailures: string;
  lastDay: string;
  lastWeek: string;
  lastTime: string;
  latestOnly: (count: string) => string;
  latestOfKey: (count: string) => string;
  versionsWhy: string;
  newest: (version: string) => string;
  isNewest: string;
  isOlder: string;
  pinned: string;
  called: string;
  calls: string;
  lastCall: string;
  noCalls: string;
  noKeys: string;
  whatChanged: string;
  changes: Readonly<Record<(typeof VERSIONS)[number], string>>;
  howToMove: string;
}

export const CALL_LOG: Readonly<Record<Language, CallLogTexts>> = {
  en: {
    title: 'Call log',
    views: { calls: 'Calls', failures: 'Failures', versions: 'API versions' },
    search: 'Request id or idempotency key',
    searchHint: 'The request id is in the X-Request-Id header of each response.',
    status: 'Status',
    statuses: {
      succeeded: 'succeeded',
      failed: 'failed (4xx and 5xx)',
      clientError: '4xx: refused',
      serverError: '5xx: failed on our side',
    },
    code: 'Error code',
    operation: 'Operation',
    key: 'API key',
    from: 'From (UTC)',
    until: 'Until (UTC)',
    any: 'all',
    show: 'Show',
    more: 'More filters',
    window: 'Without dates, calls of the last 7 days are shown. Calls are kept for 30 days.',
    none: 'No calls match. Choose other filters or an earlier day.',
    noneYet: 'There have been no calls in the last 7 days. They appear here as soon as a key calls the API.',
    keys: 'API keys',
    time: 'Time',
    call: 'Call',
    result: 'Result',
    duration: 'Duration',
    replay: 'Replay',
    replayHint:
      'The stored response of an earlier call with the same idempotency key. Nothing was done again.',
    noOperation: 'no such operation',
    requestId: 'Request id',
    idempotencyKey: 'Idempotency key',
    address: 'IP address',
    version: 'Version',
    about: 'About',
    objects: {
      payment_link: 'Payment link',
      qr_code: 'QR code',
      webhook_endpoint: 'Webhook endpoint',
      deposit: 'Deposit',
      withdrawal: 'Withdrawal',
      conversion: 'Conversion',
      refund: 'Refund',
    },
    request: 'Request',
    response: 'Response',
    query: 'Query',
    noBody: 'No body.',
    redacted: 'Secrets, payer data and free-text fields are not kept: they are shown as [redacted].',
    curl: 'The call as curl',
    curlHint:
      'Set API_KEY to your key. With the same idempotency key, nothing is done twice; change it to repeat the call.',
    curlRedacted: 'First replace what is shown as [redacted] or [truncated].',
    back: 'All calls',
    failuresWhy: 'Failed calls of the last 7 days, by error code and operation.',
    noFailures: 'No call has failed in the last 7 days.',
    lastDay: '24 hours',
    lastWeek: '7 days',
    lastTime: 'Latest',
    latestOnly: (count) => `Only the latest ${count} failures are counted.`,
    latestOfKey: (count) => `Only the latest ${count} calls of each key are counted.`,
    versionsWhy: 'The versions that each key used in the last 30 days.',
    newest: (version) => `The newest version is ${version}.`,
    isNewest: 'newest',
    isOlder: 'older',
    pinned: 'Pinned',
    called: 'Used',
    calls: 'Calls',
    lastCall: 'Last call',
    noCalls: 'no calls',
    noKeys: 'There are no keys yet.',
    whatChanged: 'What each version changed',
    changes: {
      '2026-05-01': 'The first version.',
      '2026-11-01': 'The field kind of a transaction is called type.',
    },
    howToMove:
      'Older versions keep working and get responses in their old form. To upgrade, send the Service-Version header with the newest version in your tests, then create a key with that version, and revoke the old key once it makes no more calls.',
  },
  es: {
    title: 'Registro de llamadas',
    views: { calls: 'Llamadas', failures: 'Fallas', versions: 'Versiones de la API' },
    search: 'Id de solicitud o clave de idempotencia',
    searchHint: 'El id de solicitud está en el encabezado X-Request-Id de cada respuesta.',
    status: 'Estado',
    statuses: {
      succeeded: 'exitosas',
      failed: 'fallidas (4xx y 5xx)',
      clientError: '4xx: rechazadas',
      serverError: '5xx: fallaron de nuestro lado',
    },
    code: 'Código de error',
    operation: 'Operación',
    key: 'Clave de API',
    from: 'Desde (UTC)',
    until: 'Hasta (UTC)',
    any: 'todas',
    show: 'Mostrar',
    more: 'Más filtros',
    window:
      'Sin fechas, se muestran las llamadas de los últimos 7 días. Las llamadas se conservan durante 30 días.',
    none: 'Ninguna llamada coincide. Elige otros filtros o un día anterior.',
    noneYet: 'No hubo llamadas en los últimos 7 días. Aparecen aquí en cuanto una clave llama a la API.',
    keys: 'Claves de API',
    time: 'Hora',
    call: 'Llamada',
    result: 'Resultado',
    duration: 'Duración',
    replay: 'Repetida',
    replayHint:
      'La respuesta guardada de una llamada anterior con la misma clave de idempotencia. No se hizo nada de nuevo.',
    noOperation: 'operación inexistente',
    requestId: 'Id de solicitud',
    idempotencyKey: 'Clave de idempotencia',
    address: 'Dirección IP',
    version: 'Versión',
    about: 'Sobre',
    objects: {
      payment_link: 'Enlace de pago',
      qr_code: 'Código QR',
      webhook_endpoint: 'Endpoint de webhooks',
      deposit: 'Depósito',
      withdrawal: 'Retiro',
      conversion: 'Conversión',
      refund: 'Devolución',
    },
    request: 'Solicitud',
    response: 'Respuesta',
    query: 'Parámetros',
    noBody: 'Sin cuerpo.',
    redacted:
      'Los secretos, los datos de quienes pagan y los campos libres no se conservan: aparecen como [redacted].',
    curl: 'La llamada como curl',
    curlHint:
      'Asigna tu clave a API_KEY. Con la misma clave de idempotencia, nada se hace dos veces; cámbiala para repetir la llamada.',
    curlRedacted: 'Antes, reemplaza lo que aparece como [redacted] o [truncated].',
    back: 'Todas las llamadas',
    failuresWhy: 'Llamadas fallidas de los últimos 7 días, por código de error y operación.',
    noFailures: 'Ninguna llamada falló en los últimos 7 días.',
    lastDay: '24 horas',
    lastWeek: '7 días',
    lastTime: 'La última',
    latestOnly: (count) => `Solo se cuentan las últimas ${count} fallas.`,
    latestOfKey: (count) => `De cada clave solo se cuentan las últimas ${count} llamadas.`,
    versionsWhy: 'Las versiones que usó cada clave en los últimos 30 días.',
    newest: (version) => `La versión más reciente es ${version}.`,
    isNewest: 'más reciente',
    isOlder: 'anterior',
    pinned: 'Fijada',
    called: 'Usada',
    calls: 'Llamadas',
    lastCall: 'Última llamada',
    noCalls: 'sin llamadas',
    noKeys: 'Aún no hay claves.',
    whatChanged: 'Qué cambió en cada versión',
    changes: {
      '2026-05-01': 'La primera versión.',
      '2026-11-01': 'El campo kind de un movimiento se llama type.',
    },
    howToMove:
      'Las versiones anteriores siguen funcionando y reciben respuestas en su forma anterior. Para actualizar, envía en tus pruebas el encabezado Service-Version con la versión más reciente; después crea una clave con esa versión y revoca la anterior cuando ya no haga llamadas.',
  },
};
