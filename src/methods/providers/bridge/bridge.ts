import type { Database } from '../../../db/index.ts';
import type { Logger } from '../../../lib/logger.ts';
import type { BankingDays, Provider } from '../../index.ts';
import { createHttpRail } from '../http-rail/index.ts';
import { createOrderWatch } from '../orders/index.ts';
import type { BridgeConfig } from './client/settings.ts';
import { createEventReader } from './background/events.ts';
import { createFundsRequestReader } from './background/funds-requests.ts';
import { readBridgeBalances } from './balances.ts';
import { createBridgeClient } from './client/client.ts';
import { createBridgeNotices } from './notices/reader.ts';
import { createReadReports } from './notices/transfers.ts';
import { seenIn } from './orders/outcomes.ts';
import { createPayouts } from './orders/payouts.ts';
import { BRIDGE } from './orders/rail.ts';
import { getTransfer } from './orders/transfers.ts';
import { createDeposits } from './pay-ins/deposits.ts';
import { createTemplateKeeper } from './pay-ins/keeper.ts';
import { issueTemplate } from './pay-ins/templates.ts';
import { requireBridgeReady } from './ready.ts';
import { readStatement } from './statement.ts';

// As Bridge documents them. It names no holidays.
const WIRE_DAYS: BankingDays = { timeZone: 'America/New_York', cutOff: '16:45', holidays: new Set() };
const ACH_DAYS: BankingDays = { ...WIRE_DAYS, cutOff: '13:00' };

interface BridgeOptions {
  db: Database;
  logger: Logger;
  config: BridgeConfig;
  /** The URL for Bridge's events; undefined if only the host's proxy knows it. */
  noticesUrl: string | undefined;
  /** For tests that make more calls. */
  callsPerSecond?: number;
}

/**
 * USD by wire and ACH through Bridge. Money comes in by static templates and leaves by transfers to bank accounts, all
 * of it over one wallet, where USD are held as USDC at par.
 */
export function createBridge({ db, logger, config, noticesUrl, callsPerSecond }: BridgeOptions): Provider {
  const client = createBridgeClient({ logger, config, callsPerSecond });
  const deposits = createDeposits({ db, logger, client, config });
  const payouts = createPayouts({ db, logger, client, config });
  const readReports = createReadReports({ db, client, deposits });

  return createHttpRail('bridge', 'Bridge', {
    holdsAtPar: (asset, other) => asset === other || (isDollar(asset) && isDollar(other)),
    carries: ({ asset, network }) => asset === 'USD' && network === null,
    bankingDays: ({ method }) => (method === 'ACH' ? ACH_DAYS : WIRE_DAYS),
    requireReady: (signal) => requireBridgeReady({ client, config, logger, noticesUrl }, signal),
    issueInstructions: (request, signal) => issueTemplate({ db, client, config }, request, signal),
    confirmDeposit: ({ providerReference }, signal) => deposits.confirm(providerReference, signal),
    payOut: payouts.payOut,
    refund: payouts.refund,
    ruleOut: payouts.ruleOut,
    // Bridge does not report the payer's account, so it can only return a deposit itself, by the deposit's id.
    refundDestination: ({ payer }) => (payer['deposit_id'] === undefined ? undefined : 'sender'),
    notices: createBridgeNotices({ client, readReports, publicKey: config.webhookPublicKey }),
    background: (takeIn) => [
      createEventReader({ db, logger, client, readReports, takeIn }),
      createTemplateKeeper({ db, logger, client, deposits, takeIn }),
      createOrderWatch({
        db,
        logger,
        takeIn,
        rail: BRIDGE,
        ask: async (order, signal) =>
          seenIn(order, await getTransfer(client, order.reference, signal, { isBackground: true })),
      }),
      createFundsRequestReader({ db, logger, client }),
    ],
    listStatement: (request, signal) => readStatement({ db, client, deposits, config }, request, signal),
    readBalances: (request, signal) => readBridgeBalances({ db, client, config }, request, signal),
  });
}

/** The assets that Bridge exchanges one for one. */
function isDollar(asset: string): boolean {
  return asset === 'USD' || asset === 'USDC';
}
