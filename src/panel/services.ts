import type { Environment } from '../config.ts';
import type { CredentialService } from '../credentials/service.ts';
import type { Database } from '../db/connect.ts';
import type { DepositService } from '../deposits/service.ts';
import type { RefundQuotes } from '../deposits/transfers/refund-quotes.ts';
import type { Refunds } from '../deposits/transfers/refunds.ts';
import type { Inbox } from '../deposits/unmatched/inbox.ts';
import type { RunOnce } from '../idempotency/run-once.ts';
import type { CursorCodec } from '../lib/cursor.ts';
import type { Logger } from '../lib/logger.ts';
import type { Providers } from '../methods/providers/registry.ts';
import type { Simulator } from '../methods/providers/simulator/simulator.ts';
import type { QuoteService } from '../payment-links/quotes/service.ts';
import type { PaymentLinkService } from '../payment-links/service.ts';
import type { ApiKeys } from '../people/api-keys.ts';
import type { People } from '../people/people.ts';
import type { QrCodeService } from '../qr-codes/service.ts';
import type { Destinations } from '../treasury/destinations.ts';
import type { Limits } from '../treasury/limits.ts';
import type { Requests } from '../transfers/requests.ts';
import type { Conversions } from '../transfers/conversions.ts';
import type { Withdrawals } from '../transfers/withdrawals.ts';
import type { WebhookEndpointService } from '../webhooks/service.ts';
import type { SendTestEvent } from '../webhooks/test-event.ts';

/** What the routes of the panel are built on: the same services as the API's handlers and the command line. */
export interface PanelServices {
  db: Database;
  runOnce: RunOnce;
  cursors: CursorCodec;
  people: People;
  credentials: CredentialService;
  apiKeys: ApiKeys;
  providers: Providers;
  /** In the test environment only (D25). */
  simulator: Simulator | undefined;
  paymentLinks: PaymentLinkService;
  quotes: QuoteService;
  qrCodes: QrCodeService;
  deposits: DepositService;
  inbox: Inbox;
  refunds: Refunds;
  refundQuotes: RefundQuotes;
  withdrawals: Withdrawals;
  requests: Requests;
  destinations: Destinations;
  limits: Limits;
  conversions: Conversions;
  endpoints: WebhookEndpointService;
  sendTestEvent: SendTestEvent;
  /** As the contract describes them. */
  eventTypes: readonly { type: string; description: string }[];
  /** The ids of the API's operations. */
  operations: readonly string[];
  /** The panel's URL, without `/panel`. */
  baseUrl: () => string;
  /** The API's URL. */
  apiBaseUrl: () => string;
  checkoutBaseUrl: () => string;
  environment: Environment;
  isTest: boolean;
  /** Whether mail is really sent; if not, the test environment shows one-time links on the page. */
  sendsMail: boolean;
  logger: Logger;
}
