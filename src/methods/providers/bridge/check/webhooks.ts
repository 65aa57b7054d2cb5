import type { BridgeClient } from '../client/client.ts';
import { type Fields, fieldsOf, optionalText, textOf } from '../client/fields.ts';

/** The events that the service listens to. */
export const NOTICE_CATEGORY = 'transfer';

export interface Endpoint {
  id: string;
  url: string;
  isActive: boolean;
  categories: string[];
}

export async function listEndpoints(client: BridgeClient, signal: AbortSignal): Promise<Endpoint[]> {
  return (await client.list('/webhooks', 'webhooks', signal)).map(endpointOf);
}

/** Ensures that events are sent to a URL. Creates an endpoint for it, or activates the existing one. */
export async function subscribe(
  client: BridgeClient,
  url: string,
  signal: AbortSignal,
): Promise<{ endpoint: Endpoint; changed: boolean }> {
  const known = (await listEndpoints(client, signal)).find((one) => one.url === url);
  if (known && isListening(known)) return { endpoint: known, changed: false };
  const categories = [...new Set([...(known?.categories ?? []), NOTICE_CATEGORY])];
  const body = { url, event_epoch: 'webhook_creation', event_categories: categories };
  const id =
    known?.id ??
    endpointOf(
      fieldsOf(
        // With the time, because the key of a deleted endpoint must not return it again.
        await client.call(
          { method: 'POST', path: '/webhooks', body, id: `webhook ${url} ${Date.now()}` },
          signal,
        ),
        'webhook',
      ),
    ).id;
  const path = `/webhooks/${encodeURIComponent(id)}`;
  await client.call(
    { method: 'PUT', path, body: { status: 'active', event_categories: categories } },
    signal,
  );
  const endpoint = (await listEndpoints(client, signal)).find((one) => one.id === id);
  if (!endpoint) throw new Error('the endpoint is not listed');
  return { endpoint, changed: true };
}

export function isListening({ isActive, categories }: Endpoint): boolean {
  return isActive && categories.includes(NOTICE_CATEGORY);
}

function endpointOf(fields: Fields): Endpoint {
  const { event_categories: categories } = fields;
  return {
    id: textOf(fields, 'id'),
    url: textOf(fields, 'url'),
    isActive: optionalText(fields, 'status') === 'active',
    categories: Array.isArray(categories) ? categories.map(String) : [],
  };
}
