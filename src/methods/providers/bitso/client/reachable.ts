import { ProviderFailure } from '../../provider.ts';

/** For what asks our own database on the way to Bitso: its failures are a ProviderFailure too. */
export async function reachable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    throw new ProviderFailure('unavailable', 'The database did not respond.', { cause });
  }
}
