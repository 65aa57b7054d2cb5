import { deterministicHex } from '../../lib/ids.ts';
import {
  PROVIDER_TIMEOUTS_MS,
  ProviderFailure,
  type LockedQuote,
  type Provider,
  type QuoteRequest,
} from './provider.ts';

/** Of one request: each earlier key belongs to a process that died while it asked. */
const MAX_KEYS = 5;

/**
 * Locks a quote that still holds at `asOf`, on the deployment's clock. A key that was asked before brings the quote of
 * then, which may have ended: it never gets new life, but the provider is asked anew under the next key (D26). Throws a
 * ProviderFailure, at the latest after 2 s.
 */
export async function lockLiveQuote(
  provider: Provider,
  request: QuoteRequest,
  asOf: Date,
): Promise<LockedQuote> {
  const signal = AbortSignal.timeout(PROVIDER_TIMEOUTS_MS.quote);
  let { idempotencyKey } = request;
  for (let number = 1; number <= MAX_KEYS; number++) {
    const quote = await provider.lockQuote({ ...request, idempotencyKey }, signal);
    if (quote.expiresAt > asOf) return quote;
    idempotencyKey = deterministicHex(request.idempotencyKey, String(number));
  }
  throw new ProviderFailure('unavailable', `${provider.name} gives only quotes that have ended`);
}
