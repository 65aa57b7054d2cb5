import type { WebhookEndpoint } from './repository.ts';

export interface Wording {
  subject: string;
  body: string;
}

/** The mail to the account when deliveries keep failing. */
export function describeFailing(endpoint: WebhookEndpoint, switchOffAt: number): Wording {
  return {
    subject: 'Your webhook endpoint is failing',
    body: `The last ${endpoint.consecutiveFailures} events to your webhook endpoint could not be delivered, each after all of its attempts:

${identify(endpoint)}

After ${switchOffAt} in a row, the endpoint is disabled. A single success resets the count.

To see what went wrong, list its deliveries: GET /v1/webhook_endpoints/${endpoint.id}/deliveries
To try the endpoint, send it a test event: POST /v1/webhook_endpoints/${endpoint.id}/test
`,
  };
}

/** The mail when the service has disabled the endpoint. */
export function describeSwitchOff(endpoint: WebhookEndpoint): Wording {
  return {
    subject: 'Your webhook endpoint was disabled',
    body: `The last ${endpoint.consecutiveFailures} events to your webhook endpoint could not be delivered, so it was disabled and receives no more events:

${identify(endpoint)}

Pending events are kept. Once the endpoint works again, enable it and they are sent: POST /v1/webhook_endpoints/${endpoint.id}/enable
GET /v1/events also lists what happened in the meantime.
`,
  };
}

/** Without the path and query of its URL: receivers keep secrets there, and mail can be read in transit. */
function identify({ id, url, description }: WebhookEndpoint): string {
  const lines = [`  id           ${id}`, `  host         ${new URL(url).host}`];
  if (description !== '') lines.push(`  description  ${description.replaceAll(/\s+/g, ' ')}`);
  return lines.join('\n');
}
