import { type ContractDocument, readEventTypes, type Schemas } from '../contract/index.ts';
import type { Foundation } from './foundation.ts';
import type { GuardedClient } from '../lib/outgoing/guarded-client.ts';
import { createCursorCodec, type CursorCodec } from '../lib/cursor.ts';
import { type Chats, createChats } from '../notifications/index.ts';
import { createPaymentLinkService, type PaymentLinkService } from '../payment-links/index.ts';
import { createQrCodeService, type QrCodeService } from '../qr-codes/index.ts';
import {
  createTestEventSender,
  createWebhookEndpointService,
  type SendTestEvent,
  type WebhookEndpointService,
} from '../webhooks/index.ts';
import { createClient, guardOf } from './outgoing.ts';
import type { Urls } from './urls.ts';

/** The services that the operations of the API and the pages share. */
export interface ApiServices {
  urls: Urls;
  /** For calls to the servers of accounts, and to the OpenID provider. */
  client: GuardedClient;
  cursors: CursorCodec;
  paymentLinks: PaymentLinkService;
  qrCodes: QrCodeService;
  endpoints: WebhookEndpointService;
  sendTestEvent: SendTestEvent;
  chats: Chats;
  eventTypes: Schemas['WebhookEventType'][];
}

export function createApiServices(
  foundation: Foundation,
  contract: ContractDocument,
  urls: Urls,
): ApiServices {
  const { config, logger, db, keyring, providers } = foundation;
  const client = createClient(config);
  return {
    urls,
    client,
    cursors: createCursorCodec(keyring),
    paymentLinks: createPaymentLinkService({
      read: db.read,
      providers,
      checkoutBaseUrl: urls.checkout,
      logger,
    }),
    qrCodes: createQrCodeService({ read: db.read, checkoutBaseUrl: urls.checkout }),
    endpoints: createWebhookEndpointService({ keyring, guard: guardOf(config), panelUrl: urls.panel }),
    sendTestEvent: createTestEventSender({ client, keyring, livemode: config.environment === 'live' }),
    chats: createChats({ keyring, guard: guardOf(config), client, panelUrl: urls.panel }),
    eventTypes: readEventTypes(contract),
  };
}
