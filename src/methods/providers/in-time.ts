import { ProviderFailure } from './provider.ts';

/**
 * Carries out a provider's call, as the port says: whatever goes wrong, it throws a ProviderFailure, with one of these
 * messages. Also when it is our own database that failed, because the outcome is open then too.
 */
export async function inTime<T>(
  signal: AbortSignal,
  act: () => Promise<T>,
  messages: { timeout: string; unavailable: string },
): Promise<T> {
  try {
    signal.throwIfAborted();
    return await act();
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    const kind = signal.aborted ? 'timeout' : 'unavailable';
    throw new ProviderFailure(kind, messages[kind], { cause: error });
  }
}

/** Waits no longer than the signal allows; the work itself goes on. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error('stopped waiting', { cause: signal.reason }));
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
