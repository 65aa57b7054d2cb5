/** How well an answer is known: each answer says so in this header, with what it is about. */
export const SOURCE_HEADER = 'x-fake-source';

export const SOURCES = {
  openapi: { known: 'documented', what: "Bridge's OpenAPI file of January 2026" },
  docs: { known: 'documented', what: 'a page of apidocs.bridge.xyz' },
  errors: { known: 'documented', what: 'the codes and forms of errors' },
  idempotency: { known: 'documented', what: 'the same answer for 24 hours, then 422' },
  client: { known: 'client', what: 'only in the code of another client' },
  strict: { known: 'guessed', what: 'unknown fields are refused, which is stricter than needed on purpose' },
  low_balance: { known: 'guessed', what: 'the code for a balance that is too low' },
  changed_body: { known: 'guessed', what: 'the status for a key with another body' },
  child: { known: 'guessed', what: 'how a deposit names its template' },
  deposit_id: { known: 'guessed', what: 'whether a transfer names the id of its deposit' },
  history_types: { known: 'guessed', what: 'the names of what is no withdrawal in the history of a wallet' },
  ending_before: { known: 'guessed', what: 'which of many newer records a list shows' },
  event_order: { known: 'guessed', what: 'whether the list of events begins with the newest' },
  lag: { known: 'guessed', what: 'lists that lag behind' },
  elsewhere: { known: 'guessed', what: 'there is nothing at this address' },
} as const satisfies Record<string, { known: 'documented' | 'client' | 'guessed'; what: string }>;

export type SourceName = keyof typeof SOURCES;

const CERTAINTY = ['documented', 'client', 'guessed'];

/** The least certain of what an answer does counts. */
export function describeSources(names: readonly SourceName[]): string {
  const unique = [...new Set(names)];
  const least = Math.max(...unique.map((name) => CERTAINTY.indexOf(SOURCES[name].known)));
  return `${CERTAINTY[least]}; ${unique.join(', ')}`;
}
