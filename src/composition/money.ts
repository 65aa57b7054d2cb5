import type { Config } from '../config/index.ts';
import type { Database } from '../db/index.ts';
import {
  createDepositService,
  createInbox,
  type AutomaticRefunds,
  createAutomaticRefunds,
  createTolerances,
  createPaymentConversion,
  createRefundQuotes,
  createRefunds,
  type DepositService,
  type HoldingParts,
  type Inbox,
  type Tolerances,
  type RefundQuotes,
  type Refunds,
  withDebts,
} from '../deposits/index.ts';
import { createEventRecorder } from '../events/index.ts';
import type { Logger } from '../lib/logger.ts';
import type { Providers } from '../methods/index.ts';
import type { Approvals } from '../operators/index.ts';
import {
  type Conversions,
  createConversions,
  createWithdrawals,
  type TransferKinds,
  type Withdrawals,
} from '../transfers/index.ts';
import { configuredPanelBaseUrl } from '../people/index.ts';
import { createRebalancingKind } from '../liquidity/index.ts';
import { insertEventsWithDeliveries } from '../webhooks/index.ts';

/** The services that record and move money, which depend on each other. */
export interface MoneyServices {
  deposits: DepositService;
  /** The parts that recording deposits needs. */
  holding: HoldingParts;
  inbox: Inbox;
  tolerances: Tolerances;
  automaticRefunds: AutomaticRefunds;
  withdrawals: Withdrawals;
  conversions: Conversions;
  refunds: Refunds;
  refundQuotes: RefundQuotes;
  transferKinds: TransferKinds;
}

export function createMoneyServices({
  db,
  config,
  logger,
  providers,
  approvals,
  screens,
}: {
  db: Database;
  config: Config;
  logger: Logger;
  providers: Providers;
  approvals: Approvals;
  /** Whether payments are screened. */
  screens: boolean;
}): MoneyServices {
  const { read } = db;
  const panelUrl = `${configuredPanelBaseUrl(config)}/panel`;
  const events = createEventRecorder({
    livemode: config.environment === 'live',
    insertEvents: insertEventsWithDeliveries,
  });
  const withdrawals = createWithdrawals({ providers, events, panelUrl });
  const conversions = createConversions({ read, providers, approvals, events, panelUrl });
  const refunds = createRefunds({ read, providers, events, screens, panelUrl });
  const refundQuotes = createRefundQuotes({ read, providers, events, panelUrl });
  const holding = { events, providers, screens };
  const transferKinds: TransferKinds = {
    withdrawal: withdrawals.kind,
    conversion: withDebts(refundQuotes.withRefunds(conversions.kind, refunds.kind), { events, providers }),
    payment_conversion: createPaymentConversion({ ...holding, read, approvals }),
    refund: refunds.kind,
    rebalancing: createRebalancingKind(providers),
  };
  return {
    deposits: createDepositService({ ...holding, logger }),
    holding,
    inbox: createInbox({ events, providers, kinds: transferKinds, panelUrl }),
    tolerances: createTolerances({ panelUrl }),
    automaticRefunds: createAutomaticRefunds({ panelUrl }),
    withdrawals,
    conversions,
    refunds,
    refundQuotes,
    transferKinds,
  };
}
