import type { CredentialService } from '../credentials/service.ts';
import { DomainError } from '../lib/errors.ts';
import type { Call } from './call.ts';
import type { RateLimiter } from '../rate-limits/limiter.ts';
import type { Operation } from './routes.ts';

/** Requests per minute of an address that presents no valid key. */
const ANONYMOUS_REQUESTS_PER_MINUTE = 120;

const BEARER = /^Bearer +([^\s]+) *$/i;

export interface Gate {
  /**
   * Finds out who calls and counts the call: with a valid key in the key's window, otherwise in the address's.
   * Throws `invalid_api_key` (one outcome for every cause), then `rate_limit_exceeded` (D15).
   */
  admit(call: Call, operation: Operation, authorization: string | undefined): Promise<void>;
  /** Counts a request that matched no operation, so that its answer carries its address's window too. */
  countAnonymous(call: Call): Promise<void>;
}

export function createGate(credentials: CredentialService, limiter: RateLimiter): Gate {
  const countAnonymous = async (call: Call): Promise<void> => {
    call.rateLimit = await limiter.count(`address:${call.clientAddress}`, ANONYMOUS_REQUESTS_PER_MINUTE);
    if (call.rateLimit.exceeded) throw new DomainError('rate_limit_exceeded');
  };

  return {
    countAnonymous,
    async admit(call, operation, authorization) {
      if (!operation.scopes) return countAnonymous(call);
      const apiKey = BEARER.exec(authorization ?? '')?.[1] ?? '';
      const caller = await credentials
        .authenticate(apiKey, call.clientAddress)
        .catch(async (error: unknown) => {
          // The fault is ours and nobody knows whose call it is, but its answer carries a window like any other.
          await countAnonymous(call).catch(() => undefined);
          throw error;
        });
      if (!caller) {
        await countAnonymous(call);
        throw new DomainError('invalid_api_key', { headers: { 'WWW-Authenticate': 'Bearer' } });
      }
      call.caller = caller;
      call.version = caller.apiVersion;
      call.rateLimit = await limiter.count(`credential:${caller.credentialId}`, caller.requestsPerMinute);
      if (call.rateLimit.exceeded) throw new DomainError('rate_limit_exceeded');
    },
  };
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
