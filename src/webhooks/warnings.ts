import type { EndpointRow } from './repository.ts';

export interface Wording {
  subject: string;
  body: string;
}

/** What the account's people read when deliveries keep failing. */
export function describeFailing(endpoint: EndpointRow, switchOffAt: number): Wording {
  return {
    subject: 'Your webhook endpoint is failing',
    body: `The last ${endpoint.consecutive_failures} events in a row to your webhook endpoint could not be delivered, each after all of its attempts:

${identify(endpoint)}

After ${switchOffAt} in a row the endpoint is switched off. A single success resets the count.

To see what went wrong, list its deliveries: GET /v1/webhook_endpoints/${endpoint.id}/deliveries
To try the endpoint, send it a test event: POST /v1/webhook_endpoints/${endpoint.id}/test
`,
  };
}

/** What they read when the service has switched the endpoint off. */
export function describeSwitchOff(endpoint: EndpointRow): Wording {
  return {
    subject: 'Your webhook endpoint was switched off',
    body: `The last ${endpoint.consecutive_failures} events in a row to your webhook endpoint could not be delivered, so it was switched off and receives no more events:

${identify(endpoint)}

Events that wait for it are kept. Once the endpoint works again, switch it on and they are sent: POST /v1/webhook_endpoints/${endpoint.id}/enable
What happened meanwhile is also listed by GET /v1/events.
`,
  };
}

/** Without the path and query of its URL: receivers keep secrets there, and mail can be read in transit. */
function identify({ id, url, description }: EndpointRow): string {
  const lines = [`  id           ${id}`, `  host         ${new URL(url).host}`];
  if (description !== '') lines.push(`  description  ${description.replaceAll(/\s+/g, ' ')}`);
  return lines.join('\n');
}
