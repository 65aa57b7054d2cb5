import type { Call, RunOnce, Work } from './run-once.ts';

/**
 * Carries out work that results in a JSON object, once for each account and key, with the same rules and records as a
 * call to the API. A repeat gets the stored result, and the same key for a different request is refused. A result that
 * contains a secret is stored encrypted when it is `sealed`. Throws like `RunOnce`.
 */
export async function runJsonOnce<T extends object>(
  runOnce: RunOnce,
  call: Call,
  prepare: () => Promise<Work<T>> | Work<T>,
  { sealed }: { sealed: boolean },
): Promise<T> {
  const { answer } = await runOnce({
    call,
    prepare,
    answerOf: (result) => ({ status: 200, headers: {}, text: JSON.stringify(result), sealed }),
    waitOutside: (_accountId, ask) => ask(),
    admit: () => Promise.resolve(),
    atCommit: () => Promise.resolve(),
    atReplay: () => Promise.resolve(),
  });
  return JSON.parse(answer.text) as T;
}
