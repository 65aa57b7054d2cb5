import { inTime, ProviderFailure } from '../../index.ts';

/** Makes a call of the port. Every failure becomes a ProviderFailure. */
export function lookedUp<T>(rail: string, signal: AbortSignal, act: () => Promise<T>): Promise<T> {
  const message = `What ${rail} was asked could not be looked up.`;
  return inTime(signal, act, { timeout: message, unavailable: message });
}

/** For queries of our own database within a rail's call. Their failures become ProviderFailures too. */
export async function reachable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof ProviderFailure) throw cause;
    throw new ProviderFailure('unavailable', 'The database did not respond.', { cause });
  }
}
