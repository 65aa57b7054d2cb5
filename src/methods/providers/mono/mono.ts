import type { Database } from '../../../db/index.ts';
import type { Logger } from '../../../lib/logger.ts';
import type { Provider } from '../../index.ts';
import { createHttpRail } from '../http-rail/index.ts';
import { createOrderWatch } from '../orders/index.ts';
import type { MonoConfig } from './client/settings.ts';
import { readMonoBalances } from './balances.ts';
import { createMonoClient, type MonoClient } from './client/client.ts';
import { ASSET } from './client/fields.ts';
import { createMonoNotices } from './notices/reader.ts';
import { createAttempts } from './pay-ins/attempts.ts';
import { issueByCollection } from './pay-ins/collections.ts';
import { createCollectionPoller } from './pay-ins/poller.ts';
import { requireMonoReady } from './ready.ts';
import { readStatement } from './statement.ts';
import { getTransfer } from './transfers/api.ts';
import { railOf } from './transfers/rail.ts';
import { createMonoTransfers, seenIn } from './transfers/transfers.ts';

/** An account at Mono as a provider, and its API. */
export interface Mono extends Provider {
  readonly client: MonoClient;
}

export interface MonoOptions {
  db: Database;
  logger: Logger;
  config: MonoConfig;
  /** Overrides for tests of the rate-limit window, the retry delay and the page size. */
  windowMs?: number;
  repeatAfterMs?: number;
  pageSize?: number;
}

/** Bre-B by Mono, with a key for each payment and transfers to keys. */
export function createMono({ db, logger, config, ...limits }: MonoOptions): Mono {
  const { receivingAccount, sendingAccount, webhookSecret: secret } = config;
  const accounts = new Set([receivingAccount, sendingAccount]);
  const client = createMonoClient({ ...config, db, logger, windowMs: limits.windowMs });
  const attempts = createAttempts({ db, client, logger, receivingAccount });
  const rail = railOf(limits.repeatAfterMs);
  const transfers = createMonoTransfers({ db, client, logger, rail, sendingAccount });
  const statement = { db, client, attempts, transfers, sendingAccount, pageSize: limits.pageSize };
  const provider = createHttpRail('mono', 'Mono', {
    carries: ({ asset, network }) => asset === ASSET && network === null,
    requireReady: (signal) => requireMonoReady({ client, logger, accounts }, signal),
    issueInstructions: (request, signal) =>
      issueByCollection({ db, client, logger, receivingAccount }, request, signal),
    confirmDeposit: ({ providerReference }, signal) => attempts.confirm(providerReference, signal),
    payOut: transfers.payOut,
    refund: transfers.refund,
    ruleOut: transfers.ruleOut,
    // A bank reports the payer's document and account, but Bre-B pays to keys, so the payer must name a destination.
    refundDestination: () => undefined,
    notices: createMonoNotices({ client, attempts, transfers, secret }),
    background: (takeIn) => [
      createCollectionPoller({ db, logger, client, attempts, takeIn }),
      createOrderWatch({
        db,
        logger,
        rail,
        takeIn,
        ask: async (order, signal) =>
          seenIn(order, await getTransfer(client, order.reference, signal, { isBackground: true })),
      }),
    ],
    listStatement: (request, signal) => readStatement(statement, request, signal),
    readBalances: (request, signal) =>
      readMonoBalances({ client, accounts, attempts, transfers }, request, signal),
  });
  return { ...provider, client };
}
