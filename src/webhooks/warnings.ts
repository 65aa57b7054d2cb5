import type { UserLanguage } from '../people/index.ts';
import type { WebhookEndpoint } from './repository.ts';

export interface Wording {
  subject: string;
  body: string;
}

/** The mails to the account about an endpoint that does not work. */
export interface Warnings {
  /** Deliveries keep failing. `switchOffAt` is the number in a row at which the endpoint is disabled. */
  failing: (endpoint: WebhookEndpoint, switchOffAt: number) => Wording;
  /** The service has disabled the endpoint. */
  switchedOff: (endpoint: WebhookEndpoint) => Wording;
}

export const WARNINGS: Readonly<Record<UserLanguage, Warnings>> = {
  en: {
    failing: (endpoint, switchOffAt) => ({
      subject: 'Your webhook endpoint is failing',
      body: `The last ${endpoint.consecutiveFailures} events to your webhook endpoint could not be delivered, each after all of its attempts:

${identify(endpoint, 'description')}

After ${switchOffAt} in a row, the endpoint is disabled. A single success resets the count.

To see what went wrong, list its deliveries: GET /v1/webhook_endpoints/${endpoint.id}/deliveries
To try the endpoint, send it a test event: POST /v1/webhook_endpoints/${endpoint.id}/test
`,
    }),
    switchedOff: (endpoint) => ({
      subject: 'Your webhook endpoint was disabled',
      body: `The last ${endpoint.consecutiveFailures} events to your webhook endpoint could not be delivered, so it was disabled and receives no more events:

${identify(endpoint, 'description')}

Pending events are kept. Once the endpoint works again, enable it and they are sent: POST /v1/webhook_endpoints/${endpoint.id}/enable
GET /v1/events also lists what happened in the meantime.
`,
    }),
  },
  es: {
    failing: (endpoint, switchOffAt) => ({
      subject: 'Tu endpoint de webhooks está fallando',
      body: `No se pudieron entregar los últimos ${endpoint.consecutiveFailures} eventos a tu endpoint de webhooks; cada uno agotó todos sus intentos:

${identify(endpoint, 'descripción')}

Si fallan ${switchOffAt} seguidos, el endpoint se desactiva. Basta una entrega exitosa para reiniciar la cuenta.

Para ver qué falló, consulta sus entregas: GET /v1/webhook_endpoints/${endpoint.id}/deliveries
Para probar el endpoint, envíale un evento de prueba: POST /v1/webhook_endpoints/${endpoint.id}/test
`,
    }),
    switchedOff: (endpoint) => ({
      subject: 'Tu endpoint de webhooks se desactivó',
      body: `No se pudieron entregar los últimos ${endpoint.consecutiveFailures} eventos a tu endpoint de webhooks, así que se desactivó y ya no recibe eventos:

${identify(endpoint, 'descripción')}

Los eventos pendientes se conservan. Cuando el endpoint vuelva a funcionar, actívalo y se enviarán: POST /v1/webhook_endpoints/${endpoint.id}/enable
En GET /v1/events también puedes ver lo que ocurrió mientras tanto.
`,
    }),
  },
};

/** Without the path and query of its URL, because receivers keep secrets there, and mail can be read in transit. */
function identify({ id, url, description }: WebhookEndpoint, label: string): string {
  const lines = [
    `  ${'id'.padEnd(label.length)}  ${id}`,
    `  ${'host'.padEnd(label.length)}  ${new URL(url).host}`,
  ];
  if (description !== '') lines.push(`  ${label}  ${description.replaceAll(/\s+/g, ' ')}`);
  return lines.join('\n');
}
