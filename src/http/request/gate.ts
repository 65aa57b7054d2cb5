import type { RequestHandler } from 'express';
import { type Caller, type KeyLookUp, lackOfKey, presentedKey } from '../../credentials/index.ts';
import { networkOf } from '../../lib/cidr.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import {
  createReserve,
  type RateLimiter,
  type RateLimitState,
  rememberFullWindows,
} from '../../rate-limits/index.ts';
import type { Call } from './call.ts';
import type { Operation } from './routes.ts';

/** The requests of one kind that an address may send in a minute; each kind is counted separately. */
export interface AddressLimit {
  kind: string;
  requestsPerMinute: number;
}

/** For requests without a usable key. */
const ANONYMOUS: AddressLimit = { kind: 'address', requestsPerMinute: 120 };
/**
 * For load balancers, which probe often and may share an address with other clients, whose requests must not make the
 * service look down.
 */
export const PROBES: AddressLimit = { kind: 'probes', requestsPerMinute: 1_200 };

export interface Gate {
  /**
   * Identifies the caller and counts the call, in the key's window if the key is usable, otherwise in the address's.
   * Throws `invalid_api_key` (one outcome for every key that cannot be used), then `rate_limit_exceeded` (D15). Counts
   * nothing, and throws `misdirected_request`, if the key's account is in another cell (D74).
   */
  admit(call: Call, operation: Operation, authorization: string | undefined): Promise<void>;
  /** Counts a request that matched no operation in the same way, so that its response reports a window too. */
  countUnmatched(call: Call, authorization: string | undefined): Promise<void>;
  /** Counts a request that cannot even be read, in its address's window. */
  countAnonymous(call: Call): Promise<void>;
  /**
   * Undoes the count of a call that is refused because of overload, and still lets the response report the caller's
   * window. Does not look up the caller in the database.
   */
  excuse(call: Call, authorization: string | undefined): Promise<void>;
}

export function createGate(
  credentials: KeyLookUp,
  limiter: RateLimiter,
  /** For operations without a key, which must not depend on the database; it counts in this process. */
  probes: RateLimiter,
): Gate {
  const anonymous = rememberFullWindows(limiter);
  const reserve = createReserve();
  const countAnonymous = (call: Call): Promise<void> => countByAddress(call, anonymous, ANONYMOUS);

  const lookAtAddress = (call: Call): Promise<RateLimitState> =>
    limiter.look(windowOf(call, ANONYMOUS), ANONYMOUS.requestsPerMinute);

  /** Counts in the key's window if the key is usable, otherwise in the address's. */
  const identify = async (call: Call, authorization: string | undefined): Promise<Caller | undefined> => {
    const apiKey = presentedKey(authorization);
    const caller = await authenticate(call, apiKey);
    if (!caller) return void (await countAnonymous(call));
    call.caller = caller;
    call.version = caller.apiVersion;
    await countIn(call, limiter, windowOfKey(caller), caller.requestsPerMinute);
    return caller;
  };

  const authenticate = async (call: Call, apiKey: string): Promise<Caller | undefined> => {
    const lookUp = () => credentials.authenticate(apiKey, call.clientAddress);
    const window = windowOf(call, ANONYMOUS);
    try {
      // This address has sent one unusable key after another. Keys that are known to be usable may belong to other
      // clients behind it; of all others, only a few still reach the database (D32).
      if (anonymous.isFull(window) && !credentials.mayBeUsable(apiKey)) {
        await reserve.lookUp(window, apiKey, lookUp);
        if (!credentials.mayBeUsable(apiKey)) return undefined;
      }
      return await lookUp();
    } catch (error) {
      // Counted in the cell of the key's account.
      if (error instanceof DomainError && error.code === 'misdirected_request') throw error;
      // The fault is ours, so the response reports a window as always, but the call is not counted as an unusable key.
      call.rateLimit = await lookAtAddress(call).catch(() => undefined);
      throw error;
    }
  };

  return {
    countAnonymous,
    async admit(call, operation, authorization) {
      if (!operation.scopes) return countByAddress(call, probes, PROBES);
      const caller = await identify(call, authorization);
      if (!caller) throw unusableKey(authorization);
    },
    async excuse(call, authorization) {
      const { countedIn } = call;
      if (countedIn) {
        call.rateLimit = await limiter.uncount(countedIn.key, countedIn.requestsPerMinute);
        return;
      }
      const known = credentials.recall(presentedKey(authorization), call.clientAddress);
      call.rateLimit = known
        ? await limiter.look(windowOfKey(known), known.requestsPerMinute)
        : await lookAtAddress(call);
    },
    async countUnmatched(call, authorization) {
      if (authorization === undefined) await countAnonymous(call);
      else await identify(call, authorization);
    },
  };
}

function unusableKey(authorization: string | undefined): DomainError {
  const lack = lackOfKey(authorization);
  return new DomainError('invalid_api_key', {
    ...(lack !== undefined && {
      message: `${lack} Send a valid key of this environment as "Authorization: Bearer <API_KEY>".`,
    }),
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

function windowOfKey({ credentialId }: Caller): string {
  return `credential:${credentialId}`;
}

/** Throws `insufficient_scope` naming the first scope that the operation needs and the key lacks. */
export function requireScopes(call: Call, operation: Operation): void {
  const missing = operation.scopes?.find(
    (scope) => !(call.caller?.scopes as readonly string[]).includes(scope),
  );
  if (missing !== undefined) {
    throw new DomainError('insufficient_scope', {
      message: `This API key lacks the scope ${missing}. Create a key with that scope in the account panel.`,
    });
  }
}

/** Counts a request in its address's window. Throws `rate_limit_exceeded`. */
export async function countByAddress(
  call: Call,
  limiter: Pick<RateLimiter, 'count'>,
  limit: AddressLimit,
): Promise<void> {
  await countIn(call, limiter, windowOf(call, limit), limit.requestsPerMinute);
}

/** Counts a request in a window, which its response will report. Throws `rate_limit_exceeded`. */
async function countIn(
  call: Call,
  limiter: Pick<RateLimiter, 'count'>,
  key: string,
  requestsPerMinute: number,
): Promise<void> {
  call.rateLimit = await limiter.count(key, requestsPerMinute);
  call.countedIn = { key, requestsPerMinute };
  if (call.rateLimit.exceeded) throw new DomainError('rate_limit_exceeded');
}

/** The window's key in the store. */
export function windowOf({ clientAddress }: Call, { kind }: AddressLimit): string {
  return `${kind}:${networkOf(clientAddress)}`;
}

export function limitByAddress(limiter: RateLimiter, limit: AddressLimit): RequestHandler {
  return async ({ call }, _response, next) => {
    await countByAddress(call, limiter, limit);
    next();
  };
}
