import type { KeyedCall } from './keyed-call.ts';
import type { RunOnce, TransactionWork, Work } from './run-once.ts';

/**
 * Carries out work that results in a JSON object, once for each account and key, with the same rules and records as a
 * call to the API: a repeat gets the stored result, and the same key for a different request is refused. A result that
 * contains a secret is stored encrypted when it is `sealed`. Throws like `RunOnce`.
 */
export async function runJsonOnce<T extends object>(
  runOnce: RunOnce,
  call: KeyedCall,
  prepare: () => Promise<Work<T>> | Work<T>,
  { sealed }: { sealed: boolean },
): Promise<T> {
  const toAnswer = (work: TransactionWork<T>) => async (trx: Parameters<typeof work>[0]) => ({
    status: 200,
    headers: {},
    text: JSON.stringify(await work(trx)),
    sealed,
  });
  const { answer } = await runOnce({
    call,
    prepare: async () => {
      const work = await prepare();
      return typeof work === 'function'
        ? toAnswer(work)
        : { ask: async (providerKey) => toAnswer(await work.ask(providerKey)) };
    },
    admit: () => Promise.resolve(),
    atCommit: () => Promise.resolve(),
    atReplay: () => Promise.resolve(),
  });
  return JSON.parse(answer.text) as T;
}
