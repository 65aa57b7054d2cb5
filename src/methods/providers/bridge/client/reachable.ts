import { ProviderFailure } from '../../../index.ts';

/** For queries of our own database on the way to Bridge: their failures become ProviderFailures too. */
export async function reachable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof ProviderFailure) throw cause;
    throw new ProviderFailure('unavailable', 'The database did not respond.', { cause });
  }
}
