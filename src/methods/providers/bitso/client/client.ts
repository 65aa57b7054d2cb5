import type { Database } from '../../../../db/index.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { createRailClient, type RailCall, type RailClient } from '../../http-rail/index.ts';
import { createCredentials, type BitsoCredentials } from './credentials.ts';
import { codeOf, faultOf } from './errors.ts';
import { reader, type Fields } from './fields.ts';
import type { SignedApi } from './settings.ts';
import { CALLS_PER_MINUTE, createRateLimit } from './rate-limit.ts';

interface BitsoCall extends RailCall {
  headers?: Record<string, string>;
}

/** Signed calls of one API (Bitso's, or Juno's). */
export type BitsoClient = RailClient<BitsoCall>;

interface ClientOptions {
  db: Pick<Database, 'read' | 'transaction'>;
  logger: Logger;
  credentials: BitsoCredentials;
  /** An origin, without a path. */
  baseUrl: string;
  /** For tests that make more calls than Bitso allows. */
  callsPerMinute?: number | undefined;
}

/** A client of one of the APIs of the account. */
export function openClient(
  parts: Pick<ClientOptions, 'db' | 'logger' | 'callsPerMinute'>,
  { apiKey, secret, baseUrl }: SignedApi,
): BitsoClient {
  return createBitsoClient({ ...parts, baseUrl, credentials: createCredentials(apiKey, secret) });
}

export function createBitsoClient(options: ClientOptions): BitsoClient {
  const { logger, credentials, baseUrl, callsPerMinute = CALLS_PER_MINUTE } = options;
  const { apiKey } = credentials;
  return createRailClient<BitsoCall, string>({
    reader,
    logger,
    baseUrl,
    rateLimit: createRateLimit({ ...options, apiKey, callsPerMinute }),
    headersOf({ method, path, headers }, { body = '', turn: nonce }) {
      const signature = credentials.sign(nonce + method + path + body);
      return { ...headers, Authorization: `Bitso ${apiKey}:${nonce}:${signature}` };
    },
    // Some endpoints respond without the envelope, so the whole body is the payload.
    unwrap(body) {
      const { success, payload, error, errors } = Object(body) as Fields;
      if (success === true) return { payload };
      const isError =
        success === false || error !== undefined || (Array.isArray(errors) && errors.length > 0);
      return isError || success !== undefined ? undefined : { payload: body };
    },
    faultOf(status, body) {
      const { error, errors } = Object(body) as Fields;
      const [first] = Array.isArray(errors) ? (errors as unknown[]) : [error];
      return faultOf(status, codeOf((Object(first) as Fields)['code']));
    },
  });
}
