import type { Cells } from '../../cells/index.ts';
import type { Environment } from '../../lib/environment.ts';
import type { CredentialService } from '../../credentials/index.ts';
import type { Database } from '../../db/index.ts';
import type {
  AutomaticRefunds,
  DepositService,
  Inbox,
  RefundQuotes,
  Refunds,
  Tolerances,
} from '../../deposits/index.ts';
import type { RunOnce } from '../../idempotency/index.ts';
import type { CursorCodec } from '../../lib/cursor.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Keyring } from '../../lib/secrets/keyring.ts';
import type { Providers, SimulatedProvider } from '../../methods/index.ts';
import type { Language } from '../../pages/index.ts';
import type { Chats } from '../../notifications/index.ts';
import type { PaymentLinkService, QuoteService } from '../../payment-links/index.ts';
import type { ApiKeys, People } from '../../people/index.ts';
import type { QrCodeService } from '../../qr-codes/index.ts';
import type { ApiRefunds, Destinations, ApprovalRules, Limits } from '../../treasury/index.ts';
import type { Conversions, Requests, Withdrawals } from '../../transfers/index.ts';
import type { Batches } from '../../withdrawal-batches/index.ts';
import type { SendTestEvent, WebhookEndpointService } from '../../webhooks/index.ts';

/** The services behind the panel's routes, shared with the API's handlers and the command line. */
export interface PanelServices {
  db: Database;
  cells: Cells;
  runOnce: RunOnce;
  keyring: Keyring;
  cursors: CursorCodec;
  people: People;
  credentials: CredentialService;
  apiKeys: ApiKeys;
  providers: Providers;
  /** In the test environment only, because no live deployment may credit simulated money (D25). */
  simulator: SimulatedProvider | undefined;
  paymentLinks: PaymentLinkService;
  quotes: QuoteService;
  qrCodes: QrCodeService;
  deposits: DepositService;
  inbox: Inbox;
  tolerances: Tolerances;
  automaticRefunds: AutomaticRefunds;
  refunds: Refunds;
  refundQuotes: RefundQuotes;
  withdrawals: Withdrawals;
  requests: Requests;
  batches: Batches;
  destinations: Destinations;
  limits: Limits;
  approvalRules: ApprovalRules;
  apiRefunds: ApiRefunds;
  conversions: Conversions;
  endpoints: WebhookEndpointService;
  sendTestEvent: SendTestEvent;
  chats: Chats;
  /** As the contract describes them. */
  eventTypes: readonly { type: string; description: string }[];
  eventTypesIn: (language: Language) => Promise<readonly { type: string; description: string }[]>;
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
