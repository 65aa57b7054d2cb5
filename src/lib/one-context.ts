import { AsyncLocalStorage } from 'node:async_hooks';

/** The same parts, each produced in the asynchronous context of this call, regardless of where it is requested. */
export function inOneContext<T>(parts: AsyncIterable<T>): AsyncIterable<T> {
  const run = AsyncLocalStorage.snapshot();
  return {
    [Symbol.asyncIterator]() {
      const iterator = parts[Symbol.asyncIterator]();
      return {
        next: () => run(() => iterator.next()),
        return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
      };
    },
  };
}
