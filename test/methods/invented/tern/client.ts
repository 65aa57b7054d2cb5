import type { FailureReason } from '../../../../src/lib/reasons.ts';
import type { Logger } from '../../../../src/lib/logger.ts';
import {
  createLocalRateLimit,
  createRailClient,
  createReader,
  faultBy,
  noAccess,
  NOT_THERE,
  refused,
  TOO_MANY,
  wordOf,
  type Fields,
  type RailCall,
  type RailClient,
  type RailFault,
  type Reading,
} from '../../../../src/methods/providers/http-rail/index.ts';

export const reader = createReader('Tern');
export const { amountOf, fieldsOf, listOf, optionalText, partOf, textOf, timeOf, Unreadable } = reader;

/** Tern moves US dollars only. */
export const ASSET = 'USD';
export const DECIMALS = 2;
/** Half of what Tern allows: what follows a pause may be as much at once. */
const PACE = { callsPerSecond: 25, burst: 25, backgroundBurst: 10 };

export interface TernConfig {
  readonly apiKey: string;
  readonly webhookSecret: string;
  /** An origin, without a path. */
  readonly baseUrl: string;
}

export type TernClient = RailClient;

export function createTernClient(logger: Logger, { apiKey, baseUrl }: TernConfig): TernClient {
  return createRailClient<RailCall, void>({
    ...{ reader, logger, faultOf, baseUrl: `${baseUrl}/v1` },
    rateLimit: createLocalRateLimit({ rail: reader.rail, ...PACE }),
    headersOf: () => ({ Authorization: `Bearer ${apiKey}` }),
  });
}

const REASONS: Readonly<Record<string, FailureReason>> = {
  account_closed: 'ACCOUNT_CLOSED',
  account_not_found: 'INVALID_DESTINATION',
  insufficient_funds: 'INSUFFICIENT_PROVIDER_FUNDS',
  limit_exceeded: 'LIMIT_EXCEEDED',
};

/** By the code of a refusal, or the reason of a payment that failed. */
export function reasonOf(code: string | undefined): FailureReason | undefined {
  return code !== undefined && Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
}

function faultOf(status: number, body: unknown): RailFault {
  const error = Object((Object(body) as Fields)['error']) as Fields;
  const code = wordOf(error['code']);
  return faultBy(status, { code, reading: readingOf(status, code), logId: wordOf(error['request_id']) });
}

function readingOf(status: number, code: string | undefined): Reading | undefined {
  switch (status) {
    case 401:
      return noAccess('the API key is not accepted');
    case 404:
      return NOT_THERE;
    case 409:
      return { as: 'look_up', meaning: 'the client id was used before' };
    case 422:
      return refused('the request is not accepted', reasonOf(code));
    case 429:
      return TOO_MANY;
    default:
      return undefined;
  }
}
