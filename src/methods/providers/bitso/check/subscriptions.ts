import type { BitsoClient } from '../client/client.ts';
import { textOf } from '../client/fields.ts';

/** The events that the service listens to. Bitso has one subscription for each. */
export const NOTICE_EVENTS: readonly string[] = ['spei_payment', 'funding', 'withdrawal'];

interface Subscription {
  id: string;
  event: string;
  url: string;
}

const PATH = '/v4/webhooks';

export async function listSubscriptions(client: BitsoClient, signal: AbortSignal): Promise<Subscription[]> {
  return (await client.list(PATH, 'webhooks', signal)).map((one) => ({
    id: textOf(one, 'id'),
    event: textOf(one, 'event'),
    url: textOf(one, 'callback_url'),
  }));
}

/**
 * Subscribes a URL to the notices of every event. A subscription of another URL is kept, and missing from `changed`,
 * unless `replaces` is set, in which case it is removed first, and notices in between are lost.
 */
export async function subscribe(
  client: BitsoClient,
  { url, replaces }: { url: string; replaces: boolean },
  signal: AbortSignal,
): Promise<{ subscriptions: Subscription[]; changed: string[] }> {
  const existing = (await listSubscriptions(client, signal)).filter(({ event }) =>
    NOTICE_EVENTS.includes(event),
  );
  const elsewhere = replaces ? existing.filter((one) => one.url !== url) : [];
  for (const { id } of elsewhere) {
    await client.call({ method: 'DELETE', path: `${PATH}/${encodeURIComponent(id)}` }, signal);
  }
  const kept = existing.filter((one) => !elsewhere.includes(one));
  const changed = NOTICE_EVENTS.filter((event) => !kept.some((one) => one.event === event));
  if (changed.length > 0) {
    const body = { callback_url: url, events: changed };
    await client.call({ method: 'POST', path: PATH, body }, signal);
  }
  return { subscriptions: await listSubscriptions(client, signal), changed };
}
