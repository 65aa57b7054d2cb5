import type { BitsoConfig } from '../../../config.ts';
import type { Database } from '../../../db/connect.ts';
import type { Logger } from '../../../lib/logger.ts';
import { ProviderFailure, type Provider } from '../provider.ts';
import { createBitsoClient, type BitsoClient } from './client/client.ts';
import { readCredentials } from './client/credentials.ts';
import { createNoticeKeys } from './notices/keys.ts';
import { createBitsoNotices } from './notices/reader.ts';
import { createFundings } from './pay-ins/fundings.ts';
import { issuePayment } from './pay-ins/payments.ts';
import { createPaymentPoller } from './pay-ins/poller.ts';
import { readStatement } from './statement/statement.ts';

/** An account at Bitso Business as a provider, and its API. */
export interface Bitso extends Provider {
  readonly client: BitsoClient;
}

export interface BitsoOptions {
  db: Database;
  logger: Logger;
  config: BitsoConfig;
  /** For tests that make more calls than Bitso allows. */
  callsPerMinute?: number;
}

/**
 * SPEI by Bitso Business (D28): one-time payments in, withdrawals out, conversions by request for quote. Throws
 * StartupError when the secret cannot be read.
 */
export function createBitso({ db, logger, config, callsPerMinute }: BitsoOptions): Bitso {
  const credentials = readCredentials(config);
  const client = createBitsoClient({ db, logger, credentials, baseUrl: config.baseUrl, callsPerMinute });
  const fundings = createFundings({ read: db.read, client });
  const keys = createNoticeKeys({ client });
  const notYet = () => Promise.reject(new ProviderFailure('refused', 'Bitso is not asked for that.'));

  return {
    name: 'bitso',
    client,
    exchanges: () => false,
    holdsAtPar: (asset, other) => asset === other,
    carries: ({ asset, network }) => asset === 'MXN' && network === null,
    requireReady: undefined,
    lockQuote: notYet,
    convert: notYet,
    payOut: notYet,
    refund: notYet,
    wayBack: () => undefined,
    sends: true,

    issueAtOnce: () => Promise.resolve(undefined),
    issueInstructions: (request, signal) => issuePayment({ db, client }, request, signal),
    paymentUri: () => Promise.resolve(undefined),
    progressOf: () => Promise.resolve(undefined),
    confirmDeposit: ({ providerReference }, signal) => fundings.confirm(providerReference, signal),

    notices: createBitsoNotices({ client, keys, fundings }),
    background: (takeIn) => [createPaymentPoller({ db, logger, client, fundings, takeIn })],
    listStatement: (request, signal) =>
      readStatement(
        { client, fundings, purposeOf: () => undefined, conversions: () => Promise.resolve([]) },
        request,
        signal,
      ),
  };
}
