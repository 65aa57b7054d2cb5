import { ProviderFailure } from './provider.ts';

/**
 * Makes a provider's call as the port requires. Every failure becomes a ProviderFailure, with one of these messages.
 * That includes failures of our own database, because the outcome is open then too.
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

/** Waits no longer than the signal allows; the work itself continues. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error('stopped waiting', { cause: signal.reason }));
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
