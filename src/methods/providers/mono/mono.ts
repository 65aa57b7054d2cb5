import type { MonoConfig } from '../../../config/index.ts';
import type { Database } from '../../../db/index.ts';
import type { Logger } from '../../../lib/logger.ts';
import type { Provider } from '../../index.ts';
import { createHttpRail } from '../http-rail/index.ts';
import { readMonoBalances } from './balances.ts';
import { createMonoClient, type MonoClient } from './client/client.ts';
import { ASSET } from './client/fields.ts';
import { createMonoNotices } from './notices/reader.ts';
import { createAttempts } from './pay-ins/attempts.ts';
import { issueByCollection } from './pay-ins/collections.ts';
import { createCollectionPoller } from './pay-ins/poller.ts';
import { requireMonoReady } from './ready.ts';
import { readStatement } from './statement.ts';
import { createMonoTransfers } from './transfers/transfers.ts';
import { createTransferWatcher } from './transfers/watcher.ts';

/** An account at Mono as a provider, and its API. */
export interface Mono extends Provider {
  readonly client: MonoClient;
}

export interface MonoOptions {
  db: Database;
  logger: Logger;
  config: MonoConfig;
  /** For tests: of which calls five are made at most, when a request without an answer is repeated, and lists of few. */
  windowMs?: number;
  absentForMs?: number;
  pageSize?: number;
}

/** Bre-B by Mono: a key for each payment, and transfers to keys. */
export function createMono({ db, logger, config, ...limits }: MonoOptions): Mono {
  const { receivingAccount, sendingAccount, webhookSecret: secret } = config;
  const accounts = new Set([receivingAccount, sendingAccount]);
  const client = createMonoClient({ ...config, db, logger, windowMs: limits.windowMs });
  const attempts = createAttempts({ db, client, logger, receivingAccount });
  const transfers = createMonoTransfers({
    db,
    client,
    logger,
    sendingAccount,
    absentForMs: limits.absentForMs,
  });
  const statement = { db, client, attempts, transfers, sendingAccount, pageSize: limits.pageSize };
  const rail = createHttpRail('mono', 'Mono', {
    carries: ({ asset, network }) => asset === ASSET && network === null,
    requireReady: (signal) => requireMonoReady({ client, logger, accounts }, signal),
    issueInstructions: (request, signal) =>
      issueByCollection({ db, client, logger, receivingAccount }, request, signal),
    confirmDeposit: ({ providerReference }, signal) => attempts.confirm(providerReference, signal),
    payOut: ({ destination: to, ...order }, signal) =>
      transfers.send({ ...order, to, purpose: 'pay_out' }, signal),
    refund: (order, signal) => transfers.send({ ...order, purpose: 'refund' }, signal),
    async ruleOut({ operation, idempotencyKey }, signal) {
      if (operation !== 'convert') await transfers.ruleOut(operation, idempotencyKey, signal);
    },
    // A bank tells the payer's document and account, and Bre-B pays keys: where a payer wants it back must be asked.
    wayBack: () => undefined,
    notices: createMonoNotices({ client, attempts, transfers, secret }),
    background: (takeIn) => [
      createCollectionPoller({ db, logger, client, attempts, takeIn }),
      createTransferWatcher({ db, logger, client, takeIn }),
    ],
    listStatement: (request, signal) => readStatement(statement, request, signal),
    readBalances: (request, signal) =>
      readMonoBalances({ client, accounts, attempts, transfers }, request, signal),
  });
  return { ...rail, client };
}
