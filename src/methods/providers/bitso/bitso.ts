import type { Database } from '../../../db/index.ts';
import type { Logger } from '../../../lib/logger.ts';
import type { Provider } from '../../index.ts';
import { createHttpRail } from '../http-rail/index.ts';
import type { BitsoConfig, SignedApi } from './client/settings.ts';
import { readBitsoBalances } from './balances.ts';
import { openClient } from './client/client.ts';
import { createMoneySide } from './money.ts';
import { createNoticeKeys } from './notices/keys.ts';
import { createBitsoNotices } from './notices/reader.ts';
import { findArrivalOnChain } from './pay-ins/arrivals.ts';
import { createFundings } from './pay-ins/fundings.ts';
import { issuePayment } from './pay-ins/payments.ts';
import { createPaymentPoller } from './pay-ins/poller.ts';
import { readStatement } from './statement.ts';
import { purposeOf } from './withdrawals/origin-ids.ts';

export interface BitsoOptions {
  db: Database;
  logger: Logger;
  config: BitsoConfig;
  /** For tests that make more calls than Bitso allows. */
  callsPerMinute?: number;
}

/**
 * SPEI by Bitso Business (D28), with one-time payments in, withdrawals out, and conversions by request for quote.
 * Throws StartupError when the secret cannot be read.
 */
export function createBitso({ db, logger, config, callsPerMinute }: BitsoOptions): Provider {
  const clientOf = (api: SignedApi) => openClient({ db, logger, callsPerMinute }, api);
  const client = clientOf(config);
  const fundings = createFundings({ read: db.read, client });
  const keys = createNoticeKeys({ client });
  const money = createMoneySide({ db, logger, client, juno: config.juno && clientOf(config.juno) });

  return createHttpRail('bitso', 'Bitso', {
    ...money.provider,
    carries: ({ asset, network }) => asset === 'MXN' && network === null,
    issueInstructions: (request, signal) => issuePayment({ db, client }, request, signal),
    confirmDeposit: ({ providerReference }, signal) => fundings.confirm(providerReference, signal),
    notices: createBitsoNotices({ client, keys, fundings }),
    background: (takeIn) => [createPaymentPoller({ db, logger, client, fundings, takeIn })],
    listStatement: (request, signal) =>
      readStatement({ client, fundings, purposeOf, conversions: money.listConversions }, request, signal),
    findArrival: (request, signal) => findArrivalOnChain(client, request, signal),
    readBalances: (request, signal) => readBitsoBalances({ client, fundings, money }, request, signal),
  });
}
