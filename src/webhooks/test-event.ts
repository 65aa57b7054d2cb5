import type { GuardedClient } from '../lib/outgoing/guarded-client.ts';
import { deterministicHex } from '../lib/ids.ts';
import type { Keyring } from '../lib/secrets/keyring.ts';
import type { EndpointRow } from './repository.ts';
import { sendEvent, type SendOutcome } from './send.ts';
import { sealContext } from './service.ts';

/** No type of the catalogue: nobody can subscribe to it, and it tells of nothing that happened. */
const TYPE = 'webhook_endpoint.test';

export type SendTestEvent = (
  endpoint: EndpointRow,
  providerKey: string,
) => Promise<SendOutcome & { eventId: string }>;

/**
 * Sends one event that is made up, in form and signature like any other, and tells what came of it. It belongs to
 * no delivery: it is not repeated, not listed and not counted, and goes out to a switched-off endpoint as well.
 */
export function createTestEventSender(options: {
  client: GuardedClient;
  keyring: Keyring;
  livemode: boolean;
}): SendTestEvent {
  const { client, keyring, livemode } = options;
  return async (endpoint, providerKey) => {
    const eventId = `evt_${deterministicHex(TYPE, endpoint.id, providerKey).slice(0, 32)}`;
    const body = JSON.stringify({
      id: eventId,
      type: TYPE,
      created: Math.floor(Date.now() / 1000),
      livemode,
      data: { webhook_endpoint_id: endpoint.id },
    });
    const { account_id: accountId, url } = endpoint;
    const secret = keyring.open(endpoint.sealed_secret, sealContext(accountId, endpoint.id));
    const event = { accountId, url, secret, eventId, eventType: TYPE, body, attempt: 1 };
    return { ...(await sendEvent(client, event)), eventId };
  };
}
