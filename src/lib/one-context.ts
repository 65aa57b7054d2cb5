import { AsyncLocalStorage } from 'node:async_hooks';

/** The same parts, each made in the asynchronous context of this call, wherever it is asked for. */
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
