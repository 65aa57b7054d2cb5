import type { GuardedClient } from '../lib/outgoing/guarded-client.ts';
import { deterministicHex } from '../lib/ids.ts';
import type { Keyring } from '../lib/secrets/keyring.ts';
import type { WebhookEndpoint } from './repository.ts';
import { sendEvent, type SendOutcome } from './send.ts';
import { openSecrets } from './service.ts';

/** Not a type of the event catalogue, so no endpoint can subscribe to it, and it reports nothing that happened. */
const TYPE = 'webhook_endpoint.test';

export type SendTestEvent = (
  endpoint: WebhookEndpoint,
  providerKey: string,
) => Promise<SendOutcome & { eventId: string }>;

/**
 * Sends one test event, in form and signature like any other, and returns the outcome. It belongs to no delivery:
 * it is not retried, listed or counted, and is also sent to a disabled endpoint.
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
    const { accountId, url, standardWebhooks } = endpoint;
    const secrets = openSecrets(keyring, endpoint);
    const event = { accountId, url, secrets, standardWebhooks, eventId, eventType: TYPE, body, attempt: 1 };
    return { ...(await sendEvent(client, event)), eventId };
  };
}
