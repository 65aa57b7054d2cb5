import { deterministicHex } from '../../lib/ids.ts';
import { ProviderFailure, type LockedQuote, type Provider, type QuoteRequest } from './provider.ts';

/** The number of keys that one request tries; each earlier one was used by a process that died during its request. */
const MAX_KEYS = 5;

/**
 * Locks a quote that is still valid at `asOf`, on the deployment's clock. A key that was used before returns its
 * original quote, which may have expired. That quote is never extended; the provider is asked again under the next key
 * (D26). Throws a ProviderFailure, also when the signal aborts.
 */
export async function lockLiveQuote(
  provider: Provider,
  request: QuoteRequest,
  asOf: Date,
  signal: AbortSignal,
): Promise<LockedQuote> {
  let { idempotencyKey } = request;
  for (let number = 1; number <= MAX_KEYS; number++) {
    const quote = await provider.lockQuote({ ...request, idempotencyKey }, signal);
    if (quote.expiresAt > asOf) return quote;
    idempotencyKey = deterministicHex(request.idempotencyKey, String(number));
  }
  throw new ProviderFailure('unavailable', `${provider.name} returns only expired quotes`);
}
