import type { Trx } from '../db/connect.ts';
import type { Foundation } from '../foundation.ts';
import { createIdempotency, keyedCall } from '../idempotency/service.ts';
import { newId } from '../lib/ids.ts';
import { CommandFailure } from './command.ts';

/** Names the intention behind a command, so that repeating it does not do the work twice (D16). */
export const IDEMPOTENCY_OPTION = [
  '--idempotency-key <key>',
  'the same for every try of one intention; kept for 24 hours',
] as const;

export interface OnceCommand {
  accountId: string;
  /** Undefined: every run is an intention of its own. */
  key: string | undefined;
  name: string;
  options: object;
}

/** The same keys as in a call to the API. */
const KEY = /^[!-~]([ -~]{0,253}[!-~])?$/;

/**
 * Runs a command that moves money, once per account and key, with the same rules and records as a call to the API: a
 * repeat answers what was stored, and the same key for something else is refused. `prepare` does what lies outside the
 * database, under a key for the provider, and hands over the work for the transaction.
 */
export async function once<T extends object>(
  { db, keyring }: Foundation,
  { accountId, key, name, options }: OnceCommand,
  prepare: (effectKey: string) => Promise<(trx: Trx) => Promise<T>>,
): Promise<T> {
  if (key === undefined) return db.transaction(await prepare(newId()));
  if (!KEY.test(key)) {
    throw new CommandFailure('The idempotency key must have 1 to 255 printable ASCII characters.');
  }
  const idempotency = createIdempotency(keyring);
  const keyed = keyedCall({ accountId, key, method: 'COMMAND', path: name, body: options });
  const replay = async (trx: Trx): Promise<T | undefined> => {
    const stored = await idempotency.begin(trx, keyed);
    return stored && (JSON.parse(stored.text) as T);
  };
  // Looked for before anything is prepared as well: a repeat must not depend on the outside.
  const earlier = await db.transaction(replay);
  if (earlier) return earlier;
  const work = await prepare(keyed.effectKey);
  return db.transaction(async (trx) => {
    const meanwhile = await replay(trx);
    if (meanwhile) return meanwhile;
    const result = await work(trx);
    const text = JSON.stringify(result);
    await idempotency.complete(trx, keyed, { status: 200, headers: {}, text }, false);
    return result;
  });
}
