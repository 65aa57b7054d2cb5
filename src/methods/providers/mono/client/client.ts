import type { Database } from '../../../../db/index.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { createRailClient, type RailCall, type RailClient } from '../../http-rail/index.ts';
import { faultOf } from './errors.ts';
import { reader } from './fields.ts';
import { createRateLimit, WINDOW_MS } from './rate-limit.ts';

interface MonoCall extends RailCall {
  /** The key of a write. */
  idempotencyKey?: string;
}

export type MonoClient = RailClient<MonoCall>;

interface ClientOptions {
  db: Pick<Database, 'read' | 'transaction'>;
  logger: Logger;
  clientId: string;
  clientSecret: string;
  /** An origin, without a path. */
  baseUrl: string;
  /** For tests that make more calls than Mono may allow. */
  windowMs?: number | undefined;
}

export function createMonoClient(options: ClientOptions): MonoClient {
  const { db, logger, clientId, clientSecret, baseUrl, windowMs = WINDOW_MS } = options;
  const grant = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' };
  return createRailClient<MonoCall, true>({
    reader,
    logger,
    baseUrl,
    faultOf,
    rateLimit: createRateLimit({ db, clientId, windowMs }),
    tokenCall: { method: 'POST', path: '/api/v1/oauth/token', body: grant },
    headersOf: ({ idempotencyKey }, { token }) => ({
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(idempotencyKey === undefined ? {} : { 'X-Idempotency-Key': idempotencyKey }),
    }),
  });
}
